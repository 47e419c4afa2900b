import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutOf, documentAspects } from './frame-rules.ts';

test('of a phone held upright the frame is almost as wide as what the camera sees', () => {
  const { x, y, width, height } = cutOf({ width: 1080, height: 1440 }, documentAspects.card);
  expect(Math.round(width)).toBe(1043);
  expect(Math.round(height)).toBe(658);
  expect([x * 2 + width, y * 2 + height]).toEqual([1080, 1440]);
});

test('of a computer it is a part of the middle', () => {
  const { width, x } = cutOf({ width: 1920, height: 1080 }, documentAspects.card);
  expect(Math.round(width)).toBe(782);
  expect(x).toBeGreaterThan(500);
});

test('it lies within the picture and in its middle, whatever the camera gives', () => {
  const edge = fc.integer({ min: 16, max: 8000 });
  fc.assert(
    fc.property(edge, edge, fc.constantFrom(...Object.values(documentAspects)), (width, height, aspect) => {
      const cut = cutOf({ width, height }, aspect);
      expect(cut.x).toBeGreaterThanOrEqual(0);
      expect(cut.y).toBeGreaterThanOrEqual(0);
      expect(cut.x * 2 + cut.width).toBeCloseTo(width);
      expect(cut.y * 2 + cut.height).toBeCloseTo(height);
      expect(cut.width).toBeGreaterThan(0);
      expect(cut.height).toBeGreaterThan(0);
    }),
  );
});
