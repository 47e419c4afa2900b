// What is said over the signer's socket: a line of JSON for each question, and one for each answer.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { AssetCode } from '@candor/wire';
import type { BaseUnits } from '../networks/amounts.ts';
import { networkNames, type NetworkName } from '../networks/networks.ts';
import type { ChainText } from './payment-chains.ts';
import type { Approval, Payment } from './payment.ts';
import type { SignerRefusal } from './signer-rules.ts';

export type SignerQuestion =
  | { ask: 'who' }
  /** Whether these approvals are enough for this payment: asked before it takes a place in the wallet's order. */
  | ({ ask: 'judge' } & ApprovedPayment)
  | ({ ask: 'sign'; unsigned: string } & ApprovedPayment);
export interface ApprovedPayment {
  payment: Payment;
  approvals: readonly Approval[];
}

export type SignerAnswer =
  | { wallets: SignerWallets }
  | { isApproved: true }
  | { signed: string; txid: string }
  | { refused: SignerRefusal | 'malformed' };

/** The wallets of a signer, of the networks that it signs for. */
export type SignerWallets = Readonly<Partial<Record<NetworkName, SignerWallet>>>;
export interface SignerWallet {
  wallet: string;
  chain: ChainText;
  /** The most that one transaction may cost, in the smallest unit of the network's own coin. */
  feeMax: string;
}

/** The socket below a signer's own directory. */
export const socketName = 'socket';

export const writeMessage = (message: SignerQuestion | SignerAnswer): string =>
  `${JSON.stringify(message, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`;

/** Lines of at most so many bytes together: whoever sends more is not read on. */
export async function* linesOf(stream: Readable, bytesMax = 256 * 1024): AsyncGenerator<string> {
  let bytes = 0;
  stream.on('data', (chunk: Buffer | string) => {
    bytes += chunk.length;
    if (bytes > bytesMax) stream.destroy();
  });
  for await (const line of createInterface({ input: stream })) {
    bytes = 0;
    yield line;
  }
}

/** Undefined for what is no question. */
export function readQuestion(line: string): SignerQuestion | undefined {
  try {
    const asked = record(JSON.parse(line));
    if (asked['ask'] === 'who') return { ask: 'who' };
    if (asked['ask'] === 'judge') return { ask: 'judge', ...approvedPayment(asked) };
    if (asked['ask'] !== 'sign') return undefined;
    const unsigned = text(asked['unsigned'], /^(0x)?[0-9a-f]{2,50000}$/);
    return { ask: 'sign', unsigned, ...approvedPayment(asked) };
  } catch {
    return undefined;
  }
}

/** Each value has one form: an id that could be written in two ways would be one approval for two payments. */
function approvedPayment(asked: Record<string, unknown>): ApprovedPayment {
  const { id, network, asset, to, units } = record(asked['payment']);
  if (!Array.isArray(asked['approvals'])) throw new TypeError('no list');
  const approvals = asked['approvals'].slice(0, 10).map(record);
  return {
    payment: {
      id: text(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      network: networkOf(network),
      asset: text(asset, /^[A-Z]{1,10}$/) as AssetCode,
      to: text(to, /^[\w-]{1,100}$/),
      units: BigInt(text(units, /^[1-9]\d{0,77}$/)) as BaseUnits,
    },
    approvals: approvals.map(({ person, signature }) => ({
      person: text(person, /^.{1,100}$/u),
      signature: text(signature, /^.{1,6000}$/u),
    })),
  };
}

function networkOf(value: unknown): NetworkName {
  const found = networkNames.find((name) => name === value);
  if (found) return found;
  throw new TypeError('no network');
}
function record(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new TypeError('no object');
}
function text(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new TypeError('another text is expected');
}
