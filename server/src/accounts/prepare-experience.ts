// An experience account that a command opens and pays at once: its rows are made ready here, and written with its money.
import { createHash } from 'node:crypto';
import type { Uuid } from '@candor/wire';
import { instant, integer, text, uuid } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { requireGoodPassword } from '../kit/passwords/weak-passwords.ts';
import { appendOnlyTable, type Row } from '../kit/table.ts';
import { accountAsker } from '../kit/throttle/fair-turns.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { newAccountNumber, newInviteCode, type Digests } from './digests.ts';
import type { RegisterOptions } from './register.ts';
import { isNameTaken, readAccount } from './store.ts';

export const experienceAccounts = appendOnlyTable('accounts', {
  key: { accountId: uuid },
  fixed: {
    number: text(),
    accountType: text<'0'>(),
    language: text(),
    inviteCode: text(),
    experienceOf: uuid,
    createdAt: instant,
  },
});
export const experienceLogins = appendOnlyTable('credentials', {
  key: { accountId: uuid },
  fixed: { kind: text<'login'>(), argon2: text(), pepperId: text(), version: integer, changedAt: instant },
});

export interface PreparedExperience {
  account: Row<typeof experienceAccounts>;
  login: Row<typeof experienceLogins>;
}

/** The same for a person whenever it is asked for, so that two requests at once are about one account. */
export const experienceIdOf = (ownerId: Uuid): Uuid => uuidOfWords(`experience account of ${ownerId}`);

/** Tells two requests apart by their passwords; a plain digest of one would be kept with the journal, for anyone to guess at. */
export const experienceDigest = (digests: Digests, { ownerId, password }: { ownerId: Uuid; password: string }): Buffer =>
  createHash('sha256').update(digests.subject('experience-account', `${ownerId} ${password}`)).digest(); // oxfmt-ignore

type Options = Pick<RegisterOptions, 'pool' | 'clock' | 'passwords' | 'limits'>;

/** Refuses with `password-length`, `password-weak` and `busy`. */
export async function prepareExperience(
  { pool, clock, passwords, limits }: Options,
  { ownerId, password }: { ownerId: Uuid; password: string },
): Promise<PreparedExperience> {
  requireGoodPassword(password, { min: limits.passwordLengthMin, own: [] });
  const owner = (await readAccount(pool, ownerId)) ?? refuse('login-required');
  const hashed = await passwords.hash(password, accountAsker(ownerId));
  const at = clock.now();
  const accountId = experienceIdOf(ownerId);
  return {
    account: {
      accountId,
      ...(await drawNames(pool)),
      accountType: '0',
      language: owner.language,
      experienceOf: ownerId,
      createdAt: at,
    },
    login: { accountId, kind: 'login', ...hashed, version: 1, changedAt: at },
  };
}

async function drawNames(database: Database): Promise<{ number: string; inviteCode: string }> {
  for (let draw = 0; draw < 20; draw++) {
    const names = { number: newAccountNumber(), inviteCode: newInviteCode() };
    if (!(await isNameTaken(database, names))) return names;
  }
  throw new Error('no free account number was drawn');
}
