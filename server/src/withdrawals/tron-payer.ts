// Pays on TRON: a payment is one transaction, which expires. Nothing makes a second one exclude it, so its bytes are sent again and never made anew.
import {
  NodeError,
  paymentsOn,
  readTronPayment,
  tronSender,
  writeTronPayment,
  type Payment,
  type ReadTronPayment,
  type Signer,
  type TronSender,
  type TronTerms,
} from '@candor/chain';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { NetworkPayer, PlacedPayment, StatusSource, TakePlaces } from './network-payer.ts';
import { lockNextNonce, openWallet } from './pay-store.ts';
import { Trouble } from './trouble.ts';
import { fundsFor, type TronFunds } from './tron-funds.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';

export interface TronMeans {
  signer: Signer;
  sender: TronSender;
  /** The signer names its wallet and its highest fee. */
  wallet: string;
  feeMax: bigint;
  /** The contract of USDT in base 58. */
  usdt: string;
  clock: Clock;
}

export function tronPayer(means: TronMeans): NetworkPayer {
  const { signer, sender, wallet, usdt } = means;
  const payments = paymentsOn('tron', { usdt });
  return {
    signer,
    wallet,
    isOrdered: false,
    openWallet: (pool) => openWallet(pool, { network: 'tron', wallet, token: usdt, mined: 0 }),
    prepare: (withdrawal, onTheirWay) => prepare(withdrawal, onTheirWay, means),
    verify: (signed, of) => payments.verify(signed, of),
    send: (signed) => sender.send(signed),
    ...statusFrom(sender, means),
    statusBy: (ask) => statusFrom(tronSender(ask, { usdt }), means),
  };
}

async function prepare(
  withdrawal: Withdrawal,
  onTheirWay: readonly PlacedPayment[],
  means: TronMeans,
): Promise<TakePlaces | undefined> {
  const { sender, wallet } = means;
  const payment = paymentOf(withdrawal);
  await requirePayable(payment, means);
  const held: TronFunds = { TRX: await sender.balanceOf(wallet, 'TRX'), USDT: await sender.balanceOf(wallet, 'USDT') };
  const reserved = sumOf(onTheirWay.filter((each) => each.wallet === wallet).map((each) => readPlaced(each, means)));
  // The contract refuses what the wallet does not have, so the amount is compared before the node is asked what the payment costs.
  const amount = sumOf([{ ...payment, feeMax: 0n }]);
  if (isWaiting(fundsFor(amount, { held, reserved }))) return undefined;
  const { unsigned, read } = await bytesOf(payment, means);
  if (isWaiting(fundsFor(sumOf([read]), { held, reserved }))) return undefined;
  return async (database) => {
    if ((await lockNextNonce(database, { network: withdrawal.network, wallet })) === undefined) return undefined;
    return { unsigned, nonce: null, places: read.places };
  };
}

/** Throws Trouble for payees that the signer or the network would refuse after the payment had its bytes. */
async function requirePayable({ asset, to }: Payment, { sender, wallet, usdt }: TronMeans): Promise<void> {
  if (to === wallet || to === usdt) throw new Trouble('node-refuses');
  if (asset === 'TRX' && (await sender.isContract(to))) throw new Trouble('node-refuses');
}

/** Returns true if the payment has to wait for those on their way. */
function isWaiting(verdict: ReturnType<typeof fundsFor>): boolean {
  if (verdict === 'short') throw new Trouble('wallet-short');
  return verdict === 'wait';
}

/** Sums what payments take from the wallet at most. */
function sumOf(payments: readonly Pick<ReadTronPayment, 'asset' | 'units' | 'feeMax'>[]): TronFunds {
  const of = (asset: string): bigint =>
    payments.reduce((sum, each) => (each.asset === asset ? sum + each.units : sum), 0n);
  return { TRX: payments.reduce((sum, { feeMax }) => sum + feeMax, of('TRX')), USDT: of('USDT') };
}

async function bytesOf(payment: Payment, means: TronMeans): Promise<{ unsigned: string; read: ReadTronPayment }> {
  const { wallet, feeMax, usdt } = means;
  const terms = await termsOf(payment, means);
  if (!terms) throw new Trouble('fees-too-high');
  const unsigned = writeTronPayment(payment, terms, { usdt });
  const read = readTronPayment(unsigned, { chain: { usdt }, wallet });
  const isRight = read?.asset === payment.asset && read.to === payment.to && read.units === payment.units;
  if (!isRight || read.feeMax > feeMax) throw new Error(`the bytes of ${payment.id} are not its payment`);
  return { unsigned, read };
}

/** A payment that the contract refuses keeps no other one waiting. */
async function termsOf(payment: Payment, means: TronMeans): Promise<TronTerms | undefined> {
  const { sender, wallet, feeMax, clock } = means;
  try {
    return await sender.terms(payment, { wallet, now: clock.now(), feeMax });
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    log.warn('the node would not take a payment', { withdrawal: payment.id, error: reasonOf(error) });
    throw new Trouble('node-refuses');
  }
}

const statusFrom = (sender: Pick<TronSender, 'statusOf'>, means: TronMeans): StatusSource => ({
  async statusOf(payment) {
    const { places, expiration } = readPlaced(payment, means);
    const txid = places[0]!;
    const status = await sender.statusOf(txid, expiration);
    return status.kind === 'mined' ? { ...status, txid } : status;
  },
  // The place of a payment is its own transaction, which no other one can use.
  isPlaceUsed: async () => false,
});

function readPlaced({ withdrawalId, unsigned, wallet }: PlacedPayment, { usdt }: TronMeans): ReadTronPayment {
  const read = readTronPayment(unsigned, { chain: { usdt }, wallet });
  if (!read) throw new Error(`the bytes of ${withdrawalId} are no payment of its wallet`);
  return read;
}
