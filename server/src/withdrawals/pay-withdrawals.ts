// Pays approved withdrawals in steps, and stores each step before the next one: a place in the wallet's order (nonce) with the unsigned bytes,
// the signature, the sending, the end. After a kill the next round continues from what is stored. Bytes are never made again, and the same
// bytes pay once. No step up to the sending is taken for an account that is frozen or held.
import { feeOf, SignerRefusedError, writeTransfer } from '@candor/chain';
import type { WithdrawalTrouble } from '@candor/wire';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import type { Database } from '../kit/postgres.ts';
import { findMined } from './find-mined.ts';
import { giveBackIfDecided } from './give-back-payment.ts';
import {
  countAsking,
  lockPaymentsOf,
  readPayable,
  returnPlace,
  storeBroadcast,
  storeBuilt,
  storeSigned,
  storeTrouble,
} from './pay-store.ts';
import { keepWaiting, readTransactions } from './replace-payment.ts';
import { stuckAfterMs } from './replacement.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { approvalsOf, sendBytes, signBytes, Trouble, type Payer } from './sign-and-send.ts';
import { stopOf } from './stop-of.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';

/** The account is frozen or held, or the approvals are not enough. A payment without a place in the wallet's order delays no other. */
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
    // Behind one that does not go on nothing gets a place in the wallet's order: it could not be mined before it, and nobody could refuse it.
    if (isStopped && withdrawal.state !== 'broadcast') continue;
    try {
      if (await goOn(withdrawal, payer, payable)) waiting++;
    } catch (error) {
      if (!(error instanceof Trouble || error instanceof Stopped || error instanceof SignerRefusedError)) throw error;
      const trouble = error instanceof SignerRefusedError ? `signer-${error.refusal}` : error.message;
      log.error('a withdrawal is not paid', { withdrawal: withdrawal.withdrawalId, trouble });
      await storeTrouble(payer.pool, withdrawal, trouble);
      isStopped ||= holdsUpOthers(error);
    }
  }
  return waiting;
}

/** Is false for a payment that has no place in the wallet's order yet, and for one whose place was used up by something else. */
const holdsUpOthers = (error: Error): boolean =>
  !(error instanceof Stopped && !error.hasPlace) && !(error instanceof Trouble && error.trouble === 'place-used');

/** Takes every step that is possible now. Returns true while the payment waits for blocks. */
async function goOn(withdrawal: Withdrawal, payer: Payer, payable: readonly Withdrawal[]): Promise<boolean> {
  const giveBack = await giveBackIfDecided(withdrawal, payer);
  if (giveBack === 'done') return false;
  let current: Withdrawal | undefined = withdrawal;
  while (current) {
    switch (current.state) {
      case 'approved':
        await requireSendable(current, payer);
        await requireApproved(current, payer);
        current = tell(payer, await build(current, payer, payable));
        break;
      case 'built':
        current = tell(payer, await sign(current, payer));
        break;
      case 'signed':
        current = tell(payer, await handOver(current, payer));
        break;
      case 'broadcast':
        return follow(current, payer, { isGivenBack: giveBack === 'waits' });
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
 * Takes a step of a payment unless its account is frozen or held. A freeze or a hold that starts meanwhile waits until the step is stored
 * (migration 0134), so it never commits between this question and the signature or the sending.
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
  { accountId, nonce }: Withdrawal,
  payer: Payer,
  database: Database = payer.pool,
): Promise<void> {
  const stop = await stopOf(accountId, { ...payer, pool: database });
  if (stop !== undefined) throw new Stopped(stop, { hasPlace: nonce !== null });
}

/** The signer judges a payment before it gets a place in the wallet's order: a refused payment there would delay all others for ever. */
async function requireApproved(withdrawal: Withdrawal, { pool, signer }: Payer): Promise<void> {
  const approvals = await approvalsOf(withdrawal, pool);
  await signer.judge({ payment: paymentOf(withdrawal), approvals }).catch((error: unknown) => {
    throw error instanceof SignerRefusedError ? new Stopped(`signer-${error.refusal}`, { hasPlace: false }) : error;
  });
}

async function build(
  withdrawal: Withdrawal,
  payer: Payer,
  payable: readonly Withdrawal[],
): Promise<Withdrawal | undefined> {
  const { sender, wallet, chainId, usdt } = payer;
  const fees = await sender.fees();
  if (feeOf(fees) > payer.feeMax) throw new Trouble('fees-too-high');
  await requireFunds(withdrawal, payer, { payable, fee: feeOf(fees) });
  const write = (nonce: number) =>
    writeTransfer(paymentOf(withdrawal), { chainId, usdt, nonce: BigInt(nonce), ...fees });
  return unlessStopped(withdrawal, payer, (database) => storeBuilt(database, withdrawal, { wallet, write }));
}

/** A transfer that the wallet can't pay would wait in the network and delay all behind it. */
async function requireFunds(
  withdrawal: Withdrawal,
  { sender, wallet }: Payer,
  { payable, fee }: { payable: readonly Withdrawal[]; fee: bigint },
): Promise<void> {
  const onItsWay = payable.filter(({ nonce }) => nonce !== null);
  const sumOf = (asset: string): bigint =>
    [...onItsWay, withdrawal]
      .filter((each) => each.asset === asset)
      .reduce((sum, { units }) => sum + BigInt(units), 0n);
  const fees = fee * BigInt(onItsWay.length + 1);
  const isShort =
    (await sender.balanceOf(wallet, 'ETH')) < sumOf('ETH') + fees ||
    (withdrawal.asset === 'USDT' && (await sender.balanceOf(wallet, 'USDT')) < sumOf('USDT'));
  if (isShort) throw new Trouble('wallet-short');
}

/** Each asking of the signer is counted before, so that bytes for which it was never asked are known for certain. */
async function sign(withdrawal: Withdrawal, payer: Payer): Promise<Withdrawal | undefined> {
  let counted: number | undefined = 0;
  try {
    await requireSendable(withdrawal, payer);
    counted = await countAsking(payer.pool, withdrawal);
    if (counted === undefined) return undefined;
    return await unlessStopped(withdrawal, payer, async (database) =>
      storeSigned(database, withdrawal, await signBytes(withdrawal, withdrawal.unsigned!, payer)),
    );
  } catch (error) {
    // Stopped before the signer was asked by this payer. Counted once, it is this one's count: nobody else has asked.
    if (!(error instanceof Stopped) || counted === undefined || counted > 1) throw error;
    const returned = tell(payer, await returnPlace(payer.pool, withdrawal, { counted }));
    throw returned ? new Stopped(error.message, { hasPlace: false }) : error;
  }
}

/** The node is asked for the transaction before the lock is taken: under it the payer waits for one answer alone. */
async function handOver(withdrawal: Withdrawal, payer: Payer): Promise<Withdrawal | undefined> {
  const { pool, clock, sender } = payer;
  const { nonce, wallet, signed, txid } = withdrawal;
  // A payer that was killed after the sending finds the transaction in a block, and a node accepts it no more.
  const isMined = (await sender.statusOf(txid!)).kind === 'mined';
  if (isMined) return storeBroadcast(pool, withdrawal, clock.now());
  return unlessStopped(withdrawal, payer, async (database) => {
    await sendBytes({ nonce: nonce!, wallet: wallet!, signed: signed!, txid: txid! }, payer);
    return storeBroadcast(database, withdrawal, clock.now());
  });
}

async function follow(
  withdrawal: Withdrawal,
  payer: Payer,
  { isGivenBack }: { isGivenBack: boolean },
): Promise<boolean> {
  const { lanes, clock, network } = payer;
  const { accountId, withdrawalId, asset, book } = withdrawal;
  const { txids, replacements } = await readTransactions(withdrawal, payer);
  const mined = await findMined(txids, payer);
  if (!mined) {
    await keepWaiting(withdrawal, replacements, payer);
    const isStuck = clock.now() - withdrawal.broadcastAt! > stuckAfterMs;
    // The node took the bytes although operators gave the payment back: its place is not used up as it seemed.
    const trouble: WithdrawalTrouble | '' = isGivenBack ? 'place-free' : isStuck ? 'stuck' : '';
    await storeTrouble(payer.pool, withdrawal, trouble);
    return true;
  }
  const { confirmations, isFinal } = network.requires;
  if (mined.confirmations < confirmations || (isFinal && !mined.isFinal)) return true;
  const input = { accountId, withdrawalId, asset, txid: mined.txid, isGood: mined.isGood };
  await lanes.submit({ command: settleWithdrawal, accountId, book, input, receivedAt: clock.now() });
  return false;
}
