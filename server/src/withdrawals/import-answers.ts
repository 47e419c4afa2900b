// Imports what an offline signer answered. Each answer is verified and stored; the engine takes it from there by the steps of every payment, with
// the locks of freezes and holds. What matches no waiting payment is named and changes nothing.
import { digestOf, paymentsOn, readAnswerFile, type OfflineAnswer, type WalletsFile } from '@candor/chain';
import type { Uuid } from '@candor/wire';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { readAnswers, readDeployment, storeAnswer, type NewAnswer, type StoredAnswer } from './offline-store.ts';
import { readReplacements } from './replacement-store.ts';
import { lockWithdrawal } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

/** What became of an answer: the first three are as they should be. */
const outcomes = [
  'signature',
  'refusal',
  'known',
  'unknown-payment',
  'other-bytes',
  'not-waiting',
  'signature-false',
] as const;
export type ImportOutcome = (typeof outcomes)[number];
/** Outcomes of answers that were not taken. */
export const notTaken: ReadonlySet<ImportOutcome> = new Set(outcomes.slice(3));

export interface ImportParts {
  pool: Pool;
  wallets: WalletsFile['wallets'];
}
export interface Imported {
  id: string;
  outcome: ImportOutcome;
}

/** Throws if the file is not whole or answers another deployment. Each answer is stored by itself, so that one alone is refused. */
export async function importAnswers(path: string, parts: ImportParts): Promise<Imported[]> {
  const { deployment, answers } = readAnswerFile(path);
  if (deployment !== (await readDeployment(parts.pool)))
    throw new Error(`${path} answers payments of another deployment: nothing was imported`);
  const imported: Imported[] = [];
  for (const answer of answers) imported.push({ id: answer.id, outcome: await importOne(answer, parts) });
  return imported;
}

/** The row is locked, so that the same answer is stored once however often it is imported at a time. */
const importOne = (answer: OfflineAnswer, { pool, wallets }: ImportParts): Promise<ImportOutcome> =>
  inTransaction(pool, async (database) => {
    const withdrawal = await lockWithdrawal(database, answer.id as Uuid);
    if (withdrawal?.network !== answer.network) return 'unknown-payment';
    const found = await findBytes(withdrawal, answer, database);
    if (!found) return 'other-bytes';
    const { unsigned, signed } = found;
    const given: NewAnswer = 'signed' in answer ? answer : { refused: answer.refused };
    if (signed !== null) return 'signed' in given && given.signed === signed ? 'known' : 'not-waiting';
    if (withdrawal.state !== 'built' && withdrawal.state !== 'broadcast') return 'not-waiting';
    if ('signed' in given && !(await isGenuine(given, { withdrawal, unsigned, wallets }))) return 'signature-false';
    const stored = await readAnswers(database, { withdrawalId: withdrawal.withdrawalId, unsigned });
    if (isKnown(given, stored)) return 'known';
    await storeAnswer(database, withdrawal, { unsigned, answer: given });
    return 'signed' in given ? 'signature' : 'refusal';
  });

/** Returns the bytes of the payment that the answer names by their digest, with their signature if they have one already. */
async function findBytes(
  withdrawal: Withdrawal,
  { digest }: OfflineAnswer,
  database: Database,
): Promise<{ unsigned: string; signed: string | null } | undefined> {
  const all = [withdrawal, ...(await readReplacements(database, withdrawal))];
  for (const { unsigned, signed } of all)
    if (unsigned !== null && digestOf(unsigned) === digest) return { unsigned, signed };
  return undefined;
}

interface Of {
  withdrawal: Withdrawal;
  unsigned: string;
  wallets: WalletsFile['wallets'];
}

/** By the check that the engine makes of every signature. */
async function isGenuine(
  { signed, txid }: { signed: string; txid: string },
  { withdrawal: { network, wallet }, unsigned, wallets }: Of,
): Promise<boolean> {
  const chain = wallets[network]?.chain;
  if (!chain || wallet === null) return false;
  const payments = paymentsOn(network, chain);
  await payments.load();
  return (await payments.verify(signed, { unsigned, wallet })) === txid;
}

/** A refusal is known only while it is the newest answer: a signer may refuse again what it refused for another reason in between. */
const isKnown = (given: NewAnswer, stored: readonly StoredAnswer[]): boolean =>
  'signed' in given
    ? stored.some(({ signed }) => signed === given.signed)
    : stored.some(({ signed }) => signed !== null) || stored[0]?.refused === given.refused;
