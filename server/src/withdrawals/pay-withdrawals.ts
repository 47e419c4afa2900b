// Pays approved withdrawals in steps, and stores each step before the next one: nonce and unsigned bytes, signature, sending, settlement.
// After a crash the next round continues from the stored step. Bytes are never built again, and the same bytes can pay only once.
// No step up to the sending is taken for an account that is frozen or held.
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

/** Thrown if the account is frozen or held, or if approvals are missing. A payment without a nonce delays no other payment. */
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
    // After a stopped payment no other gets a nonce: a later nonce can't be mined before it, and its payment could not be rejected any more.
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

/** Returns false for a payment without a nonce, and for a payment whose nonce was used by another transaction. */
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
  { accountId, nonce }: Withdrawal,
  payer: Payer,
  database: Database = payer.pool,
): Promise<void> {
  const stop = await stopOf(accountId, { ...payer, pool: database });
  if (stop !== undefined) throw new Stopped(stop, { hasPlace: nonce !== null });
}

/** Asks the signer to judge a payment before the payment gets a nonce: a payment refused after that would delay all others for ever. */
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

/** Throws if the wallet can't pay: such a transfer would stay in the network and delay all later ones. */
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

/** Signs the payment. Each request to the signer is counted first, so it is certain which bytes were never sent to the signer. */
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
    // Stopped before this payer asked the signer. A count of one is this payer's own, so no other payer has asked either.
    if (!(error instanceof Stopped) || counted === undefined || counted > 1) throw error;
    const returned = tell(payer, await returnPlace(payer.pool, withdrawal, { counted }));
    throw returned ? new Stopped(error.message, { hasPlace: false }) : error;
  }
}

/** Sends the payment. The node is asked for the transaction before the lock is taken, so only one call is made under the lock. */
async function handOver(withdrawal: Withdrawal, payer: Payer): Promise<Withdrawal | undefined> {
  const { pool, clock, sender } = payer;
  const { nonce, wallet, signed, txid } = withdrawal;
  // If a payer crashed after sending, the transaction may already be in a block, and the node would not accept it again.
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
    // The node accepted the bytes although operators gave the payment back: contrary to the first check, its nonce is still free.
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
