// What closing a position in parts brings: told, listed and summed up as the ledger moved it, to the last unit.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signReceipt, verifyContractReceipt } from '@candor/proof';
import { add, contractTabs, formatAmount, parseWireId, subtract, wad, zero } from '@candor/wire';
import type { ContractPartMessage, ContractReceipt, ContractReceipt2, Uuid, Wad } from '@candor/wire';
import fc from 'fast-check';
import { openContractsStage } from './support/contracts-stage.ts';
import type { ContractsStage } from './support/contracts-stage.ts';
import { runs, testSeed } from './support/seed.ts';

interface EventRule {
  action: string;
  ending?: { endingOf(order: object, texts: object): { gain: Wad | undefined } | undefined };
}
/** By address, so that the app is not compiled for a server. */
const rules = new URL('../../web/src/contracts/events.ts', import.meta.url).href;
const sums = new URL('../../web/src/contracts/receipt-sums.ts', import.meta.url).href;
const { sumsOf } = (await import(sums)) as { sumsOf: (receipt: ContractReceipt) => { net: Wad } };
const { events } = (await import(rules)) as { events: readonly EventRule[] };
const endingOf = (action: 'contract' | 'contract-part') => events.find((rule) => rule.action === action)!.ending!;

let stage: ContractsStage;
before(async () => {
  stage = await openContractsStage({ startMs: Date.UTC(2026, 2, 1, 12), bankroll: '100000000' });
  stage.tick('60000');
});
after(() => stage.end());

const secretKey = '0b'.repeat(32);
const unit = 10n ** 14n;
const sumOf = (amounts: readonly string[]): Wad => amounts.reduce((sum, each) => add(sum, wad(each)), zero);

/** What the journal says that an order added to its owner's money. */
async function movedBy(accountId: Uuid, trade_id: string): Promise<Wad> {
  const { rows } = await stage.ledger.pool.query<{ kind: string; amount: string }>(
    'select kind, trim_scale(sum(amount))::text as amount from ledger_moves where account_id = $1 and object_id = $2 group by kind',
    [accountId, parseWireId('contract', trade_id)],
  );
  const of = (kind: string): Wad => wad(rows.find((row) => row.kind === kind)?.amount ?? '0');
  return subtract(subtract(of('contract-profit'), of('contract-loss')), of('contract-fee'));
}

const position = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  sheets: fc.integer({ min: 2, max: 500 }),
  lever: fc.integer({ min: 1, max: 50 }),
  /** Each: the share of what is open, in thousandths, the price in units of 0.01, and what is added to the margin before, in units. */
  closes: fc.array(
    fc.record({
      share: fc.integer({ min: 1, max: 990 }),
      price: fc.integer({ min: 5_940_000, max: 6_060_000 }),
      added: fc.option(fc.integer({ min: 1, max: 900_000 })),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

const seed = testSeed;

test(`the parts and the end of a position bring what its ledger moved, net of the fee (seed ${seed})`, async () => {
  let partsInAll = 0;
  await fc.assert(
    fc.asyncProperty(position, async ({ side, sheets, lever, closes }) => {
      const accountId = await stage.ledger.pay('100000');
      stage.tick('60000');
      const { trade_id } = await stage.place({ accountId, side, sheets, lever, price: '60000' });
      stage.tick('60000');
      await stage.until(trade_id, ({ state }) => state === 'open');
      let open = sheets;
      for (const { share, price, added } of closes) {
        const count = Math.max(1, Math.trunc((open * share) / 1000));
        if (count >= open) break;
        if (added !== null) await stage.addMargin({ accountId }, trade_id, formatAmount((BigInt(added) * unit) as Wad));
        await stage.close({ accountId }, trade_id, count);
        stage.tick(formatAmount((BigInt(price) * 10n ** 16n) as Wad));
        const order = await stage.until(trade_id, (now) => now.state === 'ended' || now.openSheets < open);
        if (order.state === 'ended') break;
        open -= count;
        const [listed] = await stage.list(accountId, contractTabs.positions);
        assert.equal(wad(listed!.realised), sumOf((await stage.parts(accountId)).map(({ net }) => net)));
      }
      const [held] = await stage.list(accountId, contractTabs.positions);
      if (held) {
        await stage.close({ accountId }, trade_id);
        stage.tick('60001.23');
      }
      await stage.until(trade_id, ({ state }) => state === 'ended');
      partsInAll += await checkSums(accountId, trade_id);
    }),
    { seed, numRuns: runs(40), endOnFailure: true },
  );
  assert.ok(partsInAll > runs(40), `only ${partsInAll} parts`);
  await stage.ledger.audit();
});

/** Answers how many parts there were. */
async function checkSums(accountId: Uuid, trade_id: string): Promise<number> {
  const moved = await movedBy(accountId, trade_id);
  assert.equal(await stage.ledger.available(accountId), formatAmount(add(wad('100000'), moved)));
  const tabs = [contractTabs.history, contractTabs.liquidation];
  const order = (await Promise.all(tabs.map((tab) => stage.list(accountId, tab)))).flat()[0]!;
  assert.equal(order.realised, formatAmount(moved), 'history');
  assert.equal(endingOf('contract').endingOf(order, speech)?.gain, moved, 'toast of the end');
  const parts = await stage.parts(accountId);
  stage.tick('60000');
  const receipt = (await stage.receipt(accountId, trade_id)) as ContractReceipt2;
  const archive = await stage.market.tickRun('BTC', receipt.order.accepted_sequence, 1_000_000);
  assert.equal(verifyContractReceipt(receipt, { trustedKey: stage.publicKey, archive }).verdict, 'verified');
  assert.equal(sumsOf(receipt).net, moved, 'receipt and picture');
  const receipted = receipt.changes.filter((change) => change.kind === 'part');
  assert.equal(sumOf([receipt.net, ...receipted.map(({ net }) => net)]), moved, 'parts and end of the receipt');
  assert.equal(sumOf([receipt.fee, ...receipted.map(({ fee }) => fee)]), wad(order.fee), 'the fee in shares');
  assert.deepEqual(
    receipted.map(({ net }) => net).toReversed(),
    parts.map(({ net }) => net),
  );
  assert.deepEqual(parts.map(({ number }) => number), parts.map(({ number }) => number).toSorted((a, b) => b - a)); // oxfmt-ignore
  assert.deepEqual(stage.pushedParts(accountId).toReversed(), parts, 'pushed as they are listed');
  for (const part of parts) assert.equal(endingOf('contract-part').endingOf(part, speech)?.gain, wad(part.net));
  const closed = parts.reduce((count, { sheets_num }) => count + sheets_num, 0);
  assert.ok(closed < order.sheets_num);
  const fees = sumOf(parts.map(({ fee }) => fee));
  assert.ok(parts.every(isPlausible) && fees <= wad(order.fee));
  return parts.length;
}

const isPlausible = ({ net, paid, margin, fee }: ContractPartMessage): boolean =>
  wad(net) === subtract(subtract(wad(paid), wad(margin)), wad(fee));

/** The texts themselves are another matter. */
const speech = {
  t: (key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`,
  formats: { decimal: (text: string) => text },
};

test('of a long life the receipt has the ticks of each part, and without one of them it is refuted', async () => {
  const accountId = await stage.ledger.pay('1000');
  stage.tick('60000');
  const wait = (count: number): void => {
    for (let done = 0; done < count; done += 10) stage.ticks('60000', 10);
  };
  const { trade_id } = await stage.place({ accountId, price: '60000', lever: 10, sheets: 9 });
  stage.tick('60000');
  for (const [sheets, openAfter] of [[4, 5], [2, 3]] as const) {
    wait(2_000);
    await stage.close({ accountId }, trade_id, sheets);
    for (const price of ['60001', '60002', '60003.5']) stage.tick(price, 100);
    await stage.until(trade_id, ({ openSheets }) => openSheets === openAfter);
  } // oxfmt-ignore
  wait(2_000);
  await stage.close({ accountId }, trade_id);
  stage.tick('60010');
  await stage.until(trade_id, ({ state }) => state === 'ended');
  stage.tick('60010');
  const receipt = (await stage.receipt(accountId, trade_id)) as ContractReceipt2;
  assert.deepEqual(receipt.archive.map(({ ticks }) => ticks.length), [1, 3, 3, 600]); // oxfmt-ignore
  const alone = verifyContractReceipt(receipt, { trustedKey: stage.publicKey });
  assert.deepEqual([alone.verdict, alone.unchecked], ['incomplete', ['archive', 'reach']]);
  const archive = await stage.market.tickRun('BTC', receipt.order.accepted_sequence, 1_000_000);
  assert.equal(verifyContractReceipt(receipt, { trustedKey: stage.publicKey, archive }).verdict, 'verified');
  const { issuer: _, ...unsigned } = receipt;
  const hidden = verifyContractReceipt(
    signReceipt({ ...unsigned, archive: unsigned.archive.toSpliced(1, 1) }, secretKey),
  );
  assert.match(hidden.checks.find(({ ok }) => !ok)!.detail, /archive has no tick \d+, which changes\.1 follows from/);
});
