// Whatever is asked for in whatever order: nothing becomes worse for customers without a day of notice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingNoticeMs, type SettingField, type SettingValue } from '@candor/wire';
import fc from 'fast-check';
import { changesBetween, findMalformed, inForceAt, stateOf, type Timed, type Values } from './rules.ts';
import { runs, testSeed } from '../../test/support/seed.ts';

const seed = testSeed;
const hour = 3_600_000;
const fields: readonly SettingField[] = [
  { name: 'payout', form: 'share', favours: 'more', min: '0.01', max: '1' },
  { name: 'fee', form: 'share', favours: 'less', min: '0', max: '0.1' },
  { name: 'most', form: 'count', favours: 'more', min: '1', max: '50' },
  { name: 'spread', form: 'shares', favours: 'neither', min: '0.01', max: '1' },
  { name: 'on', form: 'flag', favours: 'more' },
];
const first = { payout: '0.85', fee: '0.01', most: 10, spread: { BTC: '0.1' }, on: true } as const satisfies Values;

test('each field alone favours customers, or does not', () => {
  for (const [change, favours] of [
    [{ payout: '0.9' }, true],
    [{ payout: '0.8' }, false],
    [{ fee: '0.02' }, false],
    [{ fee: '0' }, true],
    [{ most: 11 }, true],
    [{ most: 9 }, false],
    [{ on: false }, false],
    [{ spread: { BTC: '0.2' } }, false],
    [{ spread: { BTC: '0.05' } }, false],
  ] as const) {
    const changes = changesBetween(fields, first, { ...first, ...change });
    assert.deepEqual(changes.map((each) => [each.field, each.favoursCustomers]), [[Object.keys(change)[0], favours]]); // oxfmt-ignore
  }
  assert.deepEqual(changesBetween(fields, first, { ...first, payout: '0.850', spread: { BTC: '0.10' } }), []);
});

test('values are of their form and within their bounds, all of them and no others', () => {
  const malformed = (change: Readonly<Record<string, SettingValue | undefined>>) =>
    findMalformed(fields, { ...first, ...change } as Values);
  assert.equal(malformed({}), undefined);
  for (const [name, value] of [
    ['payout', '0.009'],
    ['payout', '1.01'],
    ['payout', '1e0'],
    ['payout', 0.5],
    ['fee', '-0.1'],
    ['most', '5'],
    ['most', 51],
    ['most', 1.5],
    ['most', null],
    ['on', 'true'],
    ['on', undefined],
    ['spread', { BTC: '2' }],
    ['spread', { 'B"': '0.1' }],
    ['spread', '0.1'],
    ['other', '1'],
  ] as const) {
    assert.equal(malformed({ [name]: value }), name);
  }
});

interface Version extends Timed {
  values: Values;
}
/** As the database times it; settings.test.ts shows that it does. */
function ask(versions: readonly Version[], values: Values, askedAt: number): Version[] {
  const present = inForceAt(versions, askedAt);
  const isWorse = present && changesBetween(fields, present.values, values).some((each) => !each.favoursCustomers);
  const inForceFrom = isWorse ? askedAt + settingNoticeMs : askedAt;
  return [...versions, { version: versions.length + 1, values, askedAt, inForceFrom }];
}

const wanted = fc.record({
  payout: fc.constantFrom('0.8', '0.85', '0.9'),
  fee: fc.constantFrom('0', '0.01', '0.02'),
  most: fc.integer({ min: 8, max: 12 }),
  spread: fc.constantFrom({ BTC: '0.1' }, { BTC: '0.2' }),
  on: fc.boolean(),
});

test(`no sequence of changes takes anything from customers without the notice (seed ${seed})`, () => {
  let [worse, better] = [0, 0];
  const asks = fc.array(fc.record({ values: wanted, afterMs: fc.integer({ min: 0, max: 40 * hour }) }), { minLength: 2, maxLength: 12 }); // oxfmt-ignore
  fc.assert(
    fc.property(asks, (sequence) => {
      let versions: Version[] = [{ version: 1, values: first, askedAt: 0, inForceFrom: 0 }];
      let now = 0;
      for (const { values, afterMs } of sequence) {
        now += afterMs;
        const before = inForceAt(versions, now)!;
        versions = ask(versions, values, now);
        if (changesBetween(fields, before.values, values).some((each) => !each.favoursCustomers)) continue;
        assert.equal(inForceAt(versions, now)!.values, values);
        better++;
      }
      const times = [...new Set(versions.map(({ inForceFrom }) => inForceFrom))].filter((at) => at > 0);
      for (const at of times) {
        const [before, after] = [inForceAt(versions, at - 1)!, inForceAt(versions, at)!];
        if (before === after) continue;
        const isWorse = changesBetween(fields, before.values, after.values).some((each) => !each.favoursCustomers);
        if (!isWorse) continue;
        assert.ok(after.askedAt + settingNoticeMs <= at, `worse at ${at}, asked for at ${after.askedAt}`);
        worse++;
      }
      for (const at of times) assert.equal(versions.filter((each) => stateOf(each, versions, at) === 'in-force').length, 1); // oxfmt-ignore
    }),
    { seed, numRuns: runs(2_000) },
  );
  assert.ok(worse > 300 && better > 100, `${worse} worse, ${better} better`);
});
