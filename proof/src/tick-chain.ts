// The hash chain of a coin's ticks: each hash takes in the one before, so that two of them vouch for every tick between.
import type { ArchivedTick, TickRun } from '@candor/wire';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Something that does not fit: a stable name that screens translate by, and the numbers in plain English. */
export interface Finding {
  name: 'tick-form' | 'tick-sequence' | 'tick-time' | 'tick-hash';
  detail: string;
}

const hashForm = /^[0-9a-f]{64}$/;
// As wire writes prices: no sign, no exponent, no zeros that could be left out. One price thus has one text and one hash.
const priceForm = /^(?:[1-9]\d{0,19}|(?:0|[1-9]\d{0,19})\.\d{0,17}[1-9])$/;
const coinForm = /^[A-Z0-9]{1,10}$/;

/** Where a coin's chain begins: the hash before its first tick. */
export const genesisHash = (coin: string): string => bytesToHex(sha256(utf8ToBytes(`candor ticks ${coin}`)));

/** The hash after a tick. */
export function hashTick(previousHash: string, coin: string, tick: ArchivedTick): string {
  return bytesToHex(hashAfter(hexToBytes(previousHash), coin, tick));
}

/** Everything that does not fit in a run of ticks; empty when it is sound. Work ends at the first broken tick. */
export function verifyTickRun(run: TickRun): Finding[] {
  if (!coinForm.test(run.coin)) return [{ name: 'tick-form', detail: `"${run.coin}" is not the code of a coin` }];
  if (!hashForm.test(run.start_hash)) return [{ name: 'tick-hash', detail: 'start_hash is not 64 hex digits' }];
  if (!hashForm.test(run.end_hash)) return [{ name: 'tick-hash', detail: 'end_hash is not 64 hex digits' }];
  let hash: Uint8Array = hexToBytes(run.start_hash);
  let before: ArchivedTick | undefined;
  for (const tick of run.ticks) {
    const finding = findTickFault(tick, before, run);
    if (finding !== undefined) return [finding];
    hash = hashAfter(hash, run.coin, tick);
    before = tick;
  }
  const recomputed = bytesToHex(hash);
  if (recomputed === run.end_hash) return [];
  return [{ name: 'tick-hash', detail: `the ticks lead to hash ${recomputed}, but end_hash is ${run.end_hash}` }];
}

function findTickFault(tick: ArchivedTick, before: ArchivedTick | undefined, run: TickRun): Finding | undefined {
  const [sequence, price, sourceAt, publishedAt, inputs] = tick;
  const isForm = [sequence, sourceAt, publishedAt].every((number) => Number.isSafeInteger(number) && number >= 0);
  if (!isForm || sequence === 0 || !priceForm.test(price) || inputs === '' || inputs.length > 200) {
    return { name: 'tick-form', detail: `${JSON.stringify(tick).slice(0, 120)} does not have the form of a tick` };
  }
  if (before === undefined) {
    if (sequence !== 1 || run.start_hash === genesisHash(run.coin)) return undefined;
    return { name: 'tick-hash', detail: `tick 1 must start from ${genesisHash(run.coin)}, not from ${run.start_hash}` };
  }
  if (sequence !== before[0] + 1) {
    return { name: 'tick-sequence', detail: `after tick ${before[0]} comes ${sequence} instead of ${before[0] + 1}` };
  }
  if (publishedAt >= before[3]) return undefined;
  return {
    name: 'tick-time',
    detail: `tick ${sequence} was published at ${publishedAt}, before tick ${before[0]} at ${before[3]}`,
  };
}

const encoder = new TextEncoder();

function hashAfter(previousHash: Uint8Array, coin: string, tick: ArchivedTick): Uint8Array {
  if (previousHash.length !== 32) throw new Error('a hash has 32 bytes');
  return sha256(concatBytes(previousHash, encoder.encode(`${coin}|${tick.join('|')}`)));
}
