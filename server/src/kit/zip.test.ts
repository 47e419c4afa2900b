import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { zip } from './zip.ts';
import { unzip } from './zip.test-support.ts';

async function packed(files: Parameters<typeof zip>[0]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of zip(files, Date.UTC(2026, 2, 1, 12, 30, 10))) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('what is packed is read again, whatever its names, pieces and sizes', async () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  const content = fc.array(fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.record({ name, content }), { selector: (file) => file.name }), async (files) => {
      const read = unzip(await packed(files));
      assert.deepEqual(
        [...read.keys()],
        files.map((file) => Buffer.from(file.name).toString()),
      );
      for (const file of files)
        assert.deepEqual(read.get(Buffer.from(file.name).toString()), Buffer.concat(file.content));
    }),
    { numRuns: 50 },
  );
});

test('text is written as UTF-8', async () => {
  assert.equal(
    unzip(await packed([{ name: 'a/ö.txt', content: ['日', '本'] }]))
      .get('a/ö.txt')!
      .toString(),
    '日本',
  );
});

test('an error of the content is an error of the archive', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield 'begun';
    throw new Error('the database is away');
  }
  await assert.rejects(packed([{ name: 'a', content: broken() }]), /the database is away/);
});
