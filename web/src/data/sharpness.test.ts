import { expect, test } from 'vitest';
import { sharpEnough, sharpnessOf } from './sharpness.ts';

const [width, height] = [64, 40];
const drawn = (light: (x: number, y: number) => number) => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let place = 0; place < width * height; place++) {
    data.fill(light(place % width, Math.floor(place / width)), place * 4, place * 4 + 3);
  }
  return { data, width, height } as ImageData;
};

test('print is sharp, the same print blurred is not, and a plain ground never is', () => {
  const print = (x: number): number => (x % 4 < 2 ? 20 : 235);
  const blurred = (x: number): number => 127 + 60 * Math.sin(x / 6);
  expect(sharpnessOf(drawn(print))).toBeGreaterThan(sharpEnough);
  expect(sharpnessOf(drawn(blurred))).toBeLessThan(sharpEnough);
  expect(sharpnessOf(drawn(() => 200))).toBe(0);
});
