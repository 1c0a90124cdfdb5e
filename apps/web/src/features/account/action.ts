/** Actions on the account, each with a confirmation. */
export type AccountAction = 'rotateKey' | 'cancel' | 'resume' | 'delete';
