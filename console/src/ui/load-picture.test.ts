import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPicture } from './load-picture.ts';

const path = '/api/identity/cases/1/picture/front';

test('a picture is asked of the server each time that it is shown, and kept by nobody', async (context) => {
  const answers = [new Response('jpeg'), new Response('jpeg'), new Response('{}', { status: 409 })];
  const asked = context.mock.method(globalThis, 'fetch', async () => answers.shift() ?? Promise.reject(new TypeError('cut'))); // oxfmt-ignore
  const { signal } = new AbortController();
  const seen: (string | undefined)[] = [];
  for (let time = 0; time < 4; time++) seen.push(await (await loadPicture(path, signal))?.text());
  assert.deepEqual(seen, ['jpeg', 'jpeg', undefined, undefined]);
  assert.deepEqual(asked.mock.calls.map(({ arguments: given }) => given as unknown), Array.from({ length: 4 }, () => [path, { cache: 'no-store', signal }])); // oxfmt-ignore
});
