// A whole server that was used for a minute and then closed: sealed minutes, ended orders of both kinds, entries of both logs and
// checkpoints. What is left is its database, for a superuser.
import { setTimeout as pause } from 'node:timers/promises';
import {
  cancelContract,
  closeContract,
  getMarketSummary,
  submitContract,
  submitOptionsOrder,
  verifyMe,
  type ContractOrderMessage,
  type WireId,
} from '@candor/wire';
import { openPool, type Pool, type PoolConnection } from '../../../server/src/kit/postgres.ts';
import { products } from '../../../server/src/products.ts';
import { got, openRunningApp, type Person, type RunningApp } from '../../../server/test/support/running-app.ts';
import { progress } from '../own-processes.ts';
import { seededRandom } from '../seeded-random.ts';

export interface TamperStage {
  /** One connection of the superuser. */
  admin: PoolConnection;
  close: () => Promise<void>;
}

const waitMaxMs = 240_000;
const [optionCount, contractCount] = [12, 12];

export async function openTamperStage(): Promise<TamperStage> {
  const app = await openRunningApp();
  progress('a server is used: options of 30 s, contracts, and a minute that is sealed');
  const person = await app.person('9000');
  got(await person.client.call(verifyMe, {}));
  await placeOptions(person);
  const contracts = await placeContracts(person);
  await endContracts(app.pool, person, contracts);
  await app.consolePool.query(`select audit_append('console', 'stage', 'bench', '{}') from generate_series(1, 10)`);
  await until(
    app.pool,
    `not exists (select from option_orders where result is null)
    and not exists (select from contract_orders where result is null) and exists (select from market_minutes)`,
  );
  await app.restart();
  await until(
    app.pool,
    `(select max(size) from public_log_checkpoints) = (select count(*) from public_log)
    and (select count(*) from ended_orders) = ${optionCount + contracts.length}`,
  );
  return openClosed(app);
}

/** The server stays closed until the stage is, so that nothing is written while edits are looked for. */
async function openClosed(app: RunningApp): Promise<TamperStage> {
  const closed = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const reopened = app.restart(() => {
    closed.resolve();
    return done.promise;
  });
  await Promise.race([closed.promise, reopened]);
  const pool = openPool(app.adminUrl, 1);
  const admin = await pool.connect();
  return {
    admin,
    async close() {
      admin.release();
      await pool.end();
      done.resolve();
      await reopened;
      await app.close();
    },
  };
}

async function placeOptions({ client, user }: Person): Promise<void> {
  for (let place = 0; place < optionCount; place++) {
    const order = {
      pair_type: ['btcusdt', 'ethusdt', 'solusdt'][place % 3]!,
      trade_user_id: user.account_id,
      trade_num: String(10 + place),
      option_config_id: '1',
      trade_transaction_type: (place % 2) + 1,
    };
    got(await client.call(submitOptionsOrder, order));
  }
}

async function placeContracts({ client, user }: Person): Promise<ContractOrderMessage[]> {
  const random = seededRandom(7);
  const submit = products.flatMap(({ plays }) => plays).find(({ call }) => call === submitContract)!;
  const placed: ContractOrderMessage[] = [];
  while (placed.length < contractCount) {
    const { coins } = got(await client.call(getMarketSummary, {}));
    const payload = submit.payload({
      accountId: user.account_id as WireId,
      random: random.below,
      pick: random.pick,
      price: (symbol) => coins.find(({ coin }) => symbol === `${coin.toLowerCase()}usdt`)!.price!,
      replies: [],
    });
    const answer = await client.call(submitContract, payload as never);
    if (answer.ok) placed.push(answer.data);
  }
  return placed;
}

/** Those that are open are closed, some of their sheets first; those that wait are cancelled. */
async function endContracts(pool: Pool, { client }: Person, contracts: readonly ContractOrderMessage[]): Promise<void> {
  await until(pool, `not exists (select from contract_orders where state = 'waiting' and order_type = 'market')`);
  for (const { trade_id, sheets_num } of contracts) {
    await client.call(cancelContract, { trade_id });
    if (parseInt(String(sheets_num), 10) < 2) continue;
    await client.call(closeContract, { trade_id, sheets_num: 1 });
  }
  await until(pool, `not exists (select from contract_orders where close_sheets is not null and state = 'open')`);
  for (const { trade_id } of contracts) await client.call(closeContract, { trade_id });
}

async function until(pool: Pool, condition: string): Promise<void> {
  const deadline = performance.now() + waitMaxMs;
  for (;;) {
    const { rows } = await pool.query<{ holds: boolean }>(`select (${condition}) as holds`);
    if (rows[0]!.holds) return;
    if (performance.now() > deadline) throw new Error(`the stage is not ready: ${condition}`);
    await pause(250);
  }
}
