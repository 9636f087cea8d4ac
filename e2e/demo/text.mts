/** The last words of a successful start: where to go, how to get in, what to click. */
import type { Demo } from './demo.mts';
import { WATCHED_NUMBER } from './watching.mts';

export const readyText = ({ owner, editor, sandbox, watching }: Demo, seconds: number): string => `
Ready after ${seconds.toFixed(1)} s. Everything runs on this machine and nothing is really ordered.

  Editor    ${editor}
  Login     ${owner.email}
  Password  ${owner.password}
  Sandbox   ${sandbox}

What to do:
  1. Open the editor address, sign in, press "Execute workflow": a notice is quoted and ordered, its status read.
  2. Open the sandbox address: the order is there. Choose "Mark as published" in its menu "Actions".
  3. Execute the workflow again: no second order is made, and the status is now "parue" (published).
  4. Change the text or the file reference in "Your notice" and execute again: that is another notice.
  5. On the sandbox's page, mark the notice ${WATCHED_NUMBER} as published. Within a minute the workflow that watches it
     has run, with the attestation as a file: ${watching}

Ctrl-C ends both.
`;
