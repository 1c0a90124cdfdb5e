/** What a user can do about the account, each after a question. */
export type AccountAction = 'rotateKey' | 'cancel' | 'resume' | 'delete';
