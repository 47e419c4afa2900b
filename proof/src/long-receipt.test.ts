// A contract that was open for more than a day: verified with the whole archive, or with the pages that its receipt rests on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArchivedTick, TickRun, UnsignedContractReceipt } from '@candor/wire';
import { termsOfContract1 } from './check-contract.ts';
import { collectArchive, ticksWhereCut } from './collect-archive.ts';
import { contractFormula } from './contract-formula.ts';
import { publicKeyOf, signReceipt } from './sign-receipt.ts';
import { genesisHash, hashTick } from './tick-chain.ts';
import { verifyReceipt } from './verify-receipt.ts';

const secretKey = '0b'.repeat(32);
const trustedKey = publicKeyOf(secretKey);
const [startMs, everyMs] = [1_760_000_000_000, 100];
const acceptedSequence = 4;
/** From the order to the tick that closed it. */
const lived = 900_001;
const exitSequence = acceptedSequence + lived;
const ticks: ArchivedTick[] = Array.from({ length: exitSequence + 1 }, (_, place) => {
  const at = startMs + place * everyMs;
  return [place + 1, '60000', at, at, 'htx'];
});
const hashes = [genesisHash('BTC')];
for (const tick of ticks) hashes.push(hashTick(hashes.at(-1)!, 'BTC', tick));

const runOf = (after: number, last: number): TickRun => ({
  coin: 'BTC',
  start_hash: hashes[after]!,
  ticks: ticks.slice(after, last),
  end_hash: hashes[Math.min(last, ticks.length)]!,
});
const refOf = ([sequence, price, , published_ms]: ArchivedTick) => ({ sequence, price, published_ms });

function receiptOf(change: Partial<UnsignedContractReceipt> = {}) {
  const [entry, exit] = [ticks[acceptedSequence + 2]!, ticks[exitSequence - 1]!];
  const facts = {
    order: {
      trade_id: 'cfd_01k7000000000000000000000a', account_id: 'acc_01k7000000000000000000000b', coin: 'BTC',
      side: 'long', order_type: 'market', lever: 10, sheets: 1, sheet_size: '0.001', trade_price: '60000',
      usd_num: '6', fee: '0.06', received_ms: ticks[acceptedSequence - 1]![3], accepted_sequence: acceptedSequence,
    },
    terms: {
      config_version: 1, lever_max: 50, fee_rate: '0.01', maintenance_rate: '0.005', slippage_max: '0.005',
      ...termsOfContract1,
    },
    entry: refOf(entry),
    changes: [{ kind: 'close', received_ms: exit[3] - 250, accepted_sequence: exitSequence - 3, sheets: 1 }],
    liquidation_price: '54300',
    exit: refOf(exit),
    result: 'closed',
    cancel_reason: null,
    cancel: null,
    margin: '6',
    pnl: '0',
    paid: '6',
  } as const; // oxfmt-ignore
  const unsigned = {
    kind: 'contract' as const,
    version: 1 as const,
    ...facts,
    settled_at: new Date(exit[3] + 10).toISOString(),
    formula: contractFormula(facts as never),
    archive: [runOf(acceptedSequence, entry[0]), runOf(exitSequence - 600, exitSequence + 1)],
    ...change,
  };
  return signReceipt(unsigned as unknown as UnsignedContractReceipt, secretKey);
}

function sourceOf(ticksMax: number) {
  const asked = { pages: 0, atOnce: 0, atOnceMost: 0 };
  const pageAfter = async (after: number, last: number): Promise<TickRun> => {
    asked.pages++;
    asked.atOnceMost = Math.max(asked.atOnceMost, ++asked.atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    asked.atOnce--;
    return runOf(after, Math.min(last, after + 1000, ticks.length));
  };
  return { asked, source: { pageAfter, ticksMax, pagesAtOnce: 5 } };
}
const failed = ({ checks }: ReturnType<typeof verifyReceipt>): string[] =>
  checks.flatMap(({ ok, name, detail }) => (ok ? [] : [`${name}: ${detail}`]));

test('900,001 ticks verify when all of them are compared, some pages at once and progress told', async () => {
  const { asked, source } = sourceOf(1_000_000);
  const seen: number[] = [];
  const receipt = receiptOf();
  const archive = await collectArchive(receipt, { ...source, onProgress: (done) => seen.push(done) });
  assert.deepEqual([asked.pages, asked.atOnceMost, seen.length], [901, 5, 901]);
  const verification = verifyReceipt(receipt, { archive, trustedKey });
  assert.deepEqual([failed(verification), verification.verdict], [[], 'verified']);
});

test('compared with the pages that it rests on alone, what was between is a note and nothing fails', async () => {
  const { asked, source } = sourceOf(60_000);
  const receipt = receiptOf();
  const archive = await collectArchive(receipt, source);
  assert.ok(asked.pages <= 3, `${asked.pages} pages`);
  const { verdict, unchecked, checks } = verifyReceipt(receipt, { archive, trustedKey });
  assert.deepEqual([failed({ verdict, unchecked, checks }), verdict, unchecked], [[], 'incomplete', ['reach']]);
  // The one after the end too, which its receipt shows.
  assert.deepEqual(
    [60_000, lived + 1].map((most) => ticksWhereCut(receipt, most)),
    [lived + 1, undefined],
  );
});

test('what it rests on is checked all the same: another price, another hash, ticks that nobody else sees', async () => {
  const { source } = sourceOf(60_000);
  const honest = receiptOf();
  const archive = await collectArchive(honest, source);
  const [first, second] = honest.archive as [TickRun, TickRun];
  const price = second.ticks.map((tick, place) => (place === 30 ? (tick.with(1, '60001') as ArchivedTick) : tick));
  const rehashed = (start: string, list: ArchivedTick[]): TickRun => ({
    coin: 'BTC',
    start_hash: start,
    ticks: list,
    end_hash: list.reduce((hash, tick) => hashTick(hash, 'BTC', tick), start),
  });
  const other = receiptOf({ archive: [first, rehashed(second.start_hash, price)] });
  assert.match(failed(verifyReceipt(other, { archive, trustedKey })).join(), /price of tick/);
  const start = receiptOf({ archive: [first, rehashed('ab'.repeat(32), second.ticks)] });
  assert.match(failed(verifyReceipt(start, { archive, trustedKey })).join(), /archive.start_hash is abab/);
  assert.match(failed(verifyReceipt(honest, { archive: archive.slice(0, 1), trustedKey })).join(), /does not show/);
  assert.match(failed(verifyReceipt(receiptOf({ paid: '7' }), { archive, trustedKey })).join(), /paid is 7/);
});

test('pages that do not follow one another are no archive', () => {
  const receipt = receiptOf();
  const [one, two] = [runOf(acceptedSequence, 500), runOf(500, 1000)];
  for (const archive of [
    [two, one],
    [one, one],
    [one, { ...two, start_hash: 'ab'.repeat(32) }],
  ]) {
    assert.match(failed(verifyReceipt(receipt, { archive, trustedKey })).join(), /in the public archive/);
  }
});
