/**
 * Loaded into n8n before it starts: its e-mails wait some seconds for a silent mail server where they would wait for
 * up to ten minutes, which no setting of n8n changes.
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');

const host = join(__dirname, '..', 'host', 'package.json');
const nodemailer = createRequire(host)('nodemailer');
const { createTransport } = nodemailer;
const SOON = { connectionTimeout: 3_000, greetingTimeout: 3_000, socketTimeout: 6_000 };

nodemailer.createTransport = (options, defaults) =>
	createTransport({ ...SOON, ...options }, defaults);
