// What of the built app production serves: all that its screens and its service worker need, and nothing of the demo's tools.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestDoor } from './http/http.test-support.ts';
import { ofDemo } from './open-doors.ts';

const built = join(import.meta.dirname, '../../web/dist');
const assets = readdirSync(join(built, 'assets'));
const isTool = (name: string): boolean => name.startsWith('demo-screen-');

test('the demo’s tools are not served in production, and whatever other files name is', async () => {
  const door = await openTestDoor({ calls: [], mode: 'production', publicDirectory: built, leftOut: ofDemo.customers });
  const read = async (path: string) => door.app.inject({ url: path, headers: { host: 'localhost' } });
  assert.equal(assets.filter((name) => isTool(name) && name.endsWith('.js')).length, 1);
  for (const name of assets.filter(isTool)) assert.equal((await read(`/assets/${name}`)).statusCode, 404, name);
  const { body: worker } = await read('/service-worker.js');
  const list = JSON.parse(/builtFiles=(\[[^\]]*\])/.exec(worker)![1]!.replaceAll('`', '"')) as string[];
  assert.ok(list.length > 50);
  for (const file of list) assert.equal((await read(file)).statusCode, 200, `no worker is installed without ${file}`);
  // What a chunk imports at once must be there; the demo's screen is imported when somebody opens it.
  for (const name of assets.filter((each) => each.endsWith('.js') && !isTool(each))) {
    const { statusCode, body } = await read(`/assets/${name}`);
    assert.equal(statusCode, 200, name);
    const atOnce = [...body.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)].map(([, file]) => file!);
    assert.deepEqual(atOnce.filter(isTool), [], name);
  }
  await door.close();
});
