// A chosen picture, in browsers that know how to be asked for it upright and in those that don't.
import { afterEach, expect, test, vi } from 'vitest';
import { drawPicture } from '../src/identity/draw-picture.ts';

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
  const drawn = await drawPicture(await photo(), 1);
  const { width, height } = await read(drawn!.jpeg);
  expect([width, height]).toEqual([20, 40]);
});

test('what is no picture is none', async () => {
  expect(await drawPicture(new Blob(['no picture'], { type: 'image/jpeg' }), 0)).toBeUndefined();
});
