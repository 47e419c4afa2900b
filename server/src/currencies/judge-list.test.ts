// Wrong lists of the source: empty, repeated, older, partial, with other text or far off, each judged against the stored rates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad, type CurrencyCode } from '@candor/wire';
import { ecbList } from '../../test/support/ecb-list.ts';
import { judgeList } from './judge-list.ts';
import { readDailyRates } from './read-rates.ts';
import { isDoubted, isGood, isToCome, rateInForce, type Doubt, type StoredRate } from './rules.ts';

const now = Date.parse('2026-11-26T16:00:00Z');
let rateId = 0;
const stored = (
  currency: CurrencyCode,
  perUsd: string,
  day: string,
  source: StoredRate['source'] = 'bank',
): StoredRate => ({ currency, perUsd: wad(perUsd), day, source, rateId: ++rateId });
const doubtOf = (currency: CurrencyCode, day: string): Doubt => ({
  currency,
  perUsd: '1',
  day,
  seenAt: now,
  answeredAt: null,
});
const list = (day: string, rates: Readonly<Record<string, string>>) => readDailyRates(ecbList(day, rates));
const known = {
  rates: [stored('EUR', '0.8', '2026-11-25'), stored('JPY', '140', '2026-11-25'), stored('CHF', '0.8', '2026-11-25')],
  doubts: [],
  now,
};
const usual = { USD: '1.25', JPY: '175', CHF: '1' };
const judge = (day: string, rates: Readonly<Record<string, string>>, from: Parameters<typeof judgeList>[1] = known) => {
  const { outcome, taken, doubted, missing, changed } = judgeList(list(day, rates), from);
  const codes = (pairs: readonly (readonly [string, unknown])[]) => pairs.map(([code]) => code).join(' ');
  return {
    outcome,
    taken: codes(taken),
    doubted: codes(doubted),
    missing: missing.join(' '),
    changed: changed.join(' '),
  };
};
const nothing = { taken: '', doubted: '', missing: '', changed: '' };

test('a list of a newer day is taken', () => {
  assert.deepEqual(judge('2026-11-26', usual), { ...nothing, outcome: 'new', taken: 'EUR JPY CHF' });
});

test('late and repeated: a list that is known already adds nothing', () => {
  assert.deepEqual(judge('2026-11-25', usual), { ...nothing, outcome: 'same' });
});

test('reordered: the order of currencies changes nothing', () => {
  const turned = { CHF: '1', JPY: '175', USD: '1.25' };
  assert.deepEqual(judge('2026-11-26', turned), judge('2026-11-26', usual));
});

test('empty, in other words or of a wrong date: no list, and nothing is taken', () => {
  const texts = [
    '',
    'Service unavailable',
    '<html><body>Please log in</body></html>',
    '<rates><rate code="USD">1.25</rate></rates>',
    ecbList('2026-11-26', {}),
    ecbList('2026-11-26', { JPY: '175' }),
    ecbList('2026-11-31', usual),
    ecbList('26.11.2026', usual),
    ecbList('', usual),
    ecbList('2026-11-26', usual).slice(0, -40),
    ecbList('2026-11-26', { ...usual, USD: '1,25' }),
    ecbList('2026-11-26', { ...usual, USD: '0' }),
    ecbList('2026-11-26', { ...usual, USD: '-1.25' }),
    ecbList('2026-11-26', usual).replace('</Cube></Cube>', `<Cube currency='CHF' rate='2'/></Cube></Cube>`),
    ecbList('2026-11-26', usual) + ecbList('2026-11-25', usual),
  ];
  for (const text of texts) assert.throws(() => readDailyRates(text), text);
});

test('partial list or invalid number: the currency is missing, its last rate stays, and the others are taken', () => {
  const { CHF: _, ...without } = usual;
  const expected = { ...nothing, outcome: 'new', taken: 'EUR JPY', missing: 'CHF' };
  assert.deepEqual(judge('2026-11-26', without), expected);
  for (const rate of ['1,01', '0', '0.000', '-1', 'N/A', '', ' ', '1.000,5', 'Infinity', '0x1', '1 01'])
    assert.deepEqual(judge('2026-11-26', { ...usual, CHF: rate }), expected, rate);
});

test('a rate a fifth away from the last one is not taken, upwards or downwards, and neither is one that is far off', () => {
  const doubted = (rate: string) => judge('2026-11-26', { ...usual, CHF: rate }).doubted;
  for (const rate of ['1.2', '0.8', '1.1', '0.9']) assert.equal(doubted(rate), '', rate);
  for (const rate of ['1.21', '0.79', '2', '100', '1000000', '0.000001', '1e-18', '99999999999999999999'])
    assert.equal(doubted(rate), 'CHF', rate);
});

test('a dollar that jumped makes every rate doubtful', () => {
  assert.equal(judge('2026-11-26', { ...usual, USD: '1250000' }).doubted, 'EUR JPY CHF');
});

test('an older list after a newer one revokes nothing, adds nothing and raises no doubt', () => {
  assert.deepEqual(judge('2026-11-24', usual), { ...nothing, outcome: 'older' });
  assert.deepEqual(judge('2026-11-24', { ...usual, CHF: '100', HKD: '9.7' }), { ...nothing, outcome: 'older' });
});

test('another list of the same day: the first rates stay, and a rate far from them is doubted', () => {
  assert.deepEqual(judge('2026-11-25', { ...usual, CHF: '1.01' }), { ...nothing, outcome: 'same', changed: 'CHF' });
  const far = judge('2026-11-25', { ...usual, CHF: '2' });
  assert.deepEqual(far, { ...nothing, outcome: 'same', changed: 'CHF', doubted: 'CHF' });
});

test('the first rate of a currency is compared with the sample, also after a demo', () => {
  const first = (perEuro: string, rates: StoredRate[] = []) =>
    judge('2026-11-26', { USD: '1.25', SEK: perEuro }, { rates, doubts: [], now });
  assert.equal(first('12').taken, 'EUR SEK');
  for (const perEuro of ['1.2', '1200', '0.000012']) {
    assert.equal(first(perEuro).doubted, 'SEK', perEuro);
    assert.equal(first(perEuro, [stored('SEK', '9.45', '2026-11-26', 'demo')]).doubted, 'SEK', perEuro);
  }
});

test('a day to come is no list yet', () => {
  assert.equal(isToCome('2026-11-28', now), true);
  assert.equal(isToCome('2026-11-27', now), false, 'where the day begins earlier');
});

test('nobody buys at a rate that the source contradicts, until it is near again or two operators answered', () => {
  const bank = stored('CHF', '0.8', '2026-11-25');
  const doubt = doubtOf('CHF', '2026-11-26');
  assert.equal(isGood(bank, undefined, now), true);
  assert.equal(isGood(bank, doubt, now), false);
  assert.equal(isGood(bank, doubtOf('CHF', '2026-11-25'), now), false, 'two numbers for one day');
  assert.equal(isDoubted(stored('CHF', '0.8', '2026-11-25', 'operators'), doubt), true, 'set before the list came');
  const answered = stored('CHF', '1.1', '2026-11-26', 'operators');
  assert.equal(rateInForce([bank, answered], now, doubt), answered);
  assert.equal(isGood(answered, doubt, now), true);
  assert.equal(rateInForce([bank, answered], now), bank, 'without a doubt the bank goes first');
  const after = judge(
    '2026-11-27',
    { ...usual, CHF: '1.375' },
    { rates: [known.rates[0]!, bank, answered], doubts: [doubt], now: now + 86_400_000 },
  );
  assert.match(after.taken, /CHF/, 'the next list is compared with what the operators set');
});
