/** The tests of the trigger once more, with n8n's durable scheduler: `npx node --test e2e/durable/*.test.mts`. */
process.env['E2E_DURABLE'] = 'true';
await import('../tests/trigger.test.mts');

export {};
