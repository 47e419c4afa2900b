// The experience account of a person: bonus money only, a login of its own, at most one.
import type { Uuid } from '@candor/wire';
import { inTransaction } from '../kit/in-transaction.ts';
import { refuse } from '../kit/refuse.ts';
import type { Session } from '../kit/feature.ts';
import { accountAsker } from '../kit/throttle/fair-turns.ts';
import { experienceDigest, prepareExperience } from './prepare-experience.ts';
import { openAccount } from './register.ts';
import type { RegisterOptions } from './register.ts';
import { findExperienceAccount, readAccount } from './store.ts';
import { requireGoodPassword } from '../kit/passwords/weak-passwords.ts';

type Options = Pick<RegisterOptions, 'pool' | 'clock' | 'newId' | 'passwords' | 'limits' | 'digests'>;

/** Both ways to one: the demo's, and what a command writes. */
export const createExperience = (options: Options) => ({
  openExperienceAccount: (wanted: { owner: Session; password: string }) => openExperienceAccount(options, wanted),
  prepareExperience: (wanted: { ownerId: Uuid; password: string }) => prepareExperience(options, wanted),
  experienceDigest: (wanted: { ownerId: Uuid; password: string }) => experienceDigest(options.digests, wanted),
});

/** The account, and whether it was opened just now or was there before. */
async function openExperienceAccount(
  options: Options,
  { owner, password }: { owner: Session; password: string },
): Promise<{ accountId: Uuid; isNew: boolean }> {
  const { pool, passwords, limits } = options;
  if (owner.book === 'bonus') return { accountId: owner.accountId, isNew: false };
  requireGoodPassword(password, { min: limits.passwordLengthMin, own: [] });
  const before = await findExperienceAccount(pool, owner.accountId);
  if (before !== undefined) return { accountId: before, isNew: false };
  const ownerAccount = await readAccount(pool, owner.accountId);
  if (!ownerAccount) refuse('login-required');
  const hashed = await passwords.hash(password, accountAsker(owner.accountId));
  const opened = await inTransaction(pool, (database) =>
    openAccount(options, {
      database,
      account: {
        email: null,
        phone: null,
        accountType: '0',
        language: ownerAccount.language,
        referrerId: null,
        experienceOf: owner.accountId,
      },
      password: hashed,
    }),
  );
  if (opened !== undefined) return { accountId: opened, isNew: true };
  const other = await findExperienceAccount(pool, owner.accountId);
  if (other === undefined) throw new Error('an experience account was taken and is not there');
  return { accountId: other, isNew: false };
}
