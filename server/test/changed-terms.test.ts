// Terms that change while something runs: what was asked for keeps its own, nobody pays more than what was shown, and money adds up.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { formatAmount, parseAmount, queryPurchaseTerms, queryWithdrawTerms, swapTerms, wireId, type SettingField, type SettingValue, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import fc from 'fast-check';
import { openPool } from '../src/kit/postgres.ts';
import { createPictures } from '../src/pictures/create-pictures.ts';
import { products } from '../src/products.ts';
import { changesBetween } from '../src/settings/rules.ts';
import { swapSetting } from '../src/swap/terms.ts';
import { cloneDatabase, runAsOwner } from './support/database.ts';
import { firstSwapTerms } from './support/first-terms.ts';
import { newKey } from './support/money.ts';
import { refusedWith } from './support/options-stage.ts';
import { minuteMs, openPurchaseStage } from './support/purchase-stage.ts';
import { runs, testSeed as seed } from './support/seed.ts';
import { changeTermsAtOnce } from './support/settings.ts';
import { openSwapStage } from './support/swap-stage.ts';
import { openWithdrawalsStage } from './support/withdrawals-stage.ts';

const database = await cloneDatabase();
const pool = openPool(database.url, 2);
after(async () => {
  await pool.end();
  await database.drop();
});

/** What a customer would rather have of each; same: nobody can say. */
const wished: Readonly<Record<string, Readonly<Record<string, 'higher' | 'lower' | 'same'>>>> = {
  'withdrawal-terms': { fee_rate: 'lower', min_amount: 'lower', two_persons_above: 'same' },
  'purchase-terms': {
    fee_rate: 'lower',
    payment_minutes: 'higher',
    late_days: 'higher',
    move_max: 'lower',
    given_up_max: 'higher',
    open_max: 'higher',
    account_share_max: 'higher',
    all_share_max: 'higher',
  },
  'payment-terms': { bank_days: 'higher' },
  'unpaid-terms': { unpaid_max: 'higher', block_days: 'lower' },
  'swap-terms': {
    min_value: 'lower',
    limit_range: 'higher',
    limits_max: 'higher',
    account_share_max: 'higher',
    all_share_max: 'higher',
  },
  'pledge-limits': { income_share_max: 'higher', quota_share_max: 'higher', running_max: 'higher' },
  retention: { pictures_kept_days: 'lower' },
};

/** Values within the bounds, some of them the bounds themselves. */
function valueOf({ form, min, max }: SettingField): fc.Arbitrary<SettingValue> {
  if (form === 'count') return fc.integer({ min: parseInt(min!, 10), max: parseInt(max!, 10) });
  const unit = 10n ** 14n;
  const within = { min: parseAmount(min!)! / unit, max: parseAmount(max!)! / unit };
  return fc.bigInt(within).map((value) => formatAmount((value * unit) as Wad));
}
const orderOf = (value: SettingValue): bigint => parseAmount(String(value))!;

for (const [name, fields] of Object.entries(wished))
  test(`a change of ${name} is in force at once only where no customer would mind, as the database says too (seed ${seed})`, async () => {
    const setting = products.flatMap(({ settings }) => settings).find((each) => each.name === name)!;
    assert.deepEqual(setting.fields.map((field) => field.name).toSorted(), Object.keys(fields).toSorted());
    const values = fc.record(Object.fromEntries(setting.fields.map((field) => [field.name, valueOf(field)])));
    const pairs = fc.sample(
      fc.tuple(values, values, fc.subarray(Object.keys(fields), { minLength: 1 })).map(([before, other, changed]) => {
        const after = Object.fromEntries(Object.entries(before).map(([field, value]) => [field, changed.includes(field) ? other[field]! : value])); // oxfmt-ignore
        return { before, after };
      }),
      { seed, numRuns: runs(400) },
    );
    const { rows } = await pool.query<{ favours: boolean }>(
      `select setting_favours(kinds.favours, each.pair -> 'after', each.pair -> 'before') as favours
       from setting_kinds as kinds, jsonb_array_elements($2::jsonb) with ordinality as each(pair, place)
       where kinds.name = $1 order by place`,
      [name, JSON.stringify(pairs)],
    );
    const verdicts = pairs.map(({ before, after }, place) => {
      const isWorse = Object.entries(fields).some(([field, wish]) => {
        const [was, is] = [orderOf(before[field]!), orderOf(after[field]!)];
        return wish === 'same' ? is !== was : wish === 'higher' ? is < was : is > was;
      });
      const said = changesBetween(setting.fields, before, after).every(({ favoursCustomers }) => favoursCustomers);
      assert.deepEqual([said, rows[place]!.favours], [!isWorse, !isWorse], JSON.stringify({ before, after }));
      return isWorse;
    });
    assert.ok(verdicts.includes(true) && verdicts.includes(false));
  });

test('what there is one of for all says what is in force, and is named where it was not loaded', async () => {
  const terms = swapSetting.open(pool);
  assert.throws(() => terms.now(), /swap-terms is not loaded/);
  await terms.load();
  assert.deepEqual(terms.now(), firstSwapTerms);
  assert.deepEqual(await terms.agreed(1), firstSwapTerms);
  await assert.rejects(terms.agreed(2), /no version all\/2 of swap-terms/);
});

test('a withdrawal keeps the fee that it was asked for under, and nobody pays more than what was shown', async () => {
  const stage = await openWithdrawalsStage();
  const { pool: own } = stage.ledger;
  try {
    const [ann, ben] = await Promise.all([stage.ledger.pay('1000'), stage.ledger.pay('1000')]);
    const [annTo, benTo] = [await stage.usableAddress(ann), await stage.usableAddress(ben)];
    const { key } = newKey();
    const first = await stage.request({ accountId: ann, key }, annTo, '100', { fee: '3', code: 'of ann' });
    await changeTermsAtOnce(stage.ledger, `insert into withdrawal_terms values ('USDT', 2, 0.05, 20, 50)`);
    await stage.stop();
    await stage.start();
    const terms = await stage.ask<{ ways: { coin_code: string; network: string; fee_share: string; min: string }[] }>(queryWithdrawTerms, { account_id: wireId('account', ben) }, { accountId: ben }); // oxfmt-ignore
    const offered = (coin: string) => terms.ways.filter((way) => way.coin_code === coin).map((way) => [way.fee_share, way.min]); // oxfmt-ignore
    assert.deepEqual([offered('USDT'), offered('ETH')], [[['0.05', '20'], ['0.05', '20']], [['0.03', '0.01']]]); // oxfmt-ignore
    assert.deepEqual(await stage.request({ accountId: ann, key }, annTo, '100', { fee: '3', code: 'of ann' }), first);
    const ask = (fee: string) => stage.request({ accountId: ben }, benTo, '100', { fee, code: 'of ben' });
    assert.equal(await refusedWith(ask('3')), 'withdrawal-fee-risen');
    assert.equal(await refusedWith(ask('4.9999')), 'withdrawal-fee-risen');
    assert.equal(await refusedWith(ask('five')), 'amount-malformed');
    assert.equal(await refusedWith(stage.request({ accountId: ben }, benTo, '19.9999')), 'withdrawal-too-small');
    assert.equal(await stage.ledger.available(ben), '1000');
    assert.ok(!stage.proven.includes('withdrawal of ben'), 'the code is left for whoever agrees to the new fee');
    const second = await ask('5');
    assert.deepEqual([first.fee, first.net, second.fee, second.net], ['3', '97', '5', '95']);
    await stage.cancel(ben, second);
    await changeTermsAtOnce(stage.ledger, `insert into withdrawal_terms values ('USDT', 3, 0, 20, 50)`);
    await stage.stop();
    await stage.start();
    const third = await stage.request({ accountId: ben }, benTo, '100', { fee: '5' });
    assert.deepEqual([third.fee, third.net], ['0', '100'], 'a fee that has fallen is taken as it is');
    const { rows } = await own.query(`select terms_version as "of", trim_scale(fee)::text as fee, needs_two_persons as two from withdrawals order by 1`); // oxfmt-ignore
    assert.deepEqual(rows, [{ of: 1, fee: '3', two: false }, { of: 2, fee: '5', two: true }, { of: 3, fee: '0', two: true }]); // oxfmt-ignore
    const insert = (changed: object) =>
      own.query(
        `insert into withdrawals select (jsonb_populate_record(w, $1)).* from withdrawals w where terms_version = 1`,
        [JSON.stringify({ withdrawal_id: randomUUID(), account_id: randomUUID(), ...changed })],
      );
    for (const forged of [
      { fee: 0 },
      { fee: 3.0001 },
      { terms_version: 2 },
      { terms_version: 9 },
      { terms_version: null },
      { needs_two_persons: true },
      { amount: 9, fee: 0.27 },
    ])
      // oxfmt-ignore
      await assert.rejects(insert(forged), /under its terms/, JSON.stringify(forged));
    for (const forged of [{ units: '97000001' }, { units: '9700000000' }, { units: '97' }, { network: 'bitcoin' }])
      await assert.rejects(insert(forged), /pays in units what it says in amounts/, JSON.stringify(forged));
    await assert.rejects(own.query('update withdrawals set terms_version = 3'), /never changes/);
    // As it was before these terms had versions.
    await runAsOwner(
      stage.ledger,
      `alter table withdrawals disable trigger user;
       update withdrawals set terms_version = null where terms_version = 1;
       alter table withdrawals enable trigger user`,
    );
    await stage.reject(first);
    assert.equal(await stage.ledger.available(ann), '1000');
    await stage.ledger.audit();
  } finally {
    await stage.end();
  }
});

test('an order of coins keeps its fee and its time, and a fee that has risen is never taken unseen', async () => {
  const stage = await openPurchaseStage({ USDT: '200000', BTC: '10' });
  const { clock } = stage;
  const price = () => stage.market.publish('BTC', [{ price: '50000', publishedAt: clock.now() }]);
  try {
    price();
    const [ann, ben, cat] = await Promise.all(['1', '1', '1'].map(async (amount) => ({ accountId: await stage.ledger.pay(amount) }))); // oxfmt-ignore
    const wanted = { coin: 'BTC', receive: '0.0198', fee: '10' } as const;
    const [first, early] = [await stage.order(ann!, wanted), await stage.order(cat!, wanted)];
    await changeTermsAtOnce(
      stage.ledger,
      `insert into purchase_terms select (jsonb_populate_record(t, '{"version": 2, "fee_rate": 0.012, "payment_minutes": 10, "late_days": 1, "open_max": 1}')).* from purchase_terms t`,
    );
    await stage.stop();
    await stage.start();
    const offer = await stage.ask<Record<string, unknown>>(queryPurchaseTerms, {}, ben!);
    assert.deepEqual([offer['fee_rate'], offer['payment_minutes'], offer['given_up_max']], ['0.012', 10, 3]);
    // What it buys is within what the market may move; the fee is not.
    assert.equal(await refusedWith(stage.order(ben!, wanted)), 'purchase-moved');
    assert.equal(await stage.reserved('BTC'), '0.0396');
    const second = await stage.order(ben!, { ...wanted, fee: '12' });
    assert.deepEqual([first.fee, second.fee, second.coin_amount], ['10', '12', '0.01976']);
    assert.equal(await refusedWith(stage.order(ben!, { ...wanted, fee: '12' })), 'open-orders-limit');
    const lengthOf = ({ expires_at, ordered_at }: typeof first) => Date.parse(expires_at) - Date.parse(ordered_at);
    assert.deepEqual([lengthOf(first), lengthOf(second)], [30 * minuteMs, 10 * minuteMs]);
    clock.advance(10 * minuteMs);
    await stage.catchUp();
    assert.equal((await stage.list(ben!.accountId))[0]!.state, 'expired');
    assert.equal((await stage.paid(ann!, first.id)).state, 'paid');
    // As it was before these terms had versions.
    await runAsOwner(
      stage.ledger,
      `alter table purchases disable trigger user;
       update purchases set purchase_version = null, late_until = null where fee = 10;
       alter table purchases enable trigger user`,
    );
    clock.advance(25 * 60 * minuteMs);
    await stage.catchUp();
    assert.equal(await refusedWith(stage.paid(ben!, second.id)), 'order-changed', 'a day of its own');
    assert.equal((await stage.paid(cat!, early.id)).state, 'late-paid', 'a week, as it was agreed');
    price();
    assert.equal((await stage.confirm(early.id)).credited, '0.0198', 'late, and at the fee that was agreed');
    assert.equal((await stage.confirm(first.id)).credited, '0.0198');
    await assert.rejects(stage.ledger.pool.query(`update purchases set late_until = 'infinity'`), /never changes/);
    await assert.rejects(stage.ledger.pool.query('update purchases set purchase_version = 1'), /never changes/);
    await stage.ledger.audit();
  } finally {
    await stage.end();
  }
});

test('a quote and limits that wait stand when the terms of swaps change, and what is new goes by the new ones', async () => {
  const stage = await openSwapStage({ startMs: Date.parse('2026-03-01T12:00:00Z') }, { ETH: '40' });
  const { clock } = stage;
  const price = (afterMs = 0): void => {
    clock.advance(afterMs);
    stage.market.publish('ETH', [{ price: '2500', publishedAt: clock.now() }]);
    stage.market.setState('ETH', 'live');
  };
  try {
    price();
    const caller = { accountId: await stage.ledger.pay('1000') };
    const limit = { from: 'USDT', to: 'ETH', amount: '25', price: '0.0005' } as const;
    const waiting = [await stage.limit(caller, limit), await stage.limit(caller, limit)];
    const quote = await stage.quote(caller, 'USDT', 'ETH', '10');
    await changeTermsAtOnce(
      stage.ledger,
      `insert into swap_terms (version, min_value, limit_range, limits_max, account_share_max, all_share_max) values (2, 20, 0.1, 2, 0.01, 0.25)`,
    );
    await stage.stop();
    await stage.start();
    const order = await stage.accept(caller, quote);
    assert.equal(await refusedWith(stage.quote(caller, 'USDT', 'ETH', '19.99')), 'swap-too-small');
    assert.equal(await refusedWith(stage.limit(caller, limit)), 'limit-price-too-far');
    assert.equal(await refusedWith(stage.limit(caller, { ...limit, price: '0.00042' })), 'open-orders-limit');
    price(swapTerms.fillDelayMs + 10);
    assert.equal((await stage.ended(caller.accountId, order)).status, 'filled');
    const open = await stage.list(caller.accountId, { status: 'pending' });
    assert.deepEqual(open.map(({ exchange_id }) => exchange_id).toSorted(), waiting.map(({ exchange_id }) => exchange_id).toSorted()); // oxfmt-ignore
    await stage.cancel(caller, waiting[0]!);
    price(swapTerms.fillDelayMs + 10);
    await stage.ended(caller.accountId, waiting[0]!);
    // Of 40 ETH a hundredth is for one account, half of which its first limit holds still.
    assert.equal(await refusedWith(stage.limit(caller, { ...limit, amount: '950', price: '0.00042' })), 'swap-house-short'); // oxfmt-ignore
    await stage.ledger.audit();
  } finally {
    await stage.close();
  }
});

test('pictures are kept as long as the terms say when they are needed: begun by the configuration, shortened at once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'candor-kept-'));
  const now = Date.now();
  const secrets = { pepper: randomBytes(32), olderPeppers: [] };
  const create = (keptDays: number) => createPictures({ pool, clock: { now: () => now }, newId: () => randomUUID() as Uuid, secrets, directory, keptDays }); // oxfmt-ignore
  const accountId = randomUUID() as Uuid;
  const pictures = create(30);
  async function keptDays(pictureId = randomUUID() as Uuid): Promise<{ pictureId: Uuid; days: number }> {
    await pool.query(
      `insert into pictures (picture_id, account_id, digest, key_id, wrapped_key, uploaded_at, delete_after)
       values ($1, $2, sha256($1::uuid::text::bytea), 'key', '\\x00', $3, $3) on conflict do nothing`,
      [pictureId, accountId, new Date(now)],
    );
    assert.ok(await pictures.keep(pool, { accountId, pictureIds: [pictureId] }));
    const { rows } = await pool.query<{ days: number }>(
      'select (extract(epoch from delete_after - $2) / 86400)::float8 as days from pictures where picture_id = $1',
      [pictureId, new Date(now)],
    );
    return { pictureId, days: rows[0]!.days };
  }
  try {
    await pool.query(
      `insert into accounts (account_id, number, email, account_type, language, invite_code, created_at)
       values ($1, '10000001', 'ann@example.com', '1', 'en', 'INVITE01', now())`,
      [accountId],
    );
    assert.equal((await keptDays()).days, 30, 'before the first start');
    await Promise.all([pictures.begin(), pictures.begin()]);
    await create(1_000).begin();
    const long = await keptDays();
    assert.equal(long.days, 30, 'one that is configured otherwise later changes nothing');
    const ask = (version: number, days: number) => runAsOwner(database, 'insert into retention_terms (version, pictures_kept_days) values ($1, $2)', [version, days]); // oxfmt-ignore
    await ask(2, 10);
    const short = await keptDays();
    assert.deepEqual([short.days, (await keptDays(long.pictureId)).days], [10, 30]);
    await ask(3, 400);
    assert.deepEqual([(await keptDays()).days, (await keptDays(short.pictureId)).days], [10, 10], 'longer waits for a day'); // oxfmt-ignore
    await assert.rejects(pool.query('insert into retention_terms (version, pictures_kept_days) values (4, 9000)'), /permission denied/); // oxfmt-ignore
    await pool.query('select retention_begin(9000)');
    assert.equal((await keptDays()).days, 10);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
