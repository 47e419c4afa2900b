// What operators see of rates: which are late, refused to customers or doubted, and since when.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad, type CurrencyCode } from '@candor/wire';
import { findRateAlarms, judgeRates, type RatesStored } from './judge-rates.ts';
import { goodUntil, missedFrom, type Doubt, type StoredRate } from './rules.ts';

// A Tuesday. The list of Wednesday is published on Wednesday afternoon.
const day = '2026-11-24';
const noon = Date.parse(`${day}T12:00:00Z`);
const stored = (currency: CurrencyCode, of = day, source: StoredRate['source'] = 'bank'): StoredRate => ({
  currency,
  perUsd: wad('1'),
  day: of,
  source,
  rateId: 1,
});
const calm: RatesStored = { rates: [stored('EUR'), stored('CHF')], doubts: [], offered: ['EUR'], askedAt: noon };
const alarms = (change: Partial<RatesStored>, at: number) =>
  findRateAlarms(judgeRates({ ...calm, askedAt: at, ...change }, at));
const stateOf = (change: Partial<RatesStored>, at: number, code: CurrencyCode = 'EUR') =>
  judgeRates({ ...calm, askedAt: at, ...change }, at).find(({ currency }) => currency === code)!.state;

test('a missing list raises an alarm from the evening on, and a grave alarm once nobody can buy', () => {
  const missed = missedFrom(day);
  assert.deepEqual(alarms({}, missed - 1), []);
  assert.deepEqual(alarms({}, missed), [{ kind: 'rates-late', isGrave: false, about: 'EUR, CHF', since: missed }]);
  const old = goodUntil(day);
  assert.deepEqual(
    alarms({}, old - 1).map(({ isGrave }) => isGrave),
    [false],
  );
  assert.deepEqual(alarms({}, old), [
    { kind: 'rates-late', isGrave: true, about: 'EUR', since: old },
    { kind: 'rates-late', isGrave: false, about: 'CHF', since: old },
  ]);
});

test('a currency that lists leave out raises an alarm if coins are sold in it', () => {
  const rates = [stored('EUR'), stored('CHF', '2026-11-25')];
  const at = missedFrom(day);
  assert.deepEqual(
    alarms({ rates }, at).map(({ about }) => about),
    ['EUR'],
  );
  assert.deepEqual(alarms({ rates, offered: ['CHF'] }, at), []);
});

test('coins that are sold in a currency without a rate raise a grave alarm', () => {
  assert.deepEqual(alarms({ offered: ['EUR', 'AED'] }, noon), [
    { kind: 'rates-late', isGrave: true, about: 'AED', since: null },
  ]);
});

test('without a source only currencies in which nobody can buy raise an alarm', () => {
  const rates = [stored('EUR', day, 'operators'), stored('CHF')];
  const at = missedFrom(day) + 1;
  assert.deepEqual(alarms({ rates, askedAt: null }, at), []);
  assert.deepEqual(
    alarms({ rates, askedAt: null }, goodUntil(day)).map(({ about }) => about),
    ['EUR'],
  );
});

test('a rate of operators replaces a missing list, and the alarm for the late list stays', () => {
  const at = goodUntil(day) + 1;
  const rates = [stored('EUR'), stored('EUR', '2026-11-27', 'operators')];
  assert.equal(stateOf({ rates }, at), 'late');
  assert.deepEqual(
    alarms({ rates }, at).map(({ isGrave, about }) => [isGrave, about]),
    [[false, 'EUR']],
  );
});

test('a doubted rate raises an alarm until operators answer it, a grave one if coins are sold in the currency', () => {
  const doubt = (currency: CurrencyCode, answeredAt: number | null = null): Doubt => ({
    currency,
    perUsd: '2',
    day,
    seenAt: noon - 1,
    answeredAt,
  });
  const told = (change: Partial<RatesStored>) =>
    alarms(change, noon).map(({ kind, isGrave, about }) => [kind, isGrave, about]);
  assert.equal(stateOf({ doubts: [doubt('EUR')] }, noon), 'doubted');
  assert.deepEqual(told({ doubts: [doubt('EUR')] }), [['rates-doubted', true, 'EUR']]);
  assert.deepEqual(told({ doubts: [doubt('CHF')] }), [['rates-doubted', false, 'CHF']]);
  const rates = [stored('EUR'), stored('EUR', day, 'operators')];
  assert.deepEqual(told({ rates, doubts: [doubt('EUR', noon)] }), []);
  assert.equal(stateOf({ rates, doubts: [doubt('EUR', noon)] }, noon), 'good');
});
