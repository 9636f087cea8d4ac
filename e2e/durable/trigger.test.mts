/** The tests of the trigger once more, with n8n's durable scheduler: `npm run test:durable`. */
process.env['E2E_DURABLE'] = 'true';
await import('../tests/trigger.test.mts');

export {};
