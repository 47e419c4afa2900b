import type { Account } from '../store.ts';

/** What everybody knows of an account, and a password may not consist of: its addresses and its number. */
export const ownWords = (account: Account | undefined): string[] =>
  [account?.email, account?.phone, account?.number].filter((text) => typeof text === 'string');
