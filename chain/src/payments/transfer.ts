// A transfer of Ethereum: the bytes that a payment becomes, and what bytes that somebody gives would pay.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { parseEthereumAddress, writeEthereumAddress } from '../addresses/ethereum-address.ts';
import type { Payment } from './payment.ts';

/** What a sender chooses besides the payment. */
export interface TransferTerms {
  chainId: bigint;
  /** The contract of USDT, with small digits. */
  usdt: string;
  nonce: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** What bytes would do. */
export interface ReadTransfer {
  chainId: bigint;
  nonce: bigint;
  asset: 'ETH' | 'USDT';
  to: string;
  units: bigint;
  /** The most that its way through the network can cost, in wei. */
  feeMax: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** Minimum raise of both fees for a replacement with the same nonce, as nodes require it: one eighth, rounded up. */
export const raisedFee = (fee: bigint): bigint => (fee * 9n + 7n) / 8n;

/** Enough for a token, and for wallets that are contracts; what is not used costs nothing. */
export const transferGas = 100_000n;
const transferCall = '0xa9059cbb';

const library = async () => (await import('micro-eth-signer')).Transaction;

/** Throws where the package that knows transactions is left out. */
export const loadTransfers = async (): Promise<void> => void (await library());

export async function writeTransfer(payment: Payment, terms: TransferTerms): Promise<string> {
  const { to, units, asset } = payment;
  const { usdt, ...own } = terms;
  const token = `${transferCall}${to.slice(2).toLowerCase().padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
  const paid =
    asset === 'ETH'
      ? { to, value: units as bigint, data: '' }
      : { to: writeEthereumAddress(hexToBytes(usdt.slice(2))), value: 0n, data: token };
  return (await library()).prepare({ ...own, ...paid, gasLimit: transferGas }).toHex();
}

/** Undefined for everything that is not one of the two transfers, to the letter. */
export async function readTransfer(unsigned: string, usdt: string): Promise<ReadTransfer | undefined> {
  const Transaction = await library();
  try {
    const transaction = Transaction.fromHex(unsigned);
    if (transaction.isSigned || transaction.type !== 'eip1559') return undefined;
    const { chainId, nonce, maxFeePerGas, maxPriorityFeePerGas, gasLimit, to, value, data } =
      transaction.raw as unknown as Fields;
    const common = { chainId, nonce, feeMax: maxFeePerGas * gasLimit, maxFeePerGas, maxPriorityFeePerGas };
    const isPlain = data === '' || data === '0x';
    if (isPlain && to.toLowerCase() !== usdt) return { ...common, asset: 'ETH', to, units: value };
    const called = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(data);
    if (!called || value !== 0n || to.toLowerCase() !== usdt) return undefined;
    const payee = parseEthereumAddress(`0x${called[1]!}`);
    return payee.ok ? { ...common, asset: 'USDT', to: payee.address, units: BigInt(`0x${called[2]!}`) } : undefined;
  } catch {
    return undefined;
  }
}

interface Fields {
  chainId: bigint;
  nonce: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  gasLimit: bigint;
  to: string;
  value: bigint;
  data: string;
}

export async function signTransfer(
  unsigned: string,
  privateKey: Uint8Array,
): Promise<{ signed: string; txid: string }> {
  // Without randomness: the same transfer has the same bytes, whenever it is signed.
  const signed = (await library()).fromHex(unsigned).signBy(privateKey, false).toHex();
  return { signed, txid: txidOf(signed) };
}

export const txidOf = (signed: string): string => `0x${bytesToHex(keccak_256(hexToBytes(signed.slice(2))))}`;

/** Whose signature it bears. */
export async function senderOf(signed: string): Promise<string> {
  const { sender } = (await library()).fromHex(signed);
  return writeEthereumAddress(hexToBytes(sender.slice(2).toLowerCase()));
}

/** Whether the signed bytes are those of the unsigned ones. */
export async function isSignatureOf(signed: string, unsigned: string): Promise<boolean> {
  const Transaction = await library();
  const { type, raw } = Transaction.fromHex(signed);
  const { r: _r, s: _s, yParity: _parity, ...bare } = raw as unknown as Record<string, unknown>;
  return Transaction.prepare({ type, ...bare } as never).toHex() === unsigned;
}
