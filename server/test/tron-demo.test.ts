// The demo's TRON from end to end: test coins arrive at a customer's address and leave for an address elsewhere, by the chain, the signer and the
// engines as they run in a demo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askHttpNode, readDevNode, tronSender, type BaseUnits } from '@candor/chain';
import { testCoinAmounts, type AssetCode } from '@candor/wire';
import { killDevChain } from '../../chain/src/dev-chain/dev-chains.test-support.ts';
import { chainRules } from '../src/chain-rules.ts';
import { setUpNetworks } from '../src/chains/chain-settings.ts';
import { addressOf } from '../src/deposits/addresses.ts';
import { depositsEngine } from '../src/deposits/deposits-engine.ts';
import { systemClock } from '../src/kit/clock.ts';
import { startParts, stopParts } from '../src/kit/part.ts';
import { until } from '../src/kit/until.test-support.ts';
import { withdrawalsEngine } from '../src/withdrawals/withdrawals-engine.ts';
import { runAsOwner } from './support/database.ts';
import { longRun } from './support/long-run.ts';
import { refusedWith } from './support/options-stage.ts';
import { openWithdrawalsStage } from './support/withdrawals-stage.ts';

const elsewhere = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const waitMs = 60_000;

test(
  'TRON: test coins are credited and paid out to the unit, over a kill of the chain',
  longRun('a chain and a signer as processes'),
  async () => {
    const stage = await openWithdrawalsStage({ startMs: systemClock.now(), devNetworks: ['tron'] });
    const { ledger, clock, chains, signingKey } = stage;
    const directory = chains.devDirectory!;
    const deposits = depositsEngine({ ...ledger, clock, chains });
    const parts = [deposits, withdrawalsEngine({ ...ledger, clock, chains, signingKey })];
    const accountId = await ledger.pay('100');
    const followed = setUpNetworks(chains).get('tron')!;
    const own = (await addressOf(ledger.pool, followed, { accountId, newId: ledger.newId }))!;
    const take = (asset: AssetCode) =>
      deposits.answers!['deposits.test-coins']!({
        accountId,
        network: 'tron',
        asset,
        address: own.address,
        units: (BigInt(testCoinAmounts[asset]!) * 1_000_000n) as BaseUnits,
      });
    const arrived = (asset: 'TRX' | 'USDT'): Promise<bigint> => {
      const { url, usdt } = readDevNode(directory, 'tron')!;
      return tronSender(askHttpNode(url), { usdt }).balanceOf(elsewhere, asset);
    };
    const withdraw = async (asset: AssetCode, amount: string) => {
      const saved = await stage.usableAddress(accountId, asset, { address: elsewhere, network: 'tron' });
      const asked = await stage.request({ accountId }, saved, amount);
      await stage.approve(asked, 'olga');
      return asked.withdraw_id;
    };
    const isSent = async (id: string): Promise<boolean> =>
      (await stage.list(accountId)).some(({ withdraw_id, step }) => withdraw_id === id && step === 'sent');
    try {
      await startParts(parts);
      // A person's decisions of a day are counted with their worth in USDT, by the last price in the archive.
      await runAsOwner(
        ledger,
        `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
         values ('TRX', 1, 0.3, 1, 1, 'simulated', sha256('first'))`,
      );
      await take('TRX');
      await take('USDT');
      await until('both are credited', async () => (await available('TRX')) === '500' && (await available('USDT')) === '350', waitMs); // oxfmt-ignore
      assert.deepEqual(await networkRow(), [{ state: 'on', node: 'TRON-signed transactions on a local ledger (simulated TRON)', is_test: true }]); // oxfmt-ignore
      const trx = await withdraw('TRX', '200');
      await until('TRX is sent', () => isSent(trx), waitMs);
      await killDevChain(directory, 'tron');
      const usdt = await withdraw('USDT', '200');
      await until('USDT is sent', () => isSent(usdt), waitMs);
      assert.deepEqual([await arrived('TRX'), await arrived('USDT')], [194_000_000n, 194_000_000n]);
      assert.deepEqual([await available('TRX'), await available('USDT')], ['300', '150']);
      assert.equal(await refusedWith(stage.address(accountId, { address: own.address, network: 'tron' })), 'address-ours'); // oxfmt-ignore
      for (const rule of chainRules(chains, {})) {
        assert.ok(typeof rule.sql === 'function');
        const [checked, broken] = (await rule.sql(ledger.pool)).query.values;
        assert.deepEqual([checked, broken], [2, 0], rule.name);
      }
      await ledger.audit();
    } finally {
      await stopParts(parts);
      await stage.end();
    }

    function available(coin: AssetCode): Promise<string> {
      return ledger.available(accountId, coin);
    }
    async function networkRow(): Promise<unknown[]> {
      const { rows } = await ledger.pool.query(
        "select state, node, is_test from chain_networks where network = 'tron'",
      );
      return rows;
    }
  },
);
