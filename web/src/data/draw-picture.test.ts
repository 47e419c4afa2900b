import { expect, test } from 'vitest';
import { fileFault } from './draw-picture.ts';

test('only images, and less than ten megabytes', () => {
  const name = 'a.jpg';
  expect(fileFault({ type: 'application/pdf', size: 10, name })).toBe('image-type');
  expect(fileFault({ type: '', size: 10, name })).toBe('image-type');
  expect(fileFault({ type: 'image/png', size: 10_000_000, name })).toBe('image-size');
  expect(fileFault({ type: 'image/heic', size: 9_999_999, name: 'a.heic' })).toBeUndefined();
  expect(fileFault({ type: '', size: 9_999_999, name: 'IMG_1.HEIC' })).toBeUndefined();
});
