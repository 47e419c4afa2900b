// The search for sure gains over the terms in force of a running app, also with versions that its owner plants.
import assert from 'node:assert/strict';
import { formatAmount, zero, type Wad } from '@candor/wire';
import pg from 'pg';
import { select } from '../../src/kit/select.ts';
import { products } from '../../src/products.ts';
import { databaseNow, readVersions } from '../../src/settings/store.ts';
import { findSureGains } from '../../src/settings/sure-gains.ts';
import { waysInForce } from '../../src/settings/ways-in-force.ts';
import { betOf, shopPeriods } from '../../src/shop/period.ts';
import type { RunningApp } from './running-app.ts';

type Planted = readonly [name: string, id: string, change: object];

export const allSettings = products.flatMap((product) => product.settings);

/** Reads the terms as the server does, with these versions planted as the database's owner and rolled back afterwards. */
export async function gainsInForce(app: Pick<RunningApp, 'ownerUrl'>, planted: readonly Planted[] = []) {
  const client = new pg.Client({ connectionString: app.ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    for (const [name, id, change] of planted)
      await client.query(
        `insert into setting_versions (name, id, version, body)
         select name, id, version + 1, (body::jsonb || $3::jsonb) from setting_versions where name = $1 and id = $2 order by version desc limit 1`,
        [name, id, JSON.stringify(change)],
      );
    const found = findSureGains(waysInForce(allSettings, await readVersions(client), await databaseNow(client)));
    return found.map(({ pair, perThousand, most, closedBy }) => ({
      pair,
      sum: Number(formatAmount(perThousand)),
      most: Number(formatAmount(most ?? zero)),
      closedBy,
    }));
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

export async function expectEachNamed(app: RunningApp): Promise<void> {
  const before = await gainsInForce(app);
  const newWith = async (...planted: Planted[]) =>
    (await gainsInForce(app, planted))
      .filter(
        (each) => !before.some(({ pair, sum, most }) => pair === each.pair && sum >= each.sum && most >= each.most),
      )
      .map(({ pair, sum, most, closedBy }) => [pair, sum.toFixed(2), most.toFixed(2), closedBy]);
  assert.deepEqual(await newWith(['purchase-terms', 'all', { fee_rate: '-0.02' }]), [
    ['purchase-terms + purchase-terms', '40.00', '0.00', null],
    ['purchase-terms + swap-terms', '20.00', '0.00', null],
  ]);
  assert.deepEqual(await newWith(['withdrawal-terms', 'ETH', { fee_rate: '-0.005' }]), [
    ['swap-terms + withdrawal-terms ETH', '5.00', '0.00', null],
    ['withdrawal-terms ETH + withdrawal-terms ETH', '10.00', '0.00', null],
  ]);
  assert.deepEqual(await newWith(['option-terms', '1', { payout_rate: '1.1' }]), [
    ['option-terms 1', '100.00', '0.00', null],
  ]);
  assert.deepEqual(await newWith(['contract-terms', 'all', { fee_rate: '-0.001' }]), [
    ['contract-terms', '1.00', '0.00', null],
  ]);
  assert.deepEqual(await newWith(['experience-terms', 'all', { amount: '50000' }]), [
    ['experience-terms', '50000.00', '50000.00', 'bonus'],
  ]);
  // Terms that pay so much also make it worth to buy a level for the credit.
  assert.deepEqual(
    (await newWith(['pledge-terms', '1', { daily_rate: '0.001' }])).map(([pair]) => pair),
    [
      'loan-terms 1 + pledge-terms 1',
      'loan-terms 12 + pledge-terms 1',
      'loan-terms 3 + pledge-terms 1',
      'loan-terms 6 + pledge-terms 1',
      'vip-levels 1 + loan-limits',
    ],
  );
  // Of 88.21 for 1,000 that the best loan and plan bring, the level costs 1 a year, and it brings a limit of 1,000.
  assert.deepEqual(await newWith(['vip-levels', '1', { trading_cost: '1' }]), [
    ['vip-levels 1 + loan-limits', '87.21', '87.21', 'debt'],
  ]);
  assert.deepEqual(await newWith(['loan-limits', 'all', { vip_amount: '9000' }]), [
    ['vip-levels 1 + loan-limits', '77.10', '693.88', 'debt'],
  ]);
  const large = [
    ['loan-limits', 'all', { limit_max: '10000000' }],
    ['loan-terms', '12', { max_amount: '10000000' }],
  ] as const;
  const most = async (...planted: Planted[]) =>
    Number((await newWith(...planted)).find(([pair]) => pair === 'loan-terms 12 + pledge-terms 4')![2]);
  const ratio = (await most(...large, ['pledge-limits', 'all', { quota_share_max: '0.5' }])) / (await most(...large));
  assert.equal(ratio.toFixed(3), '5.000', 'five times the share of the quota, where nothing else is the limit');
  const [period] = await select(
    app.pool,
    shopPeriods.columns,
    `select ${shopPeriods.columns.list} from shop_periods limit 1`,
  );
  const { price, winners, ticketsMin } = period!;
  // All tickets of the minimum are bought: the prizes and rebates are twice what they cost.
  const pays = { ...period!, rebate: zero, prize: ((price * 2n * BigInt(ticketsMin)) / BigInt(winners)) as Wad };
  assert.deepEqual(
    findSureGains([betOf(pays)]).map(({ pair, perThousand }) => [pair, formatAmount(perThousand)]),
    [[`${period!.goodId} ${period!.number}`, '1000']],
  );
}
