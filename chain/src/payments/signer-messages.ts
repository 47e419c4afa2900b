// What is said over the signer's socket: a line of JSON for each question, and one for each answer.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { AssetCode } from '@candor/wire';
import type { BaseUnits } from '../networks/amounts.ts';
import type { NetworkName } from '../networks/networks.ts';
import type { Approval, Payment } from './payment.ts';
import type { SignerRefusal } from './signer-rules.ts';

export type SignerQuestion = { ask: 'who' } | { ask: 'sign'; payment: Payment; unsigned: string; approvals: readonly Approval[] }; // oxfmt-ignore
export type SignerAnswer = { address: string; chainId: string; feeMax: string } | { signed: string; txid: string } | { refused: SignerRefusal | 'malformed' }; // oxfmt-ignore

/** The socket below a signer's own directory. */
export const socketName = 'socket';

export const writeMessage = (message: SignerQuestion | SignerAnswer): string =>
  `${JSON.stringify(message, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`;

/** Lines of at most so many bytes together: whoever sends more is not read on. */
export async function* linesOf(stream: Readable, bytesMax = 64 * 1024): AsyncGenerator<string> {
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
    if (asked['ask'] !== 'sign' || !Array.isArray(asked['approvals'])) return undefined;
    const { id, network, asset, to, units } = record(asked['payment']);
    return {
      ask: 'sign',
      unsigned: text(asked['unsigned'], /^0x02[0-9a-f]{2,4000}$/),
      payment: {
        id: text(id, /^[0-9a-f-]{36}$/),
        network: text(network, /^[a-z]{1,20}$/) as NetworkName,
        asset: text(asset, /^[A-Z]{1,10}$/) as AssetCode,
        to: text(to, /^\w{1,100}$/),
        units: BigInt(text(units, /^[1-9]\d{0,77}$/)) as BaseUnits,
      },
      approvals: asked['approvals'].slice(0, 10).map(record).map(({ person, signature }) => ({
        person: text(person, /^.{1,100}$/u),
        signature: text(signature, /^[0-9a-f]{128}$/),
      })),
    }; // oxfmt-ignore
  } catch {
    return undefined;
  }
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new TypeError('no object');
}
function text(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new TypeError('another text is expected');
}
