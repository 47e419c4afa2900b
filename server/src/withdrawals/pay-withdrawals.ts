// Pays what was approved, a step at a time, each stored before the next: a place in the wallet's order, the bytes, their signature, the sending,
// the end. Whoever is killed between any two goes on from what is stored: bytes are never made again, and the same bytes pay once.
import { feeOf, SignerRefusedError, writeTransfer } from '@candor/chain';
import { log } from '../kit/log.ts';
import { readPayable, storeBroadcast, storeBuilt, storeSigned, storeTrouble } from './pay-store.ts';
import { keepWaiting, readTransactions } from './replace-payment.ts';
import { stuckAfterMs } from './replacement.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { approvalsOf, sendBytes, signBytes, Trouble, type Payer } from './sign-and-send.ts';
import { stopOf } from './stop-of.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';

/** Its account is frozen or held, or its approvals are not enough. Without a place in the wallet's order it keeps nobody else waiting. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** One round: answers how many wait for blocks. */
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
      isStopped ||= holdsUpOthers(withdrawal, error);
    }
  }
  return waiting;
}

/** Not if it has no place in the wallet's order yet, or if something else of the wallet has used its place up. */
const holdsUpOthers = ({ state }: Withdrawal, error: Error): boolean =>
  !(error instanceof Stopped && state === 'approved') && !(error instanceof Trouble && error.message === 'place-used');

/** As far as it goes now; true while it waits for blocks. */
async function goOn(withdrawal: Withdrawal, payer: Payer, payable: readonly Withdrawal[]): Promise<boolean> {
  let current: Withdrawal | undefined = withdrawal;
  while (current) {
    switch (current.state) {
      case 'approved':
        await requireSendable(current, payer);
        await requireApproved(current, payer);
        current = tell(payer, await build(current, payer, payable));
        break;
      case 'built':
        await requireSendable(current, payer);
        current = tell(payer, await sign(current, payer));
        break;
      case 'signed':
        await requireSendable(current, payer);
        await send(current, payer);
        current = tell(payer, await storeBroadcast(payer.pool, current, payer.clock.now()));
        break;
      case 'broadcast':
        return follow(current, payer);
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

/** What was sent already, by whoever was killed then, is told as it is. */
async function requireSendable(withdrawal: Withdrawal, payer: Payer): Promise<void> {
  const stop = await stopOf(withdrawal.accountId, payer);
  if (stop === undefined) return;
  const isOut = withdrawal.txid !== null && (await payer.sender.statusOf(withdrawal.txid)).kind === 'mined';
  if (!isOut) throw new Stopped(stop);
}

/** Asked of the signer before it takes a place in the wallet's order, where it would hold up all behind it for ever. */
async function requireApproved(withdrawal: Withdrawal, { pool, signer }: Payer): Promise<void> {
  const approvals = await approvalsOf(withdrawal, pool);
  await signer.judge({ payment: paymentOf(withdrawal), approvals }).catch((error: unknown) => {
    throw error instanceof SignerRefusedError ? new Stopped(`signer-${error.refusal}`) : error;
  });
}

async function build(
  withdrawal: Withdrawal,
  payer: Payer,
  payable: readonly Withdrawal[],
): Promise<Withdrawal | undefined> {
  // oxfmt-ignore
  const { sender, wallet, chainId, usdt, pool } = payer;
  const fees = await sender.fees();
  if (feeOf(fees) > payer.feeMax) throw new Trouble('fees-too-high');
  await requireFunds(withdrawal, payer, { payable, fee: feeOf(fees) });
  return storeBuilt(pool, withdrawal, {
    wallet,
    write: (nonce) => writeTransfer(paymentOf(withdrawal), { chainId, usdt, nonce: BigInt(nonce), ...fees }),
  });
}

/** A transfer that the wallet can't pay would wait in the network and hold up all behind it. */
async function requireFunds(
  withdrawal: Withdrawal,
  { sender, wallet }: Payer,
  { payable, fee }: { payable: readonly Withdrawal[]; fee: bigint },
): Promise<void> {
  const onItsWay = payable.filter(({ nonce }) => nonce !== null);
  const sumOf = (asset: string): bigint =>
    [...onItsWay, withdrawal].filter((each) => each.asset === asset).reduce((sum, { units }) => sum + BigInt(units), 0n); // oxfmt-ignore
  const fees = fee * BigInt(onItsWay.length + 1);
  const isShort =
    (await sender.balanceOf(wallet, 'ETH')) < sumOf('ETH') + fees ||
    (withdrawal.asset === 'USDT' && (await sender.balanceOf(wallet, 'USDT')) < sumOf('USDT'));
  if (isShort) throw new Trouble('wallet-short');
}

async function sign(withdrawal: Withdrawal, payer: Payer): Promise<Withdrawal | undefined> {
  return storeSigned(payer.pool, withdrawal, await signBytes(withdrawal, withdrawal.unsigned!, payer));
}

/** Whoever was killed after the sending finds it in a block already, where a node takes it no more. */
async function send({ nonce, signed, txid }: Withdrawal, payer: Payer): Promise<void> {
  if ((await payer.sender.statusOf(txid!)).kind === 'mined') return;
  await sendBytes({ nonce: nonce!, signed: signed!, txid: txid! }, payer);
}

async function follow(withdrawal: Withdrawal, payer: Payer): Promise<boolean> {
  const { lanes, clock, network } = payer;
  const { accountId, withdrawalId, asset, book } = withdrawal;
  const { txids, replacements } = await readTransactions(withdrawal, payer);
  const mined = await findMined(txids, payer);
  if (!mined) {
    await keepWaiting(withdrawal, replacements, payer);
    const isStuck = clock.now() - withdrawal.broadcastAt! > stuckAfterMs;
    await storeTrouble(payer.pool, withdrawal, isStuck ? 'stuck' : '');
    return true;
  }
  const { confirmations, isFinal } = network.requires;
  if (mined.confirmations < confirmations || (isFinal && !mined.isFinal)) return true;
  const input = { accountId, withdrawalId, asset, txid: mined.txid, isGood: mined.isGood };
  await lanes.submit({ command: settleWithdrawal, accountId, book, input, receivedAt: clock.now() });
  return false;
}

/** At most one of them is in a block: they have one place in the wallet's order. */
async function findMined(txids: readonly string[], { sender }: Payer) {
  for (const txid of txids) {
    const status = await sender.statusOf(txid);
    if (status.kind === 'mined') return { ...status, txid };
  }
  return undefined;
}
