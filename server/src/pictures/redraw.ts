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

/** Refuses with `image-type` what is no JPEG, PNG or WebP by its content, and with `upload-failed` what can't be decoded within bounds. */
export async function redraw(bytes: Buffer): Promise<Buffer> {
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
