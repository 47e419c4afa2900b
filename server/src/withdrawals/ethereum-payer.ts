// Pays on Ethereum: the wallet's transactions have an order, and a transaction with the same nonce and a higher fee replaces another one.
import { evmSender, feeOf, paymentsOn, readTransfer, writeTransfer, type EvmSender, type Signer } from '@candor/chain';
import type { Database } from '../kit/postgres.ts';
import type {
  NetworkPayer,
  PaymentStatus,
  PlacedPayment,
  SentTransaction,
  StatusSource,
  TakePlaces,
} from './network-payer.ts';
import { lockNextNonce, openWallet } from './pay-store.ts';
import { chooseReplacement, hasWaited } from './replacement.ts';
import { Trouble } from './trouble.ts';
import { paymentOf, type Withdrawal } from './withdrawal.ts';

export interface EthereumMeans {
  signer: Signer;
  sender: EvmSender;
  /** The signer names its wallet, its chain and its highest fee. */
  wallet: string;
  chainId: bigint;
  feeMax: bigint;
  usdt: string;
}

export function ethereumPayer(means: EthereumMeans): NetworkPayer {
  const { signer, sender, wallet, chainId, usdt } = means;
  const payments = paymentsOn('ethereum', { chainId: String(chainId), usdt });
  return {
    signer,
    wallet,
    isOrdered: true,
    async openWallet(pool) {
      const mined = parseInt((await sender.nonceOf(wallet)).toString(), 10);
      await openWallet(pool, { network: 'ethereum', wallet, token: usdt, mined });
    },
    prepare: (withdrawal, onTheirWay) => prepare(withdrawal, onTheirWay, means),
    verify: (signed, of) => payments.verify(signed, of),
    send: (signed) => sender.send(signed),
    ...statusFrom(sender),
    statusBy: (ask) => statusFrom(evmSender(ask, usdt)),
    replacing: {
      isDue: hasWaited,
      bytesOf: (payment, newestUnsigned) => replacementOf(payment, newestUnsigned, means),
    },
  };
}

const statusFrom = (sender: EvmSender): StatusSource => ({
  statusOf: (_payment, transactions) => statusOf(transactions, sender),
  isPlaceUsed: (payment) => isNonceUsed(payment, sender),
});

async function prepare(
  withdrawal: Withdrawal,
  onTheirWay: readonly PlacedPayment[],
  means: EthereumMeans,
): Promise<TakePlaces> {
  const { sender, wallet, chainId, usdt, feeMax } = means;
  const fees = await sender.fees();
  if (feeOf(fees) > feeMax) throw new Trouble('fees-too-high');
  await requireFunds([...onTheirWay, withdrawal], { ...means, fee: feeOf(fees) });
  return async (database: Database) => {
    const nonce = await lockNextNonce(database, { network: withdrawal.network, wallet });
    if (nonce === undefined) return undefined;
    const terms = { chainId, usdt, nonce: BigInt(nonce), ...fees };
    return { unsigned: await writeTransfer(paymentOf(withdrawal), terms), nonce, places: [] };
  };
}

/** Throws if the wallet can't pay: such a transfer would stay in the network and delay all later ones. The last one of `payments` is new. */
async function requireFunds(
  payments: readonly Withdrawal[],
  { sender, wallet, fee }: EthereumMeans & { fee: bigint },
): Promise<void> {
  const sumOf = (asset: string): bigint =>
    payments.filter((each) => each.asset === asset).reduce((sum, { units }) => sum + BigInt(units), 0n);
  const fees = fee * BigInt(payments.length);
  const isShort =
    (await sender.balanceOf(wallet, 'ETH')) < sumOf('ETH') + fees ||
    (payments.at(-1)!.asset === 'USDT' && (await sender.balanceOf(wallet, 'USDT')) < sumOf('USDT'));
  if (isShort) throw new Trouble('wallet-short');
}

/** At most one of the transactions can be in a block, because all have the same nonce. */
async function statusOf(transactions: readonly SentTransaction[], sender: EvmSender): Promise<PaymentStatus> {
  for (const { txid } of transactions) {
    const status = await sender.statusOf(txid);
    if (status.kind === 'mined') return { ...status, txid };
  }
  return { kind: 'pending' };
}

async function isNonceUsed({ nonce, wallet }: PlacedPayment, sender: EvmSender): Promise<boolean> {
  const used = await sender.finalNonceOf(wallet);
  return used !== undefined && used > BigInt(nonce!);
}

async function replacementOf(
  payment: PlacedPayment,
  unsigned: string,
  { sender, wallet, usdt, chainId, feeMax }: EthereumMeans,
): Promise<string | undefined> {
  const fees = await readTransfer(unsigned, usdt);
  if (!fees) throw new Error(`the bytes of ${payment.withdrawalId} are no transfer`);
  const nonce = BigInt(payment.nonce!);
  const isNext = (await sender.nonceOf(wallet)) === nonce;
  const network = await sender.fees();
  const chosen = chooseReplacement({ fees, isNext }, { network, feeMax });
  if (chosen.kind === 'wait') return undefined;
  if (chosen.kind === 'too-dear') throw new Trouble('fees-too-high');
  const paid = payment.asset === 'ETH' ? BigInt(payment.units) : 0n;
  if ((await sender.balanceOf(wallet, 'ETH')) < paid + feeOf(chosen.fees)) throw new Trouble('wallet-short');
  return writeTransfer(paymentOf(payment), { chainId, usdt, nonce, ...chosen.fees });
}
