// A development chain as a process: it keeps what it was over a kill, and is started again by whoever asks next.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { longRun } from '../../../server/test/support/long-run.ts';
import { until } from '../../../server/src/kit/until.test-support.ts';
import { bitcoinSource } from '../deposits/bitcoin-source.ts';
import { evmSource } from '../deposits/evm-source.ts';
import type { ChainSource } from '../deposits/chain-source.ts';
import { tronSource } from '../deposits/tron-source.ts';
import { askHttpNode } from '../networks/http-node.ts';
import { askNode } from '../networks/json-rpc.ts';
import { readDevNode } from './dev-node-file.ts';
import { openOwnDevChain } from './dev-chains.test-support.ts';
import { superviseDevChain } from './supervise-dev-chain.ts';

const played = {
  bitcoin: {
    coins: { asset: 'BTC', to: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx', units: 1_234_567n },
    sourceOf: ({ url }: { url: string }): ChainSource => bitcoinSource({ ask: askNode(url), prefix: 'bcrt' }),
  },
  ethereum: {
    coins: { asset: 'USDT', to: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', units: 2_500_000n },
    sourceOf: ({ url, usdt }: { url: string; usdt: string }): ChainSource =>
      evmSource({ ask: askNode(url), tokens: new Map([[usdt, 'USDT']]) }),
  },
  tron: {
    coins: { asset: 'USDT', to: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', units: 2_500_000n },
    sourceOf: ({ url, usdt }: { url: string; usdt: string }): ChainSource =>
      tronSource({ ask: askHttpNode(url), usdt }),
  },
} as const;

for (const network of ['bitcoin', 'ethereum', 'tron'] as const) {
  test(
    `${network}: what was paid is there after the process was killed`,
    longRun('a chain as a process'),
    async (context) => {
      const own = await openOwnDevChain(network);
      if (!own) return context.skip('the node does not run here');
      const { coins, sourceOf } = played[network];
      /** Returns the payments of test coins, with the hash of the block of each. */
      async function paidIn(source: ChainSource): Promise<string[]> {
        const found: string[] = [];
        const { height: tip } = await source.tip();
        for (let height = 0; height <= tip; height++) {
          const block = await source.block(height);
          for (const credit of block!.credits)
            if (credit.address === coins.to) found.push(`${credit.txid} ${credit.units} ${block!.hash}`);
        }
        return found;
      }
      try {
        const first = await own.open();
        assert.equal(await own.open(), first);
        const txids = await Promise.all([first.send(coins), first.send(coins)]);
        const before = await paidIn(sourceOf(first));
        assert.deepEqual(
          before.map((each) => each.split(' ').slice(0, 2)),
          txids.map((txid) => [txid, String(coins.units)]),
        );
        await own.kill();
        await assert.rejects(first.addBlock());
        await until('it is started again', async () =>
          own.open().then(
            (again) => again !== first,
            () => false,
          ),
        );
        const second = await own.open();
        assert.deepEqual(await paidIn(sourceOf(second)), before);
        assert.equal(readDevNode(own.directory, network)?.url, second.url);
        const { height } = await sourceOf(second).tip();
        await second.addBlock();
        assert.equal((await sourceOf(second).tip()).height, height + 1);
        await second.send(coins);
        assert.equal((await paidIn(sourceOf(second))).length, 3);
      } finally {
        own.end();
      }
    },
  );
}

test('a chain that is not there is not tried again at once', longRun('starts a process'), async () => {
  const directory = mkdtempSync(join(tmpdir(), 'candor-dev-chain-'));
  const chain = superviseDevChain(directory, 'xrpl');
  await assert.rejects(chain.open(), /there is no development chain of xrpl/);
  const again = chain.open();
  await assert.rejects(again);
  assert.equal(chain.open(), again);
  assert.equal(existsSync(join(directory, 'xrpl')), false);
  rmSync(directory, { recursive: true });
});
