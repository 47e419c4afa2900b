// Pays approved withdrawals in steps, and stores each step before the next one: places and unsigned bytes, signature, sending, settlement.
// After a crash the next round continues from the stored step. Bytes are never built again, and the same bytes can pay only once.
// No step up to the sending is taken for an account that is frozen or held.
import { confirmationsFor, SignerRefusedError } from '@candor/chain';
import type { WithdrawalTrouble } from '@candor/wire';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import type { Database } from '../kit/postgres.ts';
import {
  giveBackFailed,
  giveBackIfPlaceUsed,
  hasStayedNever,
  readGiveBackDecision,
  type GiveBackDecision,
} from './give-back-payment.ts';
import type { PaymentStatus, PlacedPayment } from './network-payer.ts';
import {
  countAsking,
  lockPaymentsOf,
  readPayable,
  returnPlace,
  storeBroadcast,
  storeBuilt,
  storeNotNever,
  storeSigned,
  storeTrouble,
} from './pay-store.ts';
import { keepWaiting, readTransactions } from './replace-payment.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { approvalsOf, placed, sendBytes, signBytes, type Payer } from './sign-and-send.ts';
import { stopOf } from './stop-of.ts';
import { Trouble } from './trouble.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';

/** After this time operators are notified that the payment waits. */
export const stuckAfterMs = 30 * 60_000;

/** Thrown if the account is frozen or held, or if approvals are missing. A payment without a place delays no other payment. */
class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly hasPlace: boolean;
  constructor(trouble: string, { hasPlace }: { hasPlace: boolean }) {
    super(trouble);
    this.hasPlace = hasPlace;
  }
}

/** Runs one round and returns how many payments wait for blocks. */
export async function payWithdrawals(payer: Payer): Promise<number> {
  const payable = await readPayable(payer.pool, payer.network.name);
  let [waiting, isStopped] = [0, false];
  for (const withdrawal of payable) {
    // Where the wallet has an order, no payment gets a place after a stopped one: a later place can't be mined before it, and the payment could
    // not be rejected any more.
    if (isStopped && withdrawal.state !== 'broadcast') continue;
    try {
      if (await goOn(withdrawal, payer)) waiting++;
    } catch (error) {
      if (!(error instanceof Trouble || error instanceof Stopped || error instanceof SignerRefusedError)) throw error;
      const trouble = error instanceof SignerRefusedError ? `signer-${error.refusal}` : error.message;
      if (trouble !== 'waits-for-signature')
        log.error('a withdrawal is not paid', { withdrawal: withdrawal.withdrawalId, trouble });
      await storeTrouble(payer.pool, withdrawal, trouble);
      isStopped ||= payer.by.isOrdered && holdsUpOthers(error);
    }
  }
  return waiting;
}

/**
 * Returns false for a payment without a place, for a payment whose place was used by another transaction, and for one that an offline signer has
 * not answered: the signer gets all payments of a file at once.
 */
const holdsUpOthers = (error: Error): boolean =>
  !(error instanceof Stopped && !error.hasPlace) &&
  !(error instanceof Trouble && (error.trouble === 'place-used' || error.trouble === 'waits-for-signature'));

/** Takes every step that is possible now. Returns true while the payment waits for blocks. */
async function goOn(withdrawal: Withdrawal, payer: Payer): Promise<boolean> {
  const decision = await readGiveBackDecision(withdrawal, payer);
  if (decision === 'ripe' && (await giveBackIfPlaceUsed(withdrawal, payer))) return false;
  let current: Withdrawal | undefined = withdrawal;
  while (current) {
    switch (current.state) {
      case 'approved':
        await requireSendable(current, payer);
        await requireApproved(current, payer);
        current = tell(payer, await build(current, payer));
        break;
      case 'built':
        current = tell(payer, await sign(current, payer));
        break;
      case 'signed':
        current = tell(payer, await handOver(current, payer));
        break;
      case 'broadcast':
        return follow(current, payer, decision);
      case 'review':
      case 'sent':
      case 'rejected':
      case 'cancelled':
      case 'failed':
        return false;
    }
  }
  return false;
}

function tell({ bus }: Payer, row: Withdrawal | undefined): Withdrawal | undefined {
  if (row) bus.emit('withdrawal.changed', row);
  return row;
}

/**
 * Runs a step of a payment unless its account is frozen or held. A freeze or hold that starts in the meantime waits until the step is stored
 * (migration 0134), so it can't take effect between this check and the signature or the sending.
 */
const unlessStopped = <Done>(
  withdrawal: Withdrawal,
  payer: Payer,
  step: (database: Database) => Promise<Done>,
): Promise<Done> =>
  inTransaction(payer.pool, async (database) => {
    await lockPaymentsOf(database, withdrawal.accountId);
    await requireSendable(withdrawal, payer, database);
    return step(database);
  });

async function requireSendable(
  { accountId, unsigned }: Withdrawal,
  payer: Payer,
  database: Database = payer.pool,
): Promise<void> {
  const stop = await stopOf(accountId, { ...payer, pool: database });
  if (stop !== undefined) throw new Stopped(stop, { hasPlace: unsigned !== null });
}

/** Asks the signer to judge a payment before the payment gets a place: a payment refused after that would delay all others for ever. */
async function requireApproved(withdrawal: Withdrawal, { pool, by }: Payer): Promise<void> {
  const approvals = await approvalsOf(withdrawal, pool);
  await by.signer.judge({ payment: paymentOf(withdrawal), approvals }).catch((error: unknown) => {
    throw error instanceof SignerRefusedError ? new Stopped(`signer-${error.refusal}`, { hasPlace: false }) : error;
  });
}

/** Returns undefined if the payment has to wait for others, or was changed by another payer. */
async function build(withdrawal: Withdrawal, payer: Payer): Promise<Withdrawal | undefined> {
  const { wallet } = payer.by;
  // Read anew for each payment: those before it in this round have their bytes now.
  const open = await readPayable(payer.pool, payer.network.name);
  const take = await payer.by.prepare(withdrawal, open.filter(({ unsigned }) => unsigned !== null).map(placed));
  if (!take) return undefined;
  return unlessStopped(withdrawal, payer, (database) => storeBuilt(database, withdrawal, { wallet, take }));
}

/**
 * Signs the payment. Each request to the signer is counted first, so it is certain which bytes were never sent to the signer. Requests to an
 * offline signer are counted by the export: the payment gives its place back only if it was never exported.
 */
async function sign(withdrawal: Withdrawal, payer: Payer): Promise<Withdrawal | undefined> {
  let counted: number | undefined = 0;
  try {
    await requireSendable(withdrawal, payer);
    if (!payer.by.signer.isOffline) counted = await countAsking(payer.pool, withdrawal);
    if (counted === undefined) return undefined;
    return await unlessStopped(withdrawal, payer, async (database) =>
      storeSigned(database, withdrawal, await signBytes(placed(withdrawal), withdrawal.unsigned!, payer)),
    );
  } catch (error) {
    // Stopped before this payer asked the signer. A count of one is this payer's own, so no other payer has asked either.
    if (!(error instanceof Stopped) || counted === undefined || counted > 1) throw error;
    const returned = tell(payer, await returnPlace(payer.pool, withdrawal, { counted }));
    throw returned ? new Stopped(error.message, { hasPlace: false }) : error;
  }
}

/** Sends the payment. The node is asked for the transaction before the lock is taken, so only one call is made under the lock. */
async function handOver(withdrawal: Withdrawal, payer: Payer): Promise<Withdrawal | undefined> {
  const { pool, clock, by } = payer;
  const payment = placed(withdrawal);
  const { transactions } = await readTransactions(withdrawal, payer);
  // If a payer crashed after sending, the transaction may already be in a block, and the node would not accept it again. Nor does it accept one
  // that has expired.
  const isEnded = (await by.statusOf(payment, transactions)).kind !== 'pending';
  if (isEnded) return storeBroadcast(pool, withdrawal, clock.now());
  return unlessStopped(withdrawal, payer, async (database) => {
    await sendBytes(payment, transactions[0]!, payer);
    return storeBroadcast(database, withdrawal, clock.now());
  });
}

/** Returns true while the payment waits for blocks. */
async function follow(withdrawal: Withdrawal, payer: Payer, decision: GiveBackDecision): Promise<boolean> {
  const payment = placed(withdrawal);
  const { transactions, replacements } = await readTransactions(withdrawal, payer);
  const status = await payer.by.statusOf(payment, transactions);
  if (status.kind !== 'never') await storeNotNever(payer.pool, withdrawal);
  if (status.kind === 'pending') {
    await keepWaiting(payment, replacements, payer);
    await storeTrouble(payer.pool, withdrawal, troubleOfWaiting(payment, payer, decision));
    return true;
  }
  const isDeep = (mined: MinedStatus): boolean => isDeepEnough(mined, withdrawal, payer);
  if (status.kind === 'mined') {
    // Nothing is in the way of a payment that a block holds.
    await storeTrouble(payer.pool, withdrawal, '');
    if (!isDeep(status)) return true;
    if (status.isGood) await settleAsSent(withdrawal, payer, status.txid);
    else await giveBackFailed({ payment, transactions, isDeep, txid: status.txid, decision }, payer);
  } else if (await hasStayedNever(withdrawal, payer))
    await giveBackFailed({ payment, transactions, isDeep, txid: undefined, decision }, payer);
  return false;
}

type MinedStatus = Extract<PaymentStatus, { kind: 'mined' }>;

function isDeepEnough(mined: MinedStatus, { asset, units }: Withdrawal, { network }: Payer): boolean {
  const needed = confirmationsFor(network, { asset, units: BigInt(units) });
  return mined.confirmations >= needed && (!network.requires.isFinal || mined.isFinal);
}

function troubleOfWaiting(
  { broadcastAt }: PlacedPayment,
  { clock }: Payer,
  decision: GiveBackDecision,
): WithdrawalTrouble | '' {
  // The node accepted the bytes although operators gave the payment back: contrary to the first check, its place is still free.
  if (decision !== 'none') return 'place-free';
  return clock.now() - broadcastAt! > stuckAfterMs ? 'stuck' : '';
}

/**
 * Settles a payment that a final block holds. One node's word is enough: if it lies, nobody is paid twice, the wallet still has the coins, and the
 * audit, which asks the second node, names the payment.
 */
async function settleAsSent(withdrawal: Withdrawal, { lanes, clock }: Payer, txid: string): Promise<void> {
  const { accountId, withdrawalId, asset, book } = withdrawal;
  const input = { accountId, withdrawalId, asset, txid, isGood: true };
  await lanes.submit({ command: settleWithdrawal, accountId, book, input, receivedAt: clock.now() });
}
