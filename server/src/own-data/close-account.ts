// The end of an account, as its owner wants it: proven by everything there is, once there is no money in it.
import type { Uuid } from '@candor/wire';
import type { Accounts } from '../accounts/create-accounts.ts';
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import type { SelfContext } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import type { MailSender } from '../kit/mail.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { refuse } from '../kit/refuse.ts';
import { languageOf, textOf } from '../kit/texts.ts';
import { runAccountClose } from './store.ts';

export interface CloseOptions {
  pool: Pool;
  clock: Clock;
  bus: Bus;
  mail: MailSender;
  accounts: Pick<Accounts, 'proveOwner'>;
  /** How long the law has us keep whose it was. */
  keptDays: number;
  addressOf: (accountId: Uuid) => Promise<{ email: string | null; language: string } | undefined>;
}

const dayMs = 24 * 3_600_000;

/** Refuses with `experience-only`, `account-frozen`, `balances-left`, and as `proveOwner` does. */
export async function closeOwnAccount(
  { pool, clock, mail, accounts, keptDays, addressOf }: CloseOptions,
  proof: { password: string; code: string; messageCode: string },
  context: SelfContext,
): Promise<void> {
  const { accountId, book, isFrozen } = context.session;
  if (book === 'bonus') refuse('experience-only');
  if (isFrozen) refuse('account-frozen');
  // Once it is closed nobody knows the address any more.
  const address = await addressOf(accountId);
  await accounts.proveOwner('close-account', proof, context);
  const answer = await runAccountClose(pool, { accountId, keepUntil: clock.now() + keptDays * dayMs });
  if (answer === 'balances') refuse('balances-left');
  if (answer === 'frozen') refuse('account-frozen');
  context.endSession();
  if (!address || address.email === null) return;
  const language = languageOf(address.language);
  const kind = 'account-closed';
  const [subject, text] = [textOf(language, `${kind}.subject`), textOf(language, `${kind}.text`)];
  void mail
    .send({ to: address.email, kind, subject, text })
    .catch((error: unknown) => log.warn('nobody was told of a closed account', { reason: reasonOf(error) }));
}
