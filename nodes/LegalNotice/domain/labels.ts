/**
 * Labels of parameters that have the term of the trade, as the panel and every message show them. A preview is for approval
 * before an order, a proof of publication (justificatif) is a copy of the newspaper: they never share a word.
 */
export const FORFAIT_LABEL = 'Flat Rate (Forfait)';
export const PREVIEW_LABEL = 'Include Preview (Bon à Tirer)';
export const DIGITAL_PROOF_LABEL = 'Digital Proof of Publication (Justificatif)';
export const EMAIL_PROOF_LABEL = 'Email Proof of Publication (Justificatif)';
export const PAPER_PROOFS_LABEL = 'Paper Proofs of Publication (Justificatifs)';
