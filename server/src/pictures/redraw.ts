// What comes in is never kept: it is decoded, within bounds, and drawn anew, which leaves behind whatever else the file held.
import { pictureLimits } from '@candor/wire';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { refuse } from '../kit/refuse.ts';

/** 32 megapixels: phones send 12. A progressive picture of that size takes about 100 MB while it is decoded, and one is at a time. */
const pixelsMax = 32 * 1024 * 1024;
const edgeMin = 200;
const formats: Readonly<Record<string, string>> = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' };

sharp.cache(false);
sharp.concurrency(1);
// Readers of other formats are not there, whatever a file says that it is.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

export interface Drawn {
  jpeg: Buffer;
  look: bigint | undefined;
}

/** Refuses as `redraw` does. */
export async function drawAnew(bytes: Buffer): Promise<Drawn> {
  const jpeg = await redraw(bytes);
  return { jpeg, look: await lookOf(jpeg) };
}

/** Refuses with `image-type` what is no JPEG, PNG or WebP by its content, and with `upload-failed` what can't be decoded within bounds. */
async function redraw(bytes: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes.subarray(0, 4_100)).catch(() => undefined);
  const format = formats[type?.mime ?? ''];
  if (format === undefined) return refuse('image-type');
  const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'truncated', sequentialRead: true });
  const found = await picture.metadata().catch(() => refuse('upload-failed'));
  if (found.format !== format) return refuse('image-type');
  if (found.width * found.height > pixelsMax || Math.min(found.width, found.height) < edgeMin) return refuse('upload-failed'); // oxfmt-ignore
  return picture
    .rotate()
    .resize({ width: pictureLimits.edgeMax, height: pictureLimits.edgeMax, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => refuse('upload-failed'));
}

const [lookWidth, lookHeight] = [9, 8];
/** A picture of fewer edges than this is too plain to be told from another. */
const edgesMin = 8;

/** How it looks in 64 bits: whether each of 8 by 8 places is darker than the next one. Undefined where it is too plain. */
async function lookOf(jpeg: Buffer): Promise<bigint | undefined> {
  const light = await sharp(jpeg).greyscale().resize(lookWidth, lookHeight, { fit: 'fill' }).raw().toBuffer();
  let [bits, edges] = [0n, 0];
  for (let place = 0; place < light.length; place++) {
    if (place % lookWidth === lookWidth - 1) continue;
    const isDarker = light[place]! < light[place + 1]!;
    bits = (bits << 1n) | BigInt(isDarker);
    if (isDarker) edges++;
  }
  return Math.min(edges, 64 - edges) < edgesMin ? undefined : BigInt.asIntN(64, bits);
}
