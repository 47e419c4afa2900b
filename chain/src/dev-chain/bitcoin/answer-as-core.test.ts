// The node of the demo's Bitcoin answers as Bitcoin Core does, above all where it refuses: codes are those of src/rpc/protocol.h.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import * as btc from '@scure/btc-signer';
import { longRun } from '../../../../server/test/support/long-run.ts';
import { bitcoinSource } from '../../deposits/bitcoin-source.ts';
import { askNode, NodeError, type AskNode } from '../../networks/json-rpc.ts';
import { openOwnDevChain } from '../dev-chains.test-support.ts';

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const key = Uint8Array.from({ length: 32 }, () => 7);
const own = btc.p2wpkh(secp256k1.getPublicKey(key), regtest);
const payee = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx';

interface Draft {
  txid: string;
  index: number;
  has: bigint;
  sends: bigint;
  signs?: Uint8Array;
}

/** Spends one output of `own`; the rest is the fee. */
function write({ txid, index, has, sends, signs = key }: Draft): { id: string; bytes: string } {
  const draft = new btc.Transaction();
  const { script } = btc.p2wpkh(secp256k1.getPublicKey(signs), regtest);
  draft.addInput({ txid, index, witnessUtxo: { script, amount: has }, sequence: 0xffff_fffd });
  draft.addOutputAddress(payee, sends, regtest);
  draft.sign(signs);
  draft.finalize();
  return { id: draft.id, bytes: hex.encode(draft.extract()) };
}

const codeOf = (asked: Promise<unknown>): Promise<number | undefined> =>
  asked.then(
    () => assert.fail('it was taken'),
    (error: unknown) => (error instanceof NodeError ? error.code : Promise.reject(error as Error)),
  );

async function outputOf(ask: AskNode, txid: string): Promise<number> {
  const { vout } = (await ask('getrawtransaction', txid, 1)) as {
    vout: { n: number; scriptPubKey: { hex: string } }[];
  };
  return vout.find(({ scriptPubKey }) => scriptPubKey.hex === hex.encode(own.script))!.n;
}

test(
  'transactions are taken, replaced and refused as by Bitcoin Core',
  longRun('a chain as a process'),
  async (context) => {
    const chain = await openOwnDevChain('bitcoin');
    if (!chain) return context.skip('bcoin can not be installed here');
    try {
      const running = await chain.open();
      const ask = askNode(running.url);
      const has = 50_000_000n;
      const txid = await running.send({ asset: 'BTC', to: own.address!, units: has });
      const index = await outputOf(ask, txid);
      const spend = (more: Partial<Draft>) => write({ txid, index, has, sends: has - 1_000n, ...more });
      const send = ({ bytes }: { bytes: string }) => ask('sendrawtransaction', bytes);

      const stranger = Uint8Array.from({ length: 32 }, () => 9);
      assert.equal(await codeOf(send(spend({ signs: stranger }))), -26, 'signed by somebody else');
      assert.equal(await codeOf(send(spend({ index: index + 7 }))), -25, 'an output that is not there');
      assert.equal(await codeOf(send(spend({ has: has + 2_000n, sends: has + 1n }))), -26, 'more than there is');
      assert.equal(await codeOf(send(spend({ sends: 10n }))), -25, 'a fee that nobody means');
      assert.equal(await codeOf(ask('sendrawtransaction', spend({ sends: 10n }).bytes, 0)), -26, 'dust');
      assert.equal(await codeOf(send(spend({ sends: has - 5n }))), -26, 'less than the least fee');
      assert.equal(await codeOf(ask('sendrawtransaction', 'zz')), -22);
      assert.equal(await codeOf(ask('sendrawtransaction', spend({}).bytes.slice(0, -20))), -22);
      assert.deepEqual(await ask('getrawmempool'), []);

      const first = spend({});
      assert.equal(await send(first), first.id);
      assert.equal(await send(first), first.id, 'what is there already is no fault');
      assert.equal(await ask('gettxout', txid, index), null);
      assert.notEqual(await ask('gettxout', txid, index, false), null);
      assert.deepEqual(await ask('gettxspendingprevout', [{ txid, vout: index }]), [
        { txid, vout: index, spendingtxid: first.id },
      ]);

      assert.equal(await codeOf(send(spend({ sends: has - 1_050n }))), -26, 'a replacement that pays too little more');
      assert.deepEqual(await ask('getrawmempool'), [first.id]);
      assert.equal(
        await codeOf(send(spend({ sends: has - 9_000n, signs: stranger }))),
        -26,
        'a replacement of a stranger',
      );
      assert.deepEqual(await ask('getrawmempool'), [first.id], 'what is refused replaces nothing');
      const second = spend({ sends: has - 5_000n });
      assert.equal(await send(second), second.id);
      assert.deepEqual(await ask('getrawmempool'), [second.id]);
      assert.equal(await codeOf(ask('getmempoolentry', first.id)), -5);
      const { fees } = (await ask('getmempoolentry', second.id)) as { fees: { base: number } };
      assert.equal(fees.base, 0.00005);

      await running.addBlock();
      assert.equal(await codeOf(send(second)), -27, 'it is in a block');
      assert.equal(await codeOf(send(first)), -25, 'what it spends was spent');
      const mined = (await ask('getrawtransaction', second.id, 1)) as { confirmations: number; hex: string };
      assert.deepEqual([mined.confirmations, mined.hex], [1, second.bytes]);
      const source = bitcoinSource({ ask, prefix: 'bcrt' });
      const tip = await source.tip();
      const credits = (await source.block(tip.height))!.credits.filter(({ address }) => address === payee);
      assert.deepEqual(
        credits.map((credit) => [credit.txid, credit.units]),
        [[second.id, has - 5_000n]],
      );
    } finally {
      chain.end();
    }
  },
);

test(
  'blocks and calls that are not there are refused with the codes of Bitcoin Core',
  longRun('a chain as a process'),
  async (context) => {
    const chain = await openOwnDevChain('bitcoin');
    if (!chain) return context.skip('bcoin can not be installed here');
    try {
      const { url } = await chain.open();
      const ask = askNode(url);
      const nobody = '00'.repeat(32);
      assert.equal(await ask('getblockhash', 0), '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206');
      assert.equal(await codeOf(ask('getblockhash', 1_000_000)), -8);
      assert.equal(await codeOf(ask('getblockhash', 'first')), -3);
      assert.equal(await codeOf(ask('getblockheader', nobody, true)), -5);
      assert.equal(await codeOf(ask('getblock', nobody, 0)), -5);
      assert.equal(await codeOf(ask('getrawtransaction', nobody)), -5);
      assert.equal(await codeOf(ask('dumpprivkey')), -32601);
      assert.equal(await codeOf(ask('toString')), -32601);
      const { blocks, bestblockhash } = (await ask('getblockchaininfo')) as { blocks: number; bestblockhash: string };
      const header = (await ask('getblockheader', bestblockhash)) as { height: number; previousblockhash: string };
      assert.deepEqual([header.height, header.previousblockhash], [blocks, await ask('getblockhash', blocks - 1)]);
      const plain = await fetch(url, { method: 'POST', body: '{"id":1,"method":"getblockcount"}' });
      assert.equal(plain.status, 500, 'a page of another site can send text, and no JSON');
    } finally {
      chain.end();
    }
  },
);
