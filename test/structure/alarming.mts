/** Words that n8n's review asks to avoid: they blame, and say nothing of what happened. */
export const ALARMING = /\b(error|problem|failure|mistake)s?\b/i;
