// Pays what was approved, a step at a time, each stored before the next: a place in the wallet's order, the bytes, their signature, the sending,
// the end. Whoever is killed between any two goes on from what is stored: bytes are never made again, and the same bytes pay once.
import { feeOf, isSignatureOf, NodeError, SignerRefusedError, senderOf, txidOf, writeTransfer, type Approval, type EvmSender, type Network, type Signer } from '@candor/chain'; // oxfmt-ignore
import type { Bus } from '../kit/bus.ts';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { readPayable, storeBroadcast, storeBuilt, storeSigned, storeTrouble } from './pay-store.ts';
import { stopOf } from './stop-of.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { readApprovals } from './store.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';
import { reasonOf } from '../kit/reason-of.ts';

export interface Payer {
  network: Network;
  pool: Pool;
  lanes: Lanes;
  bus: Bus;
  clock: Clock;
  signer: Signer;
  sender: EvmSender;
  /** As the signer says them. */
  wallet: string;
  chainId: bigint;
  feeMax: bigint;
  usdt: string;
  mode: 'demo' | 'production';
}

/** Why one waits: in its way is the wallet, the network or the signer, which people must look at. */
class Trouble extends Error {
  override readonly name = 'Trouble';
}

/** Its account is frozen or held, or its approvals are not enough. Without a place in the wallet's order it keeps nobody else waiting. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** One round: answers how many wait for blocks. */
export async function payWithdrawals(payer: Payer): Promise<number> {
  const payable = await readPayable(payer.pool, payer.network.name);
  let waiting = 0;
  for (const withdrawal of payable) {
    try {
      if (await goOn(withdrawal, payer, payable)) waiting++;
    } catch (error) {
      if (!(error instanceof Trouble || error instanceof Stopped || error instanceof SignerRefusedError)) throw error;
      const trouble = error instanceof SignerRefusedError ? `signer-${error.refusal}` : error.message;
      log.error('a withdrawal is not paid', { withdrawal: withdrawal.withdrawalId, trouble });
      await storeTrouble(payer.pool, withdrawal, trouble);
      if (error instanceof Stopped && withdrawal.state === 'approved') continue;
      // What is behind it in the wallet's order could not be mined before it, and would wait there without anybody seeing it.
      return waiting;
    }
  }
  return waiting;
}

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

const approvalsOf = async ({ accountId, withdrawalId }: Withdrawal, pool: Pool): Promise<Approval[]> =>
  (await readApprovals(pool, accountId, withdrawalId)).map(({ person, signature }) => ({ person, signature }));

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

/** What comes back is looked at, whoever says that he is the signer. */
async function sign(withdrawal: Withdrawal, { pool, signer, wallet }: Payer): Promise<Withdrawal | undefined> {
  const unsigned = withdrawal.unsigned!;
  const approvals = await approvalsOf(withdrawal, pool);
  const { signed, txid } = await signer.sign({ payment: paymentOf(withdrawal), unsigned, approvals });
  const isRight = txid === txidOf(signed) && (await senderOf(signed)) === wallet && (await isSignatureOf(signed, unsigned)); // oxfmt-ignore
  if (!isRight) throw new Trouble('signature-false');
  return storeSigned(pool, withdrawal, { signed, txid });
}

/** Whoever was killed after the sending finds it in a block already, where a node takes it no more. */
async function send({ signed, txid }: Withdrawal, { sender }: Payer): Promise<void> {
  if ((await sender.statusOf(txid!)).kind === 'mined') return;
  try {
    await sender.send(signed!);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    log.warn('the node takes no transaction', { txid, error: reasonOf(error) });
    throw new Trouble('node-refuses');
  }
}

/** Sent again while no block holds it: a node that was restarted has forgotten it. */
async function follow(withdrawal: Withdrawal, payer: Payer): Promise<boolean> {
  const { sender, lanes, clock, network } = payer;
  const { accountId, withdrawalId, asset, book } = withdrawal;
  const txid = withdrawal.txid!;
  const status = await sender.statusOf(txid);
  if (status.kind === 'pending') {
    await send(withdrawal, payer);
    return true;
  }
  const { confirmations, isFinal } = network.requires;
  if (status.confirmations < confirmations || (isFinal && !status.isFinal)) return true;
  const input = { accountId, withdrawalId, asset, txid, isGood: status.isGood };
  await lanes.submit({ command: settleWithdrawal, accountId, book, input, receivedAt: clock.now() });
  return false;
}
