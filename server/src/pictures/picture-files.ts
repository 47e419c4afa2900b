// Files of pictures, each sealed under a key of its own, which stands in the database: in a bucket where one is set, else in the directory.
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Uuid } from '@candor/wire';
import { openBucket, type BucketOptions } from '../kit/bucket.ts';
import { openWith, sealWith } from '../kit/sealing.ts';
import { pictureBucket } from './picture-bucket.ts';
import { pictureDirectory } from './picture-directory.ts';
import { removeAll, type PicturePlace } from './picture-place.ts';

export interface PictureFiles {
  /** Where uploads wait until they are drawn anew: on this machine. */
  incoming: string;
  /** Answers with the key. */
  write(pictureId: Uuid, jpeg: Buffer): Promise<Buffer>;
  /** Returns undefined if there is no file. Throws if the file can't be read completely. */
  read(pictureId: Uuid, key: Buffer): Promise<Buffer | undefined>;
  /** What fails is among the strays a day later at most. */
  remove(pictureIds: readonly Uuid[]): Promise<void>;
  removeStrays: PicturePlace['removeStrays'];
  /** Throws unless it is ours and a file can be written, read and removed; undefined where that is the machine's own business. */
  check: (() => Promise<void>) | undefined;
}

export interface PictureFilesOptions {
  directory: string;
  /** The id of this deployment, which a bucket is marked with. */
  owner: () => Promise<string>;
  bucket?: BucketOptions | undefined;
}

export function pictureFiles({ directory, bucket, owner }: PictureFilesOptions): PictureFiles {
  const local = pictureDirectory(directory);
  const place = bucket ? pictureBucket(openBucket(bucket), { before: local, owner }) : local;
  return {
    incoming: join(directory, 'incoming'),
    async write(pictureId, jpeg) {
      const key = randomBytes(32);
      await place.put(pictureId, sealWith(key, jpeg, pictureId));
      return key;
    },
    read: async (pictureId, key) =>
      // Reads a second time if the first reply was empty, partial or a different object.
      (await readFrom(place, pictureId, key).catch(() => undefined)) ?? readFrom(place, pictureId, key),
    remove: (pictureIds) => removeAll(pictureIds, (id) => place.remove(id)),
    removeStrays: (before, knownAmong) => place.removeStrays(before, knownAmong),
    check: bucket && (() => checkPlace(place)),
  };
}

async function readFrom(place: PicturePlace, pictureId: Uuid, key: Buffer): Promise<Buffer | undefined> {
  const sealed = await place.get(pictureId);
  return sealed && openWith(key, sealed, pictureId);
}

async function checkPlace(place: PicturePlace): Promise<void> {
  if (!(await place.isOurs())) throw new Error('the bucket is of another deployment: nothing is removed from it');
  // Its name is that of a picture, so that one which stays behind is removed as a stray.
  const [name, bytes] = [randomUUID(), randomBytes(32)];
  await place.put(name, bytes);
  const read = await place.get(name);
  await place.remove(name);
  if (!read?.equals(bytes)) throw new Error('the bucket does not give back what was put into it');
}
