// Pictures in a faulty bucket, whose replies are late, empty, partial or wrong: no picture is lost or mixed up with another one, and no
// deleted picture stays.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Uuid } from '@candor/wire';
import fc from 'fast-check';
import { openBucketDouble, type BucketDouble, type BucketStep } from '../../test/support/neighbours/bucket-double.ts';
import { faults, type Fault } from '../../test/support/neighbours/neighbour.ts';
import { runs, testSeed } from '../../test/support/seed.ts';
import { pictureFiles, type PictureFiles } from './picture-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'candor-picture-files-'));
const doubles = [
  await openBucketDouble({ partIs: 'cut', words: 'slow-down' }),
  await openBucketDouble({ partIs: 'short', words: 'error-200' }),
  await openBucketDouble({ partIs: 'cut', words: 'page' }),
];
after(async () => {
  for (const double of doubles) await double.close();
  rmSync(directory, { recursive: true });
});

type Deed = 'write' | 'read' | 'remove' | 'strays' | 'check';
interface Step {
  deed: Deed;
  fault: Fault | undefined;
  at: BucketStep;
  times: number;
  skip: number;
}
const anyStep: fc.Arbitrary<Step> = fc.record({
  deed: fc.constantFrom<Deed>('write', 'write', 'read', 'remove', 'strays', 'check'),
  fault: fc.option(fc.constantFrom(...faults), { nil: undefined, freq: 6 }),
  at: fc.constantFrom<BucketStep>('GET', 'PUT', 'DELETE', 'list'),
  times: fc.integer({ min: 1, max: 3 }),
  skip: fc.integer({ min: 0, max: 2 }),
});

interface Kept {
  key: Buffer;
  jpeg: Buffer;
}

/** Stands in for the database: knows the stored pictures with their keys, and the deleted ones. */
function openPlay(double: BucketDouble, owner = 'this deployment') {
  const files = pictureFiles({ directory, owner: async () => owner, bucket: double.options });
  const known = new Map<Uuid, Kept>();
  const gone = new Set<Uuid>();
  const deeds: Record<Deed, () => Promise<void>> = {
    async write() {
      const [id, jpeg] = [randomUUID() as Uuid, randomBytes(500)];
      known.set(id, { key: await files.write(id, jpeg), jpeg });
    },
    async read() {
      for (const [id, { key, jpeg }] of known) {
        const read = await files.read(id, key);
        if (read) assert.ok(read.equals(jpeg), 'another picture is shown');
      }
    },
    async remove() {
      const [id] = known.keys();
      if (id === undefined) return;
      known.delete(id);
      gone.add(id);
      await files.remove([id]);
    },
    strays: () => removeStrays(files, known),
    check: () => files.check!(),
  };
  return { files, known, gone, deeds };
}

const removeStrays = (files: PictureFiles, known: ReadonlyMap<Uuid, Kept>): Promise<void> =>
  files.removeStrays(Date.now() + 60_000, async (names) => new Set(names.filter((name) => known.has(name as Uuid))));

test('whatever the bucket does at any step, each stored picture can be read afterwards, and nothing else is left', async () => {
  const property = fc.asyncProperty(
    fc.nat(doubles.length - 1),
    fc.array(anyStep, { minLength: 1, maxLength: 12 }),
    async (place, steps) => {
      const double = doubles[place]!;
      double.objects.clear();
      double.mend();
      const { files, known, gone, deeds } = openPlay(double);
      await files.check!();
      for (const { deed, fault, at, times, skip } of steps) {
        if (fault && double.faultsAt(at).includes(fault)) double.turn(fault, at, { times, skip });
        await deeds[deed]().catch((error: unknown) => {
          if (error instanceof assert.AssertionError) throw error;
        });
        double.mend();
      }
      for (const [id, { key, jpeg }] of known) assert.ok((await files.read(id, key))?.equals(jpeg), `${id} is lost`);
      await removeStrays(files, known);
      const names = [...double.objects.keys()].map((path) => path.split('/').at(-1)!);
      assert.deepEqual(names.toSorted(), ['owner', ...known.keys()].toSorted());
      assert.ok([...gone].every((id) => !names.includes(id)));
    },
  );
  await fc.assert(property, { seed: testSeed, endOnFailure: false, numRuns: runs(120) });
});

test('a single fault is hidden: the second try succeeds', async () => {
  const [double] = doubles as [BucketDouble];
  double.objects.clear();
  const { files, known, deeds } = openPlay(double);
  await deeds.write();
  await deeds.write();
  for (const fault of faults) {
    for (const [id, { key, jpeg }] of known) {
      double.turn(fault, 'GET');
      assert.ok((await files.read(id, key))?.equals(jpeg), fault);
    }
  }
  double.turn('other-words', 'PUT');
  await deeds.write();
  assert.equal(double.objects.size, 3);
});

test('the mark of another deployment is never written over, also if the bucket says that there is none', async () => {
  const [double] = doubles as [BucketDouble];
  double.objects.clear();
  double.mend();
  const theirs = openPlay(double, 'another deployment');
  await theirs.files.check!();
  await theirs.deeds.write();
  const { files } = openPlay(double);
  for (const times of [0, 1, 2, 3, 4]) {
    if (times > 0) double.turn('withdrawn', 'GET', { times });
    await assert.rejects(files.check!(), /of another deployment/);
    await removeStrays(files, new Map());
    double.mend();
    assert.equal(String(double.objects.get('/pictures/kept/owner')!.bytes), 'another deployment');
    assert.equal(double.objects.size, 2);
  }
});

test('a list that repeats its page, or says that it goes on and not where, ends with an error', async () => {
  const [double] = doubles as [BucketDouble];
  double.objects.clear();
  double.mend();
  const { files, known, deeds } = openPlay(double);
  await files.check!();
  for (let count = 0; count < 7; count++) await deeds.write();
  double.turn('repeated', 'list', { times: 9, skip: 1 });
  await assert.rejects(removeStrays(files, known), /how its list goes on/);
  double.mend();
  double.turn('other-words', 'list', { times: 2 });
  await assert.rejects(removeStrays(files, known));
  double.mend();
  assert.equal(double.objects.size, known.size + 1);
});
