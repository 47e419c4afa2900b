// Pays in Bitcoin: a payment spends outputs of the wallet, which are its places, and what is left over comes back as change.
import {
  chooseOutputs,
  feeOfPsbt,
  fundingBranch,
  openBitcoinWallet,
  paymentsOn,
  raiseAfterMs,
  raiseFee,
  readPsbt,
  scriptOfAddress,
  writePsbt,
  type BitcoinSender,
  type BitcoinWallet,
  type ChainPayments,
  type ChosenOutputs,
  type Network,
  type Signer,
  type ToPay,
  type WalletPath,
} from '@candor/chain';
import { keepWalletAddresses, readUnspentOutputs } from '../chains/wallet-outputs.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { readSpendable, takeChangePath } from './bitcoin-outputs.ts';
import { bitcoinStatus, bitcoinStatusBy } from './bitcoin-status.ts';
import type { NetworkPayer, PlacedPayment, TakePlaces, WrittenReplacement } from './network-payer.ts';
import { lockNextNonce, openWallet } from './pay-store.ts';
import { Trouble } from './trouble.ts';
import type { Withdrawal } from './withdrawal.ts';

export interface BitcoinMeans {
  network: Network;
  pool: Pool;
  signer: Signer;
  sender: BitcoinSender;
  /** The account's extended public key that the signer names, the prefix of its chain, and its highest fee. */
  wallet: string;
  prefix: string;
  feeMax: bigint;
}

interface Parts extends BitcoinMeans {
  payments: ChainPayments;
  keys: BitcoinWallet;
}

export function bitcoinPayer(means: BitcoinMeans): NetworkPayer {
  const { signer, sender, wallet, prefix } = means;
  const payments = paymentsOn('bitcoin', { prefix });
  const parts: Parts = { ...means, payments, keys: openBitcoinWallet(wallet, prefix) };
  return {
    signer,
    wallet,
    isOrdered: false,
    async openWallet(pool) {
      const { name } = means.network;
      await openWallet(pool, { network: name, wallet, token: null, mined: 0 });
      const path: WalletPath = { branch: fundingBranch, index: 0 };
      const funding = { branch: path.branch, addressIndex: path.index, address: parts.keys.addressAt(path) };
      await keepWalletAddresses(pool, { network: name, wallet, addresses: [funding] });
    },
    prepare: (withdrawal, onTheirWay) => prepare(withdrawal, onTheirWay, parts),
    verify: (signed, of) => payments.verify(signed, of),
    send: (signed) => sender.send(signed),
    ...bitcoinStatus(means),
    statusBy: (ask) => bitcoinStatusBy(ask, means),
    async holdings() {
      const unspent = await readUnspentOutputs(means.pool, { network: means.network.name, wallet });
      return { BTC: unspent.reduce((sum, { units }) => sum + units, 0n) };
    },
    replacing: {
      isDue: (sentAt, now) => now - sentAt >= raiseAfterMs,
      next: (payment, newestUnsigned) => replacementOf(payment, newestUnsigned, parts),
    },
  };
}

const termsOf = async (
  { address, units }: Withdrawal,
  { sender, prefix, feeMax }: Pick<Parts, 'sender' | 'prefix' | 'feeMax'>,
): Promise<ToPay> => {
  const script = scriptOfAddress(address, prefix);
  if (!script) throw new Error(`${address} is no address of this chain`);
  return { script, units: BigInt(units), rate: await sender.feeRate(), feeMax };
};

async function prepare(
  withdrawal: Withdrawal,
  onTheirWay: readonly PlacedPayment[],
  parts: Parts,
): Promise<TakePlaces | undefined> {
  const pay = await termsOf(withdrawal, parts);
  const chosen = chooseOutputs(await readSpendable(parts.pool, parts), pay);
  // The change of payments on their way may be enough, once a block holds them.
  if (chosen === 'short' && onTheirWay.length > 0) return undefined;
  if (chosen === 'short') throw new Trouble('wallet-short');
  if (chosen === 'too-dear') throw new Trouble('fees-too-high');
  if (chosen === 'dust') throw new Trouble('node-refuses');
  return async (database) => {
    const { network, wallet } = parts;
    if ((await lockNextNonce(database, { network: network.name, wallet })) === undefined) return undefined;
    const unsigned = await write(chosen, pay, {
      ...parts,
      pathOfChange: () => takeChangePath(database, pathParts(parts)),
    });
    const read = await parts.payments.read(unsigned, wallet);
    if (read?.to !== withdrawal.address || read.units !== pay.units || read.feeMax > parts.feeMax)
      throw new Error(`the bytes of ${withdrawal.withdrawalId} are not its payment`);
    return { unsigned, nonce: null, places: read.places };
  };
}

const pathParts = ({ network, wallet, keys }: Parts) => ({
  network,
  wallet,
  addressAt: (path: WalletPath) => keys.addressAt(path),
});

async function write(
  { inputs, change }: ChosenOutputs,
  { script, units }: ToPay,
  { keys, pathOfChange }: { keys: BitcoinWallet; pathOfChange: () => Promise<WalletPath> },
): Promise<string> {
  const back = change === undefined ? undefined : { path: await pathOfChange(), units: change };
  return writePsbt({ inputs, payee: { script, units }, change: back }, keys);
}

/** Takes a higher fee from the change, or from further outputs. The change goes to the same address: only one of the transactions is made. */
async function replacementOf(
  payment: PlacedPayment,
  newestUnsigned: string,
  parts: Parts,
): Promise<WrittenReplacement | undefined> {
  const { pool, wallet, prefix } = parts;
  // Bytes of another wallet can't be signed here.
  if (payment.wallet !== wallet) return undefined;
  const last = await readPsbt(newestUnsigned, { wallet, prefix });
  if (!last) throw new Error(`the bytes of ${payment.withdrawalId} are no payment of its wallet`);
  const pay = await termsOf(payment, parts);
  const raised = raiseFee({ inputs: last.inputs, fee: feeOfPsbt(last) }, await readSpendable(pool, parts), pay);
  if (raised === 'short') throw new Trouble('wallet-short');
  if (raised === 'too-dear') throw new Trouble('fees-too-high');
  const pathOfChange = async (): Promise<WalletPath> => last.change?.path ?? firstChangeOf(parts);
  const unsigned = await write(raised, pay, { ...parts, pathOfChange });
  return { unsigned, places: raised.inputs.map(({ txid, vout }) => `${txid}:${vout}`) };
}

const firstChangeOf = (parts: Parts): Promise<WalletPath> =>
  inTransaction(parts.pool, async (database: Database) => {
    await lockNextNonce(database, { network: parts.network.name, wallet: parts.wallet });
    return takeChangePath(database, pathParts(parts));
  });
