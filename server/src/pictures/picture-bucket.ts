// Pictures in a bucket. What lay in the directory before there was one is read from there until its time is over.
import { isUuid } from '@candor/wire';
import type { Bucket } from '../kit/bucket.ts';
import { removeAll, type PicturePlace } from './picture-place.ts';

/** Not a picture's name. */
const ownerName = 'owner';

/**
 * Of the deployment whose id it holds, which the first writes there. To any other the pictures of the owner look like ones that nobody
 * knows, so it removes none.
 */
export function pictureBucket(
  bucket: Bucket,
  { before, owner }: { before: PicturePlace; owner: () => Promise<string> },
): PicturePlace {
  async function isOurs(): Promise<boolean> {
    const own = Buffer.from(await owner());
    const mark = (await bucket.get(ownerName)) ?? (await bucket.get(ownerName));
    if (mark) return mark.equals(own);
    // The bucket may have an owner although no mark was found, so an existing mark is not overwritten.
    await bucket.putNew(ownerName, own);
    return (await bucket.get(ownerName))?.equals(own) ?? false;
  }

  return {
    isOurs,
    put: (id, bytes) => bucket.put(id, bytes),
    get: async (id) => (await bucket.get(id)) ?? (await before.get(id)),
    async remove(id) {
      if (await isOurs()) await bucket.remove(id);
      await before.remove(id);
    },
    async removeStrays(writtenBefore, knownAmong) {
      if (await isOurs()) {
        for await (const found of bucket.list()) {
          // Whatever else lies there is not ours.
          const old = found.filter(({ name, writtenAt }) => isUuid(name) && writtenAt < writtenBefore);
          const names = old.map(({ name }) => name);
          const known = await knownAmong(names);
          await removeAll(names.filter((name) => !known.has(name)), (name) => bucket.remove(name)); // oxfmt-ignore
        }
      }
      await before.removeStrays(writtenBefore, knownAmong);
    },
  };
}
