// Pictures in a directory of this machine, or one that the machines of a deployment share.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeAll, type PicturePlace } from './picture-place.ts';

export function pictureDirectory(directory: string): PicturePlace {
  const pathOf = (id: string): string => join(directory, id.slice(-2), id);

  async function straysIn(folder: string, before: number, known: Set<string>): Promise<string[]> {
    const paths: string[] = [];
    for (const name of (await readdir(folder)).filter((each) => !known.has(each))) {
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found && found.mtimeMs < before) paths.push(join(folder, name));
    }
    return paths;
  }

  return {
    isOurs: async () => true,
    /** Under another name first. */
    async put(id, bytes) {
      const path = pathOf(id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await writeFile(`${path}.new`, bytes, { mode: 0o600, flag: 'wx', flush: true });
        await rename(`${path}.new`, path);
      } finally {
        await rm(`${path}.new`, { force: true });
      }
    },
    get: (id) =>
      readFile(pathOf(id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    remove: (id) => rm(pathOf(id), { force: true }),
    async removeStrays(before, knownAmong) {
      for (const folder of await readdir(directory).catch(() => [])) {
        const path = join(directory, folder);
        const strays = await straysIn(path, before, await knownAmong(await readdir(path)));
        await removeAll(strays, (each) => rm(each, { force: true }));
      }
    },
  };
}
