// What a binding act is proven with, chosen by what is done and not by whoever does it. Pure, so that the app asks for the same.

export const provenActs = [
  'login-password',
  'first-trade-password',
  'trade-password',
  'authenticator',
  'passkeys',
  'recovery-codes',
  'mail-phrase',
  'contact',
  'data-export',
  'close-account',
  'new-address',
  'withdrawal',
] as const;
export type ProvenAct = (typeof provenActs)[number];

/** `second-factor`: authenticator, recovery code or passkey. `message`: a code to the account's own address as it was until now. */
export type Proof = 'second-factor' | 'message';

/** By itself a password of its own proves these where no second factor is on: the one that is replaced. */
const provenByPassword: readonly ProvenAct[] = ['login-password', 'trade-password'];
/** What a thief would take everything with asks for the address too, however strong the second factor is. */
const provenByBoth: readonly ProvenAct[] = ['contact', 'close-account', 'new-address'];

/** What an act asks for besides the password. */
export function proofsOf(act: ProvenAct, { hasSecondFactor }: { hasSecondFactor: boolean }): readonly Proof[] {
  if (!hasSecondFactor) return provenByPassword.includes(act) ? [] : ['message'];
  return provenByBoth.includes(act) ? ['second-factor', 'message'] : ['second-factor'];
}
