// That a binding change is wanted by the owner, proven for each anew: what a cookie, or a password, opens by itself is not enough.
import { proofsOf, type ProvenAct, type Uuid } from '@candor/wire';
import type { SelfContext } from '../../kit/feature.ts';
import type { Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import { accountAsker } from '../../kit/throttle/fair-turns.ts';
import type { Address, Codes } from '../codes/codes.ts';
import type { ProvePassword } from '../passwords/prove-password.ts';
import { emailAddress, phoneAddress, requireRight } from '../register.ts';
import { readAccount } from '../store.ts';
import type { CustomerFactor } from './customer-factor.ts';

export interface ProveOptions {
  pool: Pool;
  codes: Codes;
  provePassword: ProvePassword;
  factor: CustomerFactor;
}

export interface Proof {
  /** Of the login. */
  password: string;
  /** Of the second factor where the act asks for one, else of the message. */
  code: string;
  /** Of the message, where the act asks for both. */
  messageCode?: string;
}

export interface ProveOwner {
  /** Answers as much of the address as its owner recognises it by. */
  sendCode(wanted: { language: string }, context: SelfContext): Promise<string>;
  /** Refuses with `password-wrong`; a code is looked at only behind the right password. */
  password(password: string, context: SelfContext): Promise<void>;
  /**
   * All that the act asks for: refuses with `password-wrong`, and `second-factor-required`, `second-factor-wrong`, `code-invalid` or
   * `code-expired`; codes are used up.
   */
  whole(act: ProvenAct, proof: Proof, context: SelfContext): Promise<void>;
  /** The same without the login password, for acts that a password of their own is asked for. */
  besidesPassword(act: ProvenAct, proof: Omit<Proof, 'password'>, context: SelfContext): Promise<void>;
}

export function createProveOwner({ pool, codes, provePassword, factor }: ProveOptions): ProveOwner {
  async function password(typed: string, { session: { accountId }, ip }: SelfContext): Promise<void> {
    const asker = accountAsker(accountId);
    const version = await provePassword({ accountId, name: '', password: typed, ip, asker });
    if (version === undefined) refuse('password-wrong');
  }

  async function message(code: string, { ip, session }: SelfContext): Promise<void> {
    const address = await addressOf(pool, session.accountId);
    await codes.admit(ip, { isKnown: true });
    requireRight(await codes.use({ purpose: 'prove', address, code, use: 'spend', ip }));
  }

  async function besidesPassword(act: ProvenAct, proof: Omit<Proof, 'password'>, context: SelfContext): Promise<void> {
    const { accountId } = context.session;
    const { hasApp, passkeys } = await factor.factorsOf(accountId);
    const asked = proofsOf(act, { hasSecondFactor: hasApp || passkeys > 0 });
    const isBoth = asked.length > 1;
    if (asked.includes('second-factor')) await factor.require({ accountId, act, code: proof.code }, context);
    if (asked.includes('message')) await message((isBoth ? proof.messageCode : proof.code) ?? '', context);
  }

  return {
    async sendCode({ language }, { session, ip }) {
      const address = await addressOf(pool, session.accountId);
      await codes.send({ purpose: 'prove', address, language, ip, isKnown: true });
      return masked(address);
    },
    password,
    async whole(act, proof, context) {
      await password(proof.password, context);
      await besidesPassword(act, proof, context);
    },
    besidesPassword,
  };
}

/** An experience account has none, and nothing to withdraw. */
async function addressOf(pool: Pool, accountId: Uuid): Promise<Address> {
  const account = await readAccount(pool, accountId);
  if (account?.email) return emailAddress(account.email);
  return account?.phone ? phoneAddress(account.phone) : refuse('code-not-sent');
}

/** `a•••@example.com`, `•••••4567`. */
const masked = ({ channel, value }: Address): string =>
  channel === 'email' ? value.replace(/^(.).*(?=@)/, '$1•••') : `•••••${value.slice(-4)}`;
