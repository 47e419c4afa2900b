import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cropEdges, dragged, isWhole, leastLeft, turnedCrop, wholePicture, withEdge, type Crop } from './crop-rules.ts';

const least = { width: 20, height: 30 };

test('a frame is dragged by an edge, by a corner and as a whole', () => {
  const crop = withEdge(wholePicture, 'left', { to: 25, least });
  expect(crop).toEqual({ left: 25, top: 0, right: 100, bottom: 100 });
  expect(dragged(crop, ['right', 'bottom'], { x: -35, y: -20, least })).toEqual({ left: 25, top: 0, right: 65, bottom: 80 }); // oxfmt-ignore
  const part = { left: 20, top: 20, right: 60, bottom: 60 };
  expect(dragged(part, cropEdges, { x: 90, y: -5, least })).toEqual({ left: 60, top: 15, right: 100, bottom: 55 });
  expect(isWhole(turnedCrop(wholePicture))).toBe(true);
  expect(turnedCrop({ left: 10, top: 0, right: 90, bottom: 50 })).toEqual({ left: 50, top: 10, right: 100, bottom: 90 }); // oxfmt-ignore
});

test('what is left has the pixels that the server asks for', () => {
  expect(leastLeft({ width: 2_000, height: 800 }, 200)).toEqual({ width: 10, height: 25 });
  expect(leastLeft({ width: 150, height: 4_000 }, 200)).toEqual({ width: 100, height: 10 });
});

test('however it is dragged and turned, it lies in the picture and is large enough', () => {
  const step = fc.record({
    edges: fc.subarray([...cropEdges], { minLength: 1 }),
    x: fc.integer({ min: -150, max: 150 }),
    y: fc.integer({ min: -150, max: 150 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const crop = steps.reduce<Crop>((now, { edges, x, y }) => dragged(now, edges, { x, y, least }), wholePicture);
      for (const each of cropEdges) expect(crop[each] >= 0 && crop[each] <= 100).toBe(true);
      expect(crop.right - crop.left).toBeGreaterThanOrEqual(least.width);
      expect(crop.bottom - crop.top).toBeGreaterThanOrEqual(least.height);
      expect(turnedCrop(turnedCrop(turnedCrop(turnedCrop(crop))))).toEqual(crop);
    }),
  );
});
