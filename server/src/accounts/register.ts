// Opening an account with a proven e-mail address or phone number.
import type { Uuid } from '@candor/wire';
import { addressKey } from '../kit/address-key.ts';
import type { Clock } from '../kit/clock.ts';
import type { CallContext } from '../kit/feature.ts';
import { parsePhoneNumber } from '../kit/phone-number.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Address, CodeResult, Codes } from './codes/codes.ts';
import { newAccountNumber, newInviteCode } from './digests.ts';
import type { Digests } from './digests.ts';
import { networkAsker } from '../kit/throttle/fair-turns.ts';
import type { AccountLimits } from './throttle/limits.ts';
import type { Notices } from './codes/notices.ts';
import type { Passwords, StoredPassword } from '../kit/passwords/passwords.ts';
import { canBeReached, isEmail, parseEmail, plainInviteCode } from './rules.ts';
import { findExperienceAccount, findInviter, insertAccount, insertCredential, readAccountByName } from './store.ts';
import type { NewAccount } from './store.ts';
import { isThrottled, secondsOf } from '../kit/throttle/throttle.ts';
import type { Throttle } from '../kit/throttle/throttle.ts';
import { requireGoodPassword } from '../kit/passwords/weak-passwords.ts';

export interface RegisterOptions {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  codes: Codes;
  passwords: Passwords;
  notices: Notices;
  digests: Digests;
  throttle: Throttle;
  limits: AccountLimits;
  isInviteOnly: boolean;
}

interface Registration {
  phone: string;
  email: string;
  password: string;
  inviteCode: string;
  code: string;
}

/**
 * Refuses with `malformed` unless there is one address, `email-malformed`, `phone-malformed`, `code-expired`, `code-invalid`,
 * `invite-required`, `invite-unknown`, `too-many-requests`, as `requireGoodPassword` does, and with `registration-failed` for all that a
 * stranger may not learn.
 */
export function createRegister(options: RegisterOptions) {
  const { pool, codes, passwords, notices, limits } = options;
  return async (wanted: Registration, { ip }: CallContext): Promise<void> => {
    const address = addressOf(wanted);
    requireGoodPassword(wanted.password, { min: limits.passwordLengthMin, own: [address.value] });
    await codes.admit(ip);
    // Looked at first, so that nobody without a right code gets to the costly parts or learns who has an account.
    requireRight(await codes.use({ purpose: 'register', address, code: wanted.code, use: 'look', ip }));
    const referrerId = await findReferrer(options, { typed: wanted.inviteCode, ip });
    const password = await passwords.hash(wanted.password, networkAsker(addressKey(ip)));

    const opened = await inTransaction(pool, async (database) => {
      const spent = await codes.use({ purpose: 'register', address, code: wanted.code, use: 'spend', ip, database });
      requireRight(spent);
      const email = address.channel === 'email' ? address.value : null;
      const phone = address.channel === 'sms' ? address.value : null;
      const account = {
        email,
        phone,
        accountType: '1',
        language: spent.language,
        referrerId,
        experienceOf: null,
      } as const;
      return openAccount(options, { database, account, password });
    });
    if (opened !== undefined) return;
    // The code is spent and the answer is the same as for any mishap; only the owner of the address learns more.
    const owner = await readAccountByName(pool, {
      column: address.channel === 'email' ? 'email' : 'phone',
      value: address.value,
    });
    if (owner) notices.tell(owner.accountId, 'already-registered');
    refuse('registration-failed');
  };
}

type AccountToOpen = Omit<NewAccount, 'accountId' | 'number' | 'inviteCode' | 'createdAt'>;

/** Undefined if the person has one already; numbers and invite codes are drawn until they are free. */
export async function openAccount(
  { clock, newId }: Pick<RegisterOptions, 'clock' | 'newId'>,
  { database, account, password }: { database: Database; account: AccountToOpen; password: StoredPassword },
): Promise<Uuid | undefined> {
  const at = clock.now();
  const accountId = newId();
  for (let draw = 0; draw < 20; draw++) {
    const drawn = { accountId, number: newAccountNumber(), inviteCode: newInviteCode(), createdAt: at };
    if (!(await insertAccount(database, { ...account, ...drawn }))) {
      if (await isTaken(database, account)) return undefined;
      continue;
    }
    await insertCredential(database, { accountId, kind: 'login', ...password, at });
    return accountId;
  }
  throw new Error('no free account number was drawn');
}

async function isTaken(database: Database, { email, phone, experienceOf }: AccountToOpen): Promise<boolean> {
  if (experienceOf !== null && (await findExperienceAccount(database, experienceOf))) return true;
  if (email !== null && (await readAccountByName(database, { column: 'email', value: email }))) return true;
  return phone !== null && (await readAccountByName(database, { column: 'phone', value: phone })) !== undefined;
}

function addressOf({ phone, email }: Registration): Address {
  if ((phone === '') === (email === '')) refuse('malformed', { field: 'user_name' });
  return phone === '' ? requireReachable(emailAddress(email)) : phoneAddress(phone);
}

export function emailAddress(typed: string): Address {
  const email = parseEmail(typed);
  return email === undefined ? refuse('email-malformed') : { channel: 'email', value: email };
}

export function phoneAddress(typed: string): Address {
  const phone = parsePhoneNumber(typed);
  return phone ? { channel: 'sms', value: phone.number, areaCode: phone.areaCode } : refuse('phone-malformed');
}

export const emailOrPhone = (typed: string): Address => (isEmail(typed) ? emailAddress(typed) : phoneAddress(typed));

/** Refuses a new e-mail address that no mail can reach. Stored addresses are used without this check. */
export function requireReachable(address: Address): Address {
  if (address.channel === 'email' && !canBeReached(address.value)) refuse('email-malformed');
  return address;
}

export function requireRight({ verdict }: CodeResult): void {
  if (verdict === 'expired') refuse('code-expired');
  if (verdict === 'invalid') refuse('code-invalid');
}

async function findReferrer(
  { pool, throttle, digests, limits, isInviteOnly }: RegisterOptions,
  { typed, ip }: { typed: string; ip: string },
): Promise<Uuid | null> {
  const inviteCode = plainInviteCode(typed);
  if (inviteCode === '') return isInviteOnly ? refuse('invite-required') : null;
  const subject = digests.subject('invite-tries', addressKey(ip));
  const rule = { kind: 'limit', limit: limits.inviteTriesPerNetworkPerHour, windowMs: 3_600_000 } as const;
  const taken = await throttle.take([{ scope: 'invite-tries', subject, rule }]);
  if (isThrottled(taken)) refuse('too-many-requests', { seconds: secondsOf(taken) });
  const referrerId = /^[0-9A-Z]{10}$/.test(inviteCode) ? await findInviter(pool, inviteCode) : undefined;
  if (referrerId === undefined) refuse('invite-unknown');
  await throttle.giveBack(taken);
  return referrerId;
}
