// Splitting an amount never pays: the parts together receive no more and cost no less than the whole, to the last digit. Tested for each
// product rule that rounds an amount.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  add,
  assetDecimals,
  coinAmount,
  coinCodes,
  creditedFor,
  currencyCodes,
  currencyDecimals,
  dollarsOf,
  feeOf,
  feeOfClosed,
  incomeUpTo,
  liquidationPriceOf,
  loanCost,
  marginOf,
  one,
  orderValue,
  owedAt,
  payoutOf,
  pnlOf,
  purchasedCoins,
  purchaseFee,
  shareOf,
  subtract,
  swapGiven,
  swapReceived,
  usdtDecimals,
  withdrawalParts,
  zero,
  type AssetCode,
  type Wad,
} from '@candor/wire';
import fc from 'fast-check';
import { profitOf } from '../src/options/rules.ts';
import { rebateOf } from '../src/shop/period.ts';
import { runs, testSeed } from './support/seed.ts';

const assets: readonly AssetCode[] = ['USDT', ...coinCodes];
const usdtUnit = 10n ** BigInt(18 - usdtDecimals);

/** Two to six amounts with this many decimals, into which somebody splits a sum. Small and large amounts are equally likely. */
const partsOf = (decimals: number): fc.Arbitrary<Wad[]> => {
  const units = fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 10n ** 12n }));
  return fc.array(
    units.map((count) => (count * 10n ** BigInt(18 - decimals)) as Wad),
    { minLength: 2, maxLength: 6 },
  );
};
/** A fraction from 0 to 1, with four digits or with all digits. */
const share = fc.oneof(
  fc.bigInt({ min: 0n, max: 10_000n }).map((parts) => (parts * 10n ** 14n) as Wad),
  fc.bigInt({ min: 0n, max: one }).map((parts) => parts as Wad),
);
const price = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 11n }).map((units) => (units * 10n ** 12n) as Wad),
  fc.bigInt({ min: 10n ** 8n, max: 10n ** 24n }).map((units) => units as Wad),
);
const sumOf = (amounts: readonly Wad[]): Wad => amounts.reduce(add, zero);

type Rule = (amount: Wad) => Wad;
const receivesNoMore = (parts: readonly Wad[], rule: Rule): boolean => sumOf(parts.map(rule)) <= rule(sumOf(parts));
const costsNoLess = (parts: readonly Wad[], rule: Rule): boolean => sumOf(parts.map(rule)) >= rule(sumOf(parts));

function holds<Values extends [unknown, ...unknown[]]>(
  what: string,
  drawn: { [Place in keyof Values]: fc.Arbitrary<Values[Place]> },
  isSo: (...values: Values) => boolean,
): void {
  test(what, () => fc.assert(fc.property(...drawn, isSo as never), { seed: testSeed, numRuns: runs(8_000) }));
}

holds('options: the profit of several stakes is at most that of one', [partsOf(usdtDecimals), share], (stakes, rate) =>
  receivesNoMore(stakes, (stake) => profitOf(stake, rate)),
);

const swapped = fc
  .constantFrom(...assets)
  .chain((asset) => fc.tuple(fc.constant(asset), partsOf(assetDecimals(asset))));
holds(
  'swap: several amounts receive at most what one does',
  [swapped, fc.constantFrom(...assets), price, price],
  ([, amounts], asset, from, to) => receivesNoMore(amounts, (amount) => swapReceived(amount, { from, to }, asset)),
);
holds(
  'swap: what several limits buy costs at least what one does',
  [swapped, fc.constantFrom(...assets), price, price],
  ([, amounts], asset, from, to) => costsNoLess(amounts, (amount) => swapGiven(amount, { from, to }, asset)),
);

const partsOfSheets = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 6 });
const sheetSize = fc
  .constantFrom('1', '10', '0.1', '0.01', '0.001')
  .map((text) => (BigInt(Number(text) * 1_000) * 10n ** 15n) as Wad);
const lever = fc.integer({ min: 1, max: 100 });
const all = (sheets: readonly number[]): number => sheets.reduce((sum, each) => sum + each, 0);

holds(
  'contracts: margin, fee and worth of several orders are at least those of one',
  [partsOfSheets, sheetSize, price, lever, share],
  (parts, size, at, times, feeRate) => {
    const margin = (sheets: number): Wad => marginOf({ sheets, sheetSize: size, price: at, lever: times });
    const worth = (sheets: number): Wad => orderValue({ sheets, sheetSize: size, price: at });
    return [margin, worth, (sheets: number): Wad => feeOf(margin(sheets), feeRate)].every(
      (rule) => sumOf(parts.map(rule)) >= rule(all(parts)),
    );
  },
);
holds(
  'contracts: several positions gain at most what one does, and lose at least as much',
  [partsOfSheets, sheetSize, price, price, fc.constantFrom('long' as const, 'short' as const)],
  (parts, size, entryPrice, at, side) => {
    const pnl = (sheets: number): Wad => pnlOf({ side, entryPrice, price: at, amount: coinAmount(sheets, size) });
    return sumOf(parts.map(pnl)) <= pnl(all(parts));
  },
);

interface Position {
  side: 'long' | 'short';
  entryPrice: Wad;
  sheetSize: Wad;
  lever: number;
  maintenanceRate: Wad;
}
/** Returns what `closeAt` pays for all parts; undefined if the position is liquidated before its last part is closed. */
function closedInParts(
  position: Position,
  at: Wad,
  open: { parts: readonly number[]; margin: Wad; added: Wad },
): Wad | undefined {
  let [sheets, margin, added, paid] = [all(open.parts), open.margin, open.added, zero];
  for (const part of open.parts) {
    const liquidation = liquidationPriceOf({ ...position, added, amount: coinAmount(sheets, position.sheetSize) });
    if (position.side === 'long' ? at <= liquidation : at >= liquidation) return undefined;
    const [own, more] = [shareOf(margin, part, sheets), shareOf(added, part, sheets)];
    const pnl = pnlOf({ ...position, price: at, amount: coinAmount(part, position.sheetSize) });
    paid = add(paid, payoutOf(add(own, more), pnl));
    [sheets, margin, added] = [sheets - part, subtract(margin, own), subtract(added, more)];
  }
  return paid;
}
/** Positions whose sheets are worth at least `least`. Sheets of real coins are worth 1 USDT or more. */
const positionOf = (least: bigint, maintenance: { min: bigint; max: bigint }): fc.Arbitrary<Position> =>
  fc
    .record({
      side: fc.constantFrom('long' as const, 'short' as const),
      worth: fc.oneof(fc.bigInt({ min: least, max: least * 100n }), fc.bigInt({ min: least, max: 10n ** 24n })),
      sheetSize,
      lever,
      maintenanceRate: fc.bigInt(maintenance).map((parts) => (parts * 10n ** 14n) as Wad),
    })
    .map(({ worth, ...held }) => ({ ...held, entryPrice: ((worth * one) / held.sheetSize + 1n) as Wad }));
const tenThousandths = fc.bigInt({ min: -12_000n, max: 12_000n });
const unitsOfUsdt = fc
  .oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 1_000_000n }))
  .map((units) => (units * usdtUnit) as Wad);

/** How much more closing in parts pays than closing at once, at prices around liquidation; 0 if the position is liquidated before its last part. */
function gainOfParts(
  held: Position,
  parts: readonly number[],
  { moved, added }: { moved: bigint; added: Wad },
): bigint {
  const at = (held.entryPrice + (held.entryPrice * moved) / (10_000n * BigInt(held.lever))) as Wad;
  if (at <= 0n) return 0n;
  const margin = marginOf({ ...held, sheets: all(parts), price: held.entryPrice });
  const inParts = closedInParts(held, at, { parts, margin, added });
  return inParts === undefined ? 0n : inParts - closedInParts(held, at, { parts: [all(parts)], margin, added })!;
}
holds(
  'contracts: a position that is closed in parts at a price pays at most what it pays at once',
  [positionOf(10n ** 17n, { min: 50n, max: 90n }), partsOfSheets, tenThousandths, unitsOfUsdt],
  (held, parts, moved, added) => gainOfParts(held, parts, { moved, added }) <= 0n,
);
// A part that lost more than its share of the margin (rounded down) costs nothing further. This matters only without a maintenance margin, or if
// a sheet is worth next to nothing.
holds(
  'contracts: without a maintenance margin each part gains two of the smallest units at most',
  [positionOf(1n, { min: 0n, max: 90n }), partsOfSheets, tenThousandths, unitsOfUsdt],
  (held, parts, moved, added) => gainOfParts(held, parts, { moved, added }) <= 2n * usdtUnit * BigInt(parts.length),
);
holds(
  'contracts: the fees of parts that are closed are the fee, and no share of it is below nothing',
  [partsOfSheets, unitsOfUsdt],
  (parts, fee) => {
    const sheets = all(parts);
    let [closed, taken] = [0, zero];
    for (const part of parts) {
      const upTo = feeOfClosed({ fee, sheets, closed: (closed += part) });
      if (upTo < taken) return false;
      taken = upTo;
    }
    return taken === fee;
  },
);

const months = fc.integer({ min: 1, max: 24 });
holds(
  'lending: several loans cost at least what one does',
  [partsOf(usdtDecimals), share, months],
  (amounts, rate, lent) => costsNoLess(amounts, (amount) => loanCost(amount, rate, lent)),
);
holds(
  'lending: a loan that is taken again each month costs at least what one of all months does',
  [partsOf(usdtDecimals), share, months, months],
  ([amount], rate, first, second) =>
    add(loanCost(amount!, rate, first), loanCost(amount!, rate, second)) >= loanCost(amount!, rate, first + second),
);
holds(
  'lending: part payments leave exactly what is not paid',
  [partsOf(usdtDecimals), share, months, share],
  ([amount], monthlyRate, lent, paid) => {
    const loan = { amount: amount!, monthlyRate, months: lent, since: Date.UTC(2027, 0, 31) };
    const now = loan.since + 200 * 86_400_000;
    const part = (((owedAt(loan, now) * paid) / one / usdtUnit) * usdtUnit) as Wad;
    return add(owedAt(loan, now, part), part) === owedAt(loan, now);
  },
);

holds(
  'staking: several pledges earn at most what one does, up to each day',
  [partsOf(usdtDecimals), share, fc.integer({ min: 1, max: 400 })],
  (amounts, rate, days) => receivesNoMore(amounts, (amount) => incomeUpTo(amount, rate, days)),
);
holds(
  'staking: a pledge that is renewed earns at most what one of all days does',
  [partsOf(usdtDecimals), share, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 })],
  ([amount], rate, first, second) =>
    add(incomeUpTo(amount!, rate, first), incomeUpTo(amount!, rate, second)) <=
    incomeUpTo(amount!, rate, first + second),
);

const paidIn = fc
  .constantFrom(...currencyCodes)
  .chain((currency) => fc.tuple(fc.constant(currency), partsOf(currencyDecimals[currency])));
const rates = fc.record({ perUsd: price, price, feeRate: share.map((part) => (part / 2n) as Wad) });
holds(
  'purchases: several payments buy at most what one does, and their fees are at least its fee',
  [paidIn, fc.constantFrom(...assets), rates],
  ([currency, payments], coin, by) =>
    receivesNoMore(payments, (money) => purchasedCoins(money, { currency, coin }, by)) &&
    costsNoLess(payments, (money) => purchaseFee(money, currency, by.feeRate)) &&
    costsNoLess(payments, (money) => dollarsOf(money, by.perUsd)),
);
holds(
  'purchases: several payments for one order are credited at most what it locked',
  [paidIn, fc.constantFrom(...assets), unitsOfUsdt],
  ([, payments], coin, units) => {
    const digit = 10n ** BigInt(18 - assetDecimals(coin));
    const order = { money: sumOf(payments), coins: ((units / usdtUnit) * digit) as Wad, coin };
    return receivesNoMore(payments, (received) => creditedFor(received, order));
  },
);

const withdrawn = fc
  .constantFrom(...assets)
  .chain((asset) => fc.tuple(fc.constant(asset), partsOf(assetDecimals(asset))));
holds(
  'withdrawals: of several amounts at most as much arrives as of one',
  [withdrawn, share],
  ([asset, amounts], rate) => receivesNoMore(amounts, (amount) => withdrawalParts(amount, asset, rate).net),
);

holds('shop: the rebates of several prices are at most that of one', [partsOf(usdtDecimals), share], (prices, part) =>
  receivesNoMore(prices, (ticket) => rebateOf(ticket, part)),
);

test('a rule that rounds in favour of the customer is found', () => {
  const unit = usdtUnit;
  const nearest: Rule = (amount) => ((((amount * 3n) / 100n + unit / 2n) / unit) * unit) as Wad;
  const tried = fc.check(
    fc.property(partsOf(usdtDecimals), (parts) => receivesNoMore(parts, nearest)),
    { seed: 1, numRuns: 1_000 },
  );
  assert.ok(tried.failed);
});
