// The process of the development ledger is killed while it is sent payments: each one that it had accepted is there afterwards.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openDevXrpl } from './dev-xrpl.ts';
import { xrplPayment } from '../payments/xrpl-payment.ts';

const root = mkdtempSync(join(tmpdir(), 'candor-xrpl-killed-'));
after(() => rmSync(root, { recursive: true, force: true }));

const rounds = 5;
const payee = xrplPayment.walletOf(new Uint8Array(32).fill(9), { networkId: 0 });

/** Pays without an end, and prints each txid once it has it. */
const program = `
  import { openDevXrpl } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'dev-xrpl.ts')).href)};
  const ledger = await openDevXrpl({ directory: process.argv[1] });
  for (;;) {
    const txid = await ledger.send({ to: process.argv[2], drops: 2_000_000n });
    await new Promise((resolve) => process.stdout.write(txid + '\\n', resolve));
  }
`;

test('what it answered before it was killed is in its ledgers', async () => {
  const directory = join(root, 'ledger');
  const answered: string[] = [];
  for (let round = 1; round <= rounds; round++) {
    const args = ['--input-type=module', '--eval', program, directory, payee];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    let inRound = 0;
    for await (const txid of createInterface({ input: child.stdout })) {
      answered.push(txid);
      if (++inRound === 3 + round) child.kill('SIGKILL');
    }
    await exited;
    const ledger = await openDevXrpl({ directory });
    for (const transaction of answered) {
      const body = JSON.stringify({ method: 'tx', params: [{ transaction }] });
      const { result } = (await (await fetch(ledger.url, { method: 'POST', body })).json()) as { result: object };
      assert.deepEqual({ ...result, validated: true, status: 'success' }, result);
    }
    await ledger.close();
  }
  assert.ok(answered.length >= rounds * 4);
  assert.equal(new Set(answered).size, answered.length);
});
