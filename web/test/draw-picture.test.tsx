// A chosen picture, in browsers that know how to be asked for it upright and in those that don't.
import { pictureLimits } from '@candor/wire';
import { afterEach, expect, test, vi } from 'vitest';
import { drawPicture } from '../src/data/draw-picture.ts';

afterEach(() => vi.restoreAllMocks());

async function photo(): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 });
  canvas.getContext('2d')!.fillRect(0, 0, 20, 20);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/jpeg'));
}

test.each([true, false])('is drawn where from-image is known: %s', async (isKnown) => {
  const read = createImageBitmap;
  vi.spyOn(globalThis, 'createImageBitmap').mockImplementation((file: ImageBitmapSource, options?: unknown) =>
    isKnown || options === undefined ? read(file) : Promise.reject(new TypeError('from-image is not a valid value')),
  );
  const drawn = await drawPicture(await photo(), { quarterTurns: 1 });
  const { width, height } = await read(drawn!.jpeg);
  expect([width, height]).toEqual([20, 40]);
});

test('what is no picture is none', async () => {
  expect(await drawPicture(new Blob(['no picture'], { type: 'image/jpeg' }), { quarterTurns: 0 })).toBeUndefined();
});

test('a part of a turned picture is cut out of it at its own fineness', async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 4_000, height: 1_000 });
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#f00';
  context.fillRect(0, 0, 4_000, 1_000);
  context.fillStyle = '#00f';
  context.fillRect(3_000, 0, 1_000, 1_000);
  const file = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/jpeg'));
  // Clockwise, what was at the right is at the bottom.
  const drawn = await drawPicture(file, { quarterTurns: 1, crop: { left: 0, top: 75, right: 60, bottom: 100 } });
  const cut = await createImageBitmap(drawn!.jpeg);
  expect([cut.width, cut.height]).toEqual([600, 1_000]);
  expect(drawn!.jpeg.size).toBeLessThan(pictureLimits.bytesMax);
  const read = new OffscreenCanvas(600, 1_000).getContext('2d')!;
  read.drawImage(cut, 0, 0);
  const [red, , blue] = read.getImageData(300, 20, 1, 1).data;
  expect(red! < 60 && blue! > 200).toBe(true);
  const whole = await createImageBitmap((await drawPicture(file, { quarterTurns: 1 }))!.jpeg);
  expect([whole.width, whole.height]).toEqual([600, 2_400]);
});

test('after each lost try it is smaller, down to what can still be read', async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 3_000, height: 1_500 });
  canvas.getContext('2d')!.fillRect(0, 0, 1_500, 1_500);
  const file = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/png'));
  const widths: number[] = [];
  for (const lost of [0, 1, 2, Infinity]) {
    const { jpeg } = (await drawPicture(file, { quarterTurns: 0, lost }))!;
    widths.push((await createImageBitmap(jpeg)).width);
  }
  expect(widths).toEqual([2_400, 1_600, 1_200, 1_200]);
});

test('where it is clear it is white, as the server draws it', async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 300 });
  const file = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/png'));
  const drawn = await createImageBitmap((await drawPicture(file, { quarterTurns: 0 }))!.jpeg);
  const read = new OffscreenCanvas(300, 300).getContext('2d')!;
  read.drawImage(drawn, 0, 0);
  expect(read.getImageData(150, 150, 1, 1).data[0]).toBeGreaterThan(250);
});
