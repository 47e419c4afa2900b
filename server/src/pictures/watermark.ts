// Says across a picture who looks at it and when, so that a copy tells where it came from.
import sharp from 'sharp';
import { glyphSize, isDot } from './glyphs.ts';

const marginDots = 10;

/** Sized by the picture, all over it, dark with a light edge so that it stands out on any ground. */
export async function watermark(jpeg: Buffer, text: string): Promise<Buffer> {
  const { width } = await sharp(jpeg).metadata();
  const scale = Math.max(1, Math.round(width / 500));
  const tile = drawText(text);
  const input = await sharp(tile.data, { raw: { width: tile.width, height: tile.height, channels: 4 } })
    .resize({ width: tile.width * scale, height: tile.height * scale, kernel: 'nearest' })
    .png()
    .toBuffer();
  return sharp(jpeg)
    .composite([{ input, tile: true }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** RGBA, the second line set off by half its width. */
function drawText(text: string): { data: Buffer; width: number; height: number } {
  const lineWidth = (text.length + 4) * glyphSize.width;
  const lineHeight = glyphSize.height + 2 * marginDots;
  const [width, height] = [lineWidth, 2 * lineHeight];
  const data = Buffer.alloc(width * height * 4);
  const paint = (x: number, y: number, level: number): void =>
    data.set([level, level, level, 110], (y * width + (x % width)) * 4);
  for (const [line, shift] of [0, Math.floor(lineWidth / 2)].entries()) {
    for (let place = 0; place < text.length * glyphSize.width; place++) {
      for (let y = 0; y < glyphSize.height; y++) {
        if (!isDot(text[Math.floor(place / glyphSize.width)]!, place % glyphSize.width, y)) continue;
        const [left, top] = [shift + place, line * lineHeight + marginDots + y];
        paint(left + 1, top + 1, 255);
        paint(left, top, 0);
      }
    }
  }
  return { data, width, height };
}
