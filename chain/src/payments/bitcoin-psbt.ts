// The unsigned form of a payment in Bitcoin: a PSBT (BIP174, version 0) in exactly one way of writing. What can't be written again byte for byte
// from what was read is refused, so that a PSBT holds nothing else: no other sighash, lock time, version, script or unknown field.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Transaction } from '@scure/btc-signer';
import { isWalletPath, openBitcoinWallet, type BitcoinWallet, type WalletPath } from '../addresses/bitcoin-wallet.ts';

export interface SpentOutput {
  txid: string;
  vout: number;
  units: bigint;
  path: WalletPath;
}
export interface UnsignedBitcoin {
  inputs: readonly SpentOutput[];
  payee: { script: Uint8Array; units: bigint };
  change: { path: WalletPath; units: bigint } | undefined;
}

/** Allows a replacement with a higher fee (BIP125). */
const sequence = 0xfffffffd;
const version = 2;
/** All the coins that there will ever be. */
const unitsMax = 2_100_000_000_000_000n;

export const library = () => import('@scure/btc-signer');
export const outpointOf = ({ txid, vout }: Pick<SpentOutput, 'txid' | 'vout'>): string => `${txid}:${vout}`;

/** Writes the PSBT in hex. Inputs and outputs are sorted (BIP69), so that neither their order nor the change stands out. */
export async function writePsbt(payment: UnsignedBitcoin, wallet: BitcoinWallet): Promise<string> {
  return bytesToHex((await transactionOf(payment, wallet)).toPSBT(0));
}

export async function transactionOf(payment: UnsignedBitcoin, wallet: BitcoinWallet): Promise<Transaction> {
  const btc = await library();
  const transaction = new btc.Transaction({ version, lockTime: 0, PSBTVersion: 0 });
  const keyOf = (path: WalletPath) => ({
    bip32Derivation: [
      [wallet.publicKeyAt(path), { fingerprint: wallet.fingerprint, path: [path.branch, path.index] }],
    ] as [Uint8Array, { fingerprint: number; path: number[] }][],
  });
  for (const { txid, vout, units, path } of payment.inputs.toSorted(byOutpoint)) {
    const witnessUtxo = { script: wallet.scriptAt(path), amount: units };
    transaction.addInput({ txid, index: vout, sequence, witnessUtxo, ...keyOf(path) });
  }
  const { payee, change } = payment;
  const outputs = [
    { script: payee.script, amount: payee.units },
    ...(change ? [{ script: wallet.scriptAt(change.path), amount: change.units, ...keyOf(change.path) }] : []),
  ];
  for (const output of outputs.sort(byAmountAndScript)) transaction.addOutput(output);
  return transaction;
}

/** Returns what the payment leaves for the miner, as far as its amounts of inputs are right. */
export const feeOfPsbt = ({ inputs, payee, change }: UnsignedBitcoin): bigint =>
  inputs.reduce((sum, { units }) => sum + units, 0n) - payee.units - (change?.units ?? 0n);

/** Returns the id of signed bytes. Throws if they are no transaction. */
export async function txidOfBytes(signed: string): Promise<string> {
  return (await library()).Transaction.fromRaw(hexToBytes(signed)).id;
}

/** Returns undefined for everything that `writePsbt` would not write for this wallet. Nothing that the PSBT says of its inputs is believed. */
export async function readPsbt(
  unsigned: string,
  of: { wallet: string; prefix: string },
): Promise<UnsignedBitcoin | undefined> {
  const btc = await library();
  try {
    const wallet = walletOf(of);
    const transaction = btc.Transaction.fromPSBT(hexToBytes(unsigned), { unknown: 'strict', proprietary: 'strict' });
    const payment = paymentIn(transaction);
    if (!payment || !isSound(payment, wallet)) return undefined;
    return (await writePsbt(payment, wallet)) === unsigned ? payment : undefined;
  } catch {
    return undefined;
  }
}

/** The last wallet is kept: each of its keys takes about a millisecond to derive. */
let opened: { name: string; wallet: BitcoinWallet } | undefined;
export function walletOf({ wallet: xpub, prefix }: { wallet: string; prefix: string }): BitcoinWallet {
  const name = `${prefix} ${xpub}`;
  if (opened?.name !== name) opened = { name, wallet: openBitcoinWallet(xpub, prefix) };
  return opened.wallet;
}

/** What the PSBT says, before any of it is believed. The change is the output that says where it is in the wallet. */
function paymentIn(transaction: Transaction): UnsignedBitcoin | undefined {
  const inputs = listOf(transaction.inputsLength, (place): SpentOutput => {
    const { txid, index, witnessUtxo, bip32Derivation } = transaction.getInput(place);
    return { txid: bytesToHex(txid!), vout: index!, units: witnessUtxo!.amount, path: pathOf(bip32Derivation) };
  });
  const outputs = listOf(transaction.outputsLength, (place) => transaction.getOutput(place));
  const changes = outputs.filter(({ bip32Derivation }) => bip32Derivation !== undefined);
  const payees = outputs.filter(({ bip32Derivation }) => bip32Derivation === undefined);
  const [change, payee] = [changes[0], payees[0]];
  if (!payee || payees.length > 1 || changes.length > 1) return undefined;
  return {
    inputs,
    payee: { script: payee.script!, units: payee.amount! },
    change: change && { path: pathOf(change.bip32Derivation), units: change.amount! },
  };
}

const listOf = <Item>(length: number, at: (place: number) => Item): Item[] =>
  Array.from({ length }, (_, place) => at(place));

function pathOf(derivation: [Uint8Array, { path: number[] }][] | undefined): WalletPath {
  const path = derivation?.[0]?.[1].path ?? [];
  if (derivation?.length !== 1 || !isWalletPath(path)) throw new TypeError('no path of the wallet');
  return { branch: path[0] as WalletPath['branch'], index: path[1]! };
}

/** Addresses of this many indices at the start of both branches are recognised as the wallet's own in the place of a payee. */
const ownIndices = 20;

function isSound({ inputs, payee, change }: UnsignedBitcoin, wallet: BitcoinWallet): boolean {
  const amounts = [...inputs.map(({ units }) => units), payee.units, ...(change ? [change.units] : [])];
  if (inputs.length === 0 || amounts.some((units) => units <= 0n || units > unitsMax)) return false;
  if (new Set(inputs.map(outpointOf)).size < inputs.length) return false;
  if (change && change.path.branch !== 1) return false;
  const named = [...inputs.map(({ path }) => path), ...(change ? [change.path] : [])];
  const first = listOf(ownIndices, (index) => [
    { branch: 0 as const, index },
    { branch: 1 as const, index },
  ]).flat();
  return [...named, ...first].every((path) => compare(wallet.scriptAt(path), payee.script) !== 0);
}

const compare = (a: Uint8Array, b: Uint8Array): number => (bytesToHex(a) < bytesToHex(b) ? -1 : bytesToHex(a) > bytesToHex(b) ? 1 : 0); // prettier-ignore

export const byOutpoint = (a: Pick<SpentOutput, 'txid' | 'vout'>, b: Pick<SpentOutput, 'txid' | 'vout'>): number =>
  a.txid === b.txid ? a.vout - b.vout : a.txid < b.txid ? -1 : 1;

const byAmountAndScript = (a: { script: Uint8Array; amount: bigint }, b: typeof a): number =>
  a.amount === b.amount ? compare(a.script, b.script) : a.amount < b.amount ? -1 : 1;
