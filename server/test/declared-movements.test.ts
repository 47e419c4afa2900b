// What whoever has the password of the server's role can post: ways that products declare, with balances that are true, and no due that
// no order owes.
import type { Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { select } from '../src/kit/select.ts';
import { columns, text } from '../src/kit/columns.ts';
import { openPool } from '../src/kit/postgres.ts';
import { products } from '../src/products.ts';
import { cloneDatabase } from './support/database.ts';
import { openTestLedger, postByHand, type TestLedger } from './support/money.ts';

let ledger: TestLedger;
before(async () => (ledger = await openTestLedger({ bankroll: '1000' })));
after(() => ledger.close());

test('the database knows the ways of money that products declare, and no other', async () => {
  const database = await cloneDatabase();
  const pool = openPool(database.url, 1);
  try {
    const rows = await select(
      pool,
      columns({ way: text() }),
      `select concat_ws(' ', kind, from_bucket, to_bucket, cover_from, cover_to) as way from ledger_movements order by 1`,
    );
    const declared = products.flatMap(({ ways }) =>
      Object.entries(ways).flatMap(([kind, each]) =>
        each.map(([from, to, cover = []]) => [kind, from, to, ...cover].join(' ')),
      ),
    );
    assert.deepEqual(rows.map(({ way }) => way).toSorted(), declared.toSorted()); // oxfmt-ignore
    for (const sql of [
      `insert into ledger_movements values ('gift', 'capital', 'available')`,
      'delete from ledger_movements',
    ])
      await assert.rejects(pool.query(sql), { code: '42501' });
  } finally {
    await pool.end();
    await database.drop();
  }
});

interface Forged {
  kind: string;
  from: string;
  to: string;
  cover?: readonly [string, string];
  fromAfter?: string;
  toAfter?: string;
  slices?: readonly [number, number];
}
const isCustomers = (bucket: string): boolean => ['available', 'reserved', 'margin', 'staked'].includes(bucket);

/** Posts moves of 1 USDT, each as an entry of its own. */
const forge = (accountId: Uuid, ...moves: Forged[]): Promise<unknown> =>
  ledger.serverPool.query(
    `select ledger_post($1::text[], array_fill('USDT'::text, array[$2::int]), array_fill('real'::ledger_book, array[$2::int]),
       $3::ledger_bucket[], $4::ledger_bucket[], $5::smallint[], $6::smallint[], $7::text[]::ledger_bucket[], $8::text[]::ledger_bucket[],
       $9::text[]::smallint[], $10::smallint[], array_fill($11::uuid, array[$2::int]), $12::uuid[], array_fill(0::smallint, array[$2::int]), $12::uuid[],
       array_fill(1::numeric, array[$2::int]), $13::text[]::numeric[], $14::text[]::numeric[], $15::text[]::numeric[], now(),
       array_fill((select version from ledger_balances where account_id = $11 and coin = 'USDT'), array[$2::int]))`,
    [
      moves.map(({ kind }) => kind),
      moves.length,
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
      moves.map(({ slices }) => slices?.[0] ?? 0),
      moves.map(({ slices }) => slices?.[1] ?? 0),
      moves.map(({ cover }) => cover?.[0] ?? null),
      moves.map(({ cover }) => cover?.[1] ?? null),
      moves.map(({ cover }) => (cover ? 0 : null)),
      moves.map((_, place) => place + 1),
      accountId,
      moves.map(() => randomUUID()),
      moves.map(({ from, fromAfter = '0' }) => (isCustomers(from) ? fromAfter : null)),
      moves.map(({ to, toAfter = '0' }) => (isCustomers(to) ? toAfter : null)),
      moves.map(({ cover }) => (cover ? 1 : null)),
    ],
  );

test('what no product declares is not posted, whatever it calls itself', async () => {
  const accountId = await ledger.pay('5');
  await ledger.serverPool.query(`select ledger_open_house('{bank,suspense,dust,capital,demo-faucet,chain-custody,bankroll,fees,options-reserve,swaps-reserve}', array_fill('USDT'::text, array[10]), array_fill('real'::ledger_book, array[10]), array_fill(0::smallint, array[10]))`); // oxfmt-ignore
  const toAfter = '6';
  for (const move of [
    { kind: 'gift', from: 'capital', to: 'available', toAfter },
    { kind: 'swap-received', from: 'bankroll', to: 'available', toAfter },
    { kind: 'ticket-prize', from: 'bankroll', to: 'available', toAfter },
    { kind: 'purchase-received', from: 'bank', to: 'available', toAfter },
    { kind: 'deposit-credited', from: 'capital', to: 'available', toAfter },
    { kind: 'capital-paid-in', from: 'capital', to: 'fees' },
    { kind: 'option-won', from: 'options-reserve', to: 'available', toAfter, cover: ['capital', 'options-reserve'] },
    { kind: 'experience-bonus', from: 'capital', to: 'available', toAfter },
    { kind: 'house-gathered', from: 'available', to: 'available', fromAfter: '4', toAfter, slices: [0, 1] },
    { kind: 'test-money', from: 'available', to: 'available', fromAfter: '4', toAfter, slices: [0, 1] },
  ] as const)
    await assert.rejects(forge(accountId, move), { code: '23514', message: new RegExp(`declares a movement ${move.kind} from ${move.from} to ${move.to}`) }); // oxfmt-ignore
  assert.equal(await ledger.available(accountId), '5');
});

test('lists that begin elsewhere than at 1 hide nothing', async () => {
  const accountId = await ledger.pay('5');
  const post = (kinds: string): Promise<unknown> =>
    ledger.serverPool.query(
      `select ledger_post('${kinds}', '[0:1]={USDT,USDT}', '[0:1]={real,real}', '[0:1]={demo-faucet,capital}', '[0:1]={available,available}',
         '[0:1]={0,0}', '[0:1]={0,0}', '[0:1]={null,null}', '[0:1]={null,null}', '[0:1]={null,null}', '{1}', array[$1::uuid],
         array[gen_random_uuid()], '{0}', array[$1::uuid], '{1}', '{null}', '{6}', '{null}', now(),
         array(select version from ledger_balances where account_id = $1 and coin = 'USDT'))`,
      [accountId],
    );
  await assert.rejects(post('[0:1]={test-money,gift}'), /declares a movement gift from capital to available/);
  await assert.rejects(post('{deposit-credited,gift}'), /declares a movement deposit-credited from capital/);
});

test('a balance that a move names is the one that it leaves, of the first move and of each that follows', async () => {
  const accountId = await ledger.pay('5');
  const placed = (fromAfter: string, toAfter: string): Forged => ({ kind: 'swap-placed', from: 'available', to: 'reserved', fromAfter, toAfter }); // oxfmt-ignore
  const margin = (fromAfter: string, toAfter: string): Forged => ({ kind: 'contract-margin-added', from: 'available', to: 'margin', fromAfter, toAfter }); // oxfmt-ignore
  for (const moves of [
    [placed('9', '1')],
    [placed('4', '9')],
    [placed('4', '1'), placed('4', '2')],
    [placed('3', '1'), placed('3', '2')],
    [placed('4', '2'), placed('3', '2')],
    [placed('5', '2'), placed('4', '3')],
    [placed('4', '1'), margin('3', '2')],
    [placed('3', '1'), margin('4', '1')],
  ])
    await assert.rejects(forge(accountId, ...moves), {
      code: '23514',
      message: /names a balance that it does not leave/,
    });
  await forge(accountId, placed('4', '1'), margin('3', '1'), placed('2', '2'));
  assert.equal(await ledger.available(accountId), '2');
});

test('a due that no order owes is not written, so that no row stops the orders of everybody', async () => {
  const accountId = await ledger.pay('5');
  const objectId = randomUUID();
  const due = `insert into house_dues (due_id, account_id, book, coin, kind, object_id, amount, unpaid, at)
    values (gen_random_uuid(), $1, 'real', 'USDT', 'contract-profit', $2, 1000000, 1000000, now())`;
  await assert.rejects(ledger.serverPool.query(due, [accountId, objectId]), {
    code: '23514',
    message: 'no order owes this',
  });
  // Nor one of a contract that was made for it, which nobody has paid a margin for.
  const connection = await ledger.serverPool.connect();
  try {
    await connection.query('begin');
    await connection.query(
      `insert into contract_orders (account_id, order_id, book, coin, side, order_type, lever, sheets, sheet_size, trade_price, margin, fee,
         config_version, received_at, accepted_sequence, state, terms_sequence, entry_sequence, entry_price, entry_at, liquidation_price,
         open_sheets, open_margin, open_added, added_margin, change_count, exit_sequence, exit_price, exit_at, result, paid, due, settled_at)
       values ($1, $2, 'real', 'BTC', 'long', 'market', 50, 1, 1, 1, 1, 0, 1, now(), 1, 'ended', 1, 2, 1, now(), 0.5,
         1, 1, 0, 0, 0, 3, 1000000, now(), 'closed', 1000000, 1000000, now())`,
      [accountId, objectId],
    );
    await connection.query(due, [accountId, objectId]);
    await assert.rejects(connection.query('commit'), /no order owes this/);
  } finally {
    connection.release(true);
  }
  assert.equal((await ledger.serverPool.query('select from house_dues')).rowCount, 0);
});

test('money comes from a chain, goes to one, or is given, only for what says so', async () => {
  const accountId = await ledger.pay('5');
  await ledger.serverPool.query(`select ledger_open_house('{chain-custody,capital,bankroll}', '{USDT,USDT,USDT}', '{real,real,real}', '{0,0,0}')`); // oxfmt-ignore
  await forge(accountId, {
    kind: 'withdrawal-reserved',
    from: 'available',
    to: 'reserved',
    fromAfter: '4',
    toAfter: '1',
  });
  for (const move of [
    { kind: 'deposit-credited', from: 'chain-custody', to: 'available', toAfter: '5' },
    { kind: 'withdrawal-sent', from: 'reserved', to: 'chain-custody', fromAfter: '0' },
  ])
    await assert.rejects(forge(accountId, move), {
      code: '23514',
      message: `nothing orders the movement ${move.kind}`,
    });
  assert.equal(await ledger.available(accountId), '4');
  // What a deposit that was credited says is taken, to the unit, and once.
  const credit = async (units: string): Promise<unknown> => {
    const object = randomUUID();
    await ledger.serverPool.query(
      `insert into deposits (deposit_id, network, txid, ordinal, asset, address, account_id, units, state, block_height, block_hash, seen_at)
       values ($2, 'ethereum', $3, 0, 'USDT', 'x', $1, $4, 'seen', 1, 'x', now())`,
      [accountId, object, randomUUID(), units],
    );
    return ledger.serverPool.query(
      `with paid as (update deposits set state = 'credited', credited_at = now() where deposit_id = $2 returning 1)
       select ledger_post('{deposit-credited}', '{USDT}', '{real}', '{chain-custody}', '{available}', '{0}', '{0}', '{null}', '{null}', '{null}',
         '{1}', array[$1::uuid], array[gen_random_uuid()], '{0}', array[$2::uuid], '{1}', '{null}', '{5}', '{null}', now(),
         array(select version from ledger_balances where account_id = $1 and coin = 'USDT')) from paid`,
      [accountId, object],
    );
  };
  for (const units of ['2000000', '10000000', '100000'])
    await assert.rejects(credit(units), /nothing orders the movement deposit-credited/);
  await credit('1000000');
  assert.equal(await ledger.available(accountId), '5');
});

test('an entry stays in one book, also by hand', async () => {
  const accountId = await ledger.pay('5');
  const way = { from: 'available', to: 'reserved', after: [4, 1] } as const;
  await assert.rejects(postByHand(ledger.serverPool, accountId, [{ book: 'real', ...way }, { book: 'bonus', ...way }]), /both books/); // oxfmt-ignore
  await postByHand(ledger.serverPool, accountId, [{ book: 'real', ...way }]);
  assert.equal(await ledger.available(accountId), '4');
});
