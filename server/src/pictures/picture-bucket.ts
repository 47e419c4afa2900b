// Pictures in a bucket. What lay in the directory before there was one is read from there until its time is over.
import { isUuid } from '@candor/wire';
import type { Bucket } from '../kit/bucket.ts';
import { removeAll, type PicturePlace } from './picture-place.ts';

export const pictureBucket = (bucket: Bucket, before: PicturePlace): PicturePlace => ({
  put: (id, bytes) => bucket.put(id, bytes),
  get: async (id) => (await bucket.get(id)) ?? (await before.get(id)),
  async remove(id) {
    await bucket.remove(id);
    await before.remove(id);
  },
  async removeStrays(writtenBefore, knownAmong) {
    for await (const found of bucket.list()) {
      // Whatever else lies there is not ours.
      const old = found.filter(({ name, writtenAt }) => isUuid(name) && writtenAt < writtenBefore);
      const names = old.map(({ name }) => name);
      const known = await knownAmong(names);
      await removeAll(names.filter((name) => !known.has(name)), (name) => bucket.remove(name)); // oxfmt-ignore
    }
    await before.removeStrays(writtenBefore, knownAmong);
  },
});
