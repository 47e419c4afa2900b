import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actKinds, acts, goodLanguages } from '@candor/wire';
import { actFields, bodyOf } from './act-fields.ts';

const typed = {
  coin: ' BTC ',
  reason: 'bad-print',
  minute_ms: '2026-01-05T12:00',
  note: 'a note',
  amount: '10',
  reference: 'transfer 1',
  account_id: 'acc_1',
  bucket: 'staking-rewards',
  jurisdiction: 'strict',
  name: 'anna',
  roles: 'risk editor',
  good_id: 'watch',
  level: '1',
  drawing: 'watch',
  ...Object.fromEntries(goodLanguages.map((language) => [language, 'Watch | Of steel.'])),
  price: '2',
  tickets: '20',
  tickets_min: '1',
  winners: '1',
  rebate_share: '0.5',
  prize_kind: 'good',
  prize: '25',
  open_minutes: '60',
  series: '0',
  currency: 'EUR',
  per_usd: '0.9',
  loan_id: 'lon_1',
  case_id: 'cas_1',
  withdraw_id: 'wdr_1',
  purchase_id: 'pur_1',
  transfer_id: 'trf_1',
  order_id: 'tkt_1',
  carrier: 'Post',
  tracking: 'CH1',
  deposit_id: 'dep_1',
  payment_id: 'cpm_1',
  txid: `0x${'ab'.repeat(32)}`,
  network: 'ethereum',
  from_block: '12',
  number: '12345678',
};

test('of every kind of act the form makes a body that the server takes', () => {
  // The others are filled in where the terms or the order stand.
  const filledIn = acts.filter(({ kind }) => kind !== 'change-setting' && kind !== 'confirm-purchase');
  for (const { kind, body } of filledIn) assert.equal(body.safeParse(bodyOf(kind, typed)).success, true, kind);
  assert.deepEqual(Object.keys(actFields).toSorted(), [...actKinds].toSorted());
});

test('what must be there and is not makes no body', () => {
  for (const kind of actKinds) {
    for (const { name, type } of actFields[kind].filter(
      (field) => !['roles', 'correction', 'bucket', 'book', 'drawing', 'prize', 'yes-no'].includes(field.type),
    )) {
      assert.equal(bodyOf(kind, { ...typed, [name]: ' ' }), undefined, `${kind} without ${name} (${type})`);
    }
  }
  assert.deepEqual(bodyOf('set-roles', { name: 'anna', roles: '' }), { name: 'anna', roles: [] });
});

test('an amount that is none makes no body', () => {
  for (const text of ['1,000', '≈1,2', '-1', '1e3'])
    assert.equal(bodyOf('house-money-in', { ...typed, amount: text }), undefined);
  assert.equal(bodyOf('open-period', { ...typed, tickets: '≈1.5' }), undefined);
});

test('house money is real unless bonus is chosen', () => {
  assert.equal(bodyOf('house-money-in', typed)!['book'], 'real');
  assert.equal(bodyOf('house-money-out', { ...typed, book: 'bonus' })!['book'], 'bonus');
});

test('a loss is wanted only by who chooses it', () => {
  assert.equal(bodyOf('open-period', typed)!['pays_buyers'], false);
  assert.equal(bodyOf('open-period', { ...typed, pays_buyers: 'yes' })!['pays_buyers'], true);
});

test('a minute is one of UTC, whole, typed or linked', () => {
  const minute = Date.UTC(2026, 0, 5, 12);
  assert.equal(bodyOf('correct-candle', typed)!['minute_ms'], minute);
  assert.equal(bodyOf('correct-candle', { ...typed, minute_ms: String(minute + 59_999) })!['minute_ms'], minute);
});
