// Where pictures lie: a directory of files that are each sealed under a key of their own, which stands in the database.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Uuid } from '@candor/wire';
import { openWith, sealWith } from '../kit/sealing.ts';

export interface PictureFiles {
  /** Where uploads wait until they are drawn anew. */
  incoming: string;
  /** Written whole under another name first; answers with the key. */
  write(pictureId: Uuid, jpeg: Buffer): Promise<Buffer>;
  read(pictureId: Uuid, key: Buffer): Promise<Buffer>;
  remove(pictureIds: readonly Uuid[]): Promise<void>;
  /** Those that are older than this and that nobody knows: what a killed process left behind. */
  removeStrays(before: number, knownAmong: (names: readonly string[]) => Promise<Set<string>>): Promise<void>;
}

export function pictureFiles(directory: string): PictureFiles {
  const pathOf = (id: string): string => join(directory, id.slice(-2), id);

  async function removeStraysOf(folder: string, before: number, known: Set<string>): Promise<void> {
    for (const name of (await readdir(folder)).filter((each) => !known.has(each))) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs < before) await rm(path, { force: true });
    }
  }

  return {
    incoming: join(directory, 'incoming'),
    async write(pictureId, jpeg) {
      const path = pathOf(pictureId);
      const key = randomBytes(32);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await writeFile(`${path}.new`, sealWith(key, jpeg, pictureId), { mode: 0o600, flag: 'wx', flush: true });
        await rename(`${path}.new`, path);
      } finally {
        await rm(`${path}.new`, { force: true });
      }
      return key;
    },
    read: async (pictureId, key) => openWith(key, await readFile(pathOf(pictureId)), pictureId),
    remove: async (pictureIds) => void (await Promise.all(pictureIds.map((id) => rm(pathOf(id), { force: true })))),
    async removeStrays(before, knownAmong) {
      for (const folder of await readdir(directory).catch(() => [])) {
        const path = join(directory, folder);
        await removeStraysOf(path, before, await knownAmong(await readdir(path)));
      }
    },
  };
}
