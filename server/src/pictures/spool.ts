// An upload on its way: streamed to a file, so that memory holds none of those that still come, under a key that is nowhere but in
// memory. Whatever ends it, the file is removed; one that a killed process leaves behind nobody can read.
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { log } from '../kit/log.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Upload } from '../kit/upload.ts';
import { refuse } from '../kit/refuse.ts';

/**
 * Answers with what `use` makes of the upload's bytes. Refuses with `image-size`, and with `upload-failed` one that broke off or that
 * there is no room for.
 */
export async function spool<Result>(
  { bytes, isWhole }: Upload,
  directory: string,
  use: (read: () => Promise<Buffer>) => Promise<Result>,
): Promise<Result> {
  const path = join(directory, randomUUID());
  const [key, nonce] = [randomBytes(32), randomBytes(12)];
  const sealing = createCipheriv('aes-256-gcm', key, nonce);
  async function takeIn(): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await pipeline(bytes, sealing, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  }
  /** Throws where a byte of the file is another one than was written. */
  async function read(): Promise<Buffer> {
    const opening = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(sealing.getAuthTag());
    return Buffer.concat([opening.update(await readFile(path)), opening.final()]);
  }
  try {
    await takeIn().catch((error: unknown) => {
      if (isOfDisk(error)) log.error('an upload could not be taken in', { error: reasonOf(error) });
      refuse('upload-failed');
    });
    if (!isWhole()) refuse('image-size');
    return await use(read);
  } finally {
    await rm(path, { force: true });
  }
}

/** Of ours, and not of the connection. */
const isOfDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EACCES', 'EROFS', 'EIO', 'EMFILE', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');
