// Limit orders of contracts are placed where requests arrive and cancelled in the engine: what is cancelled again and again counts there
// where the next ones come, and keeps nobody from closing what is open.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelContract, closeContract, contractSides, formatAmount, listCoins, marginOf, multiplyDown, submitContract, verifyMe, wad, type ContractOrderMessage } from '@candor/wire'; // oxfmt-ignore
import { until } from '../src/kit/until.test-support.ts';
import { refusalLimit } from '../src/ledger/refusal-limit.ts';
import { longRun } from './support/long-run.ts';
import { got, openRunningApp, refusalOf, type Person } from './support/running-app.ts';

const atOnce = 25;

test(
  'who cancels limits again and again places none for a moment, and can cancel and close',
  longRun('a whole app for one attack'),
  async () => {
    const app = await openRunningApp({ liveCoins: ['BTC'] });
    try {
      const person = await app.person('10000');
      const { client } = person;
      got(await client.call(verifyMe, {}));
      const { dol } = got(await client.call(listCoins, {})).find(({ id }) => id === 'BTC')!;
      const place = (order_type: 'limit' | 'market') => placeLong(person, dol!, order_type);
      const open = got(await place('market'));
      const waiting = got(await place('limit'));
      const cancel = ({ trade_id }: ContractOrderMessage) => client.call(cancelContract, { trade_id });
      for (let cancelled = 0; cancelled < refusalLimit.burst;) {
        const placed = (await Promise.all(Array.from({ length: atOnce }, () => place('limit')))).filter(({ ok }) => ok);
        assert.ok(placed.length > 0);
        for (const outcome of await Promise.all(placed.map((each) => cancel(got(each))))) got(outcome);
        cancelled += placed.length;
      }
      for (const type of ['limit', 'market'] as const) assert.equal(refusalOf(await place(type)), 'too-many-refused');
      got(await cancel(waiting));
      await until('the close is asked for', async () => {
        const outcome = await client.call(closeContract, { trade_id: open.trade_id });
        if (!outcome.ok) assert.notEqual(refusalOf(outcome), 'too-many-refused');
        return outcome.ok;
      });
      await app.audit();
    } finally {
      await app.close();
    }
  },
);

/** Of three sheets, at the market or a fifth below. */
function placeLong({ client, user }: Person, dol: string, order_type: 'limit' | 'market') {
  const price = multiplyDown(wad(dol), wad(order_type === 'limit' ? '0.8' : '1'), 2);
  const margin = marginOf({ sheets: 3, sheetSize: wad('0.001'), price, lever: 20 });
  return client.call(submitContract, {
    trade_price: formatAmount(price),
    trade_lever: 20,
    trade_user_id: user.account_id,
    trade_type: 1,
    trade_transaction_type: contractSides.long,
    trade_btc_tpye: 'btcusdt',
    usd_num: formatAmount(margin),
    sheets_num: 3,
    order_type,
  });
}
