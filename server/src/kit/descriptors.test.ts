import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { connectionsAllowed } from './descriptors.ts';

test('a share of the descriptors stays for all else, however few there are', () => {
  for (const limit of [64, 256, 1_024, 20_000, 1_048_576]) {
    const { total, forSockets, forHttp } = connectionsAllowed(limit);
    assert.equal(forSockets + forHttp, total);
    assert.ok(forHttp > 0 && total <= Math.max(limit - 256, limit / 2), String(limit));
  }
  assert.deepEqual(connectionsAllowed(1_024), { total: 768, forSockets: 384, forHttp: 384 });
});

test('the limit is that of the process', { skip: process.platform !== 'linux' }, () => {
  const script = `import('${new URL('descriptors.ts', import.meta.url).href}').then((m) => console.log(m.connectionsAllowed().total))`;
  const said = execFileSync('sh', ['-c', `ulimit -n 800; exec "$0" -e "$1"`, process.execPath, script]);
  assert.equal(said.toString().trim(), '544');
});
