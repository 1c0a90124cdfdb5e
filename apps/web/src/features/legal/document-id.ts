/** A legal text; its key in the namespace `legal`. */
export type DocumentId = 'terms' | 'privacy' | 'privacyPolicy' | 'refund' | 'legal';
