// The frame over a chosen picture: by arrow keys, by what a screen reader moves, and by hand.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CropSheet } from '../src/identity/crop-sheet.tsx';
import { needTexts, speak } from '../src/text/texts.ts';
import { wholePicture, type Crop } from '../src/ui/crop-rules.ts';
import '../src/ui/tokens.css';
import { hideParts, showParts } from './support/kit.tsx';

const onCrop = vi.fn<(crop: Crop) => void>();
const edge = (name: string) => page.getByRole('slider', { name: `${name} edge` });
const use = page.getByRole('button', { name: 'Use this part' });

async function whole(): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1_000, height: 500 });
  canvas.getContext('2d')!.fillRect(0, 0, 500, 500);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/jpeg'));
}

beforeEach(async () => {
  onCrop.mockReset();
  await speak('en');
  await needTexts(['identity']);
  showParts(<CropSheet isOpen onClose={() => undefined} title="Front" crop={wholePicture} whole={whole} onCrop={onCrop} />); // oxfmt-ignore
  await expect.element(page.getByRole('img', { name: 'Front' })).toBeVisible();
  // 200 pixels of it have to be left: the edges are free to move once its size is known.
  await expect.element(edge('Left')).toHaveAttribute('max', '80');
});
afterEach(hideParts);

test('an arrow moves an edge to where it points, and what is left is large enough', async () => {
  (edge('Left').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowLeft}');
  (edge('Bottom').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}{PageUp}');
  await expect.element(edge('Bottom')).toHaveAttribute('aria-valuetext', '89%');
  await userEvent.fill(edge('Top'), '30');
  await userEvent.fill(edge('Right'), '22');
  await userEvent.click(use);
  expect(onCrop.mock.calls).toEqual([[{ left: 2, top: 30, right: 22, bottom: 89 }]]);
});

test('a corner, an edge and the frame are dragged by hand', async () => {
  const picture = page.getByRole('img', { name: 'Front' });
  const { width, height } = picture.element().getBoundingClientRect();
  const part = (name: string) => document.querySelector(`[data-part="${name}"]`)!;
  const corner = part('frame').firstElementChild!;
  const at = (x: number, y: number) => ({ targetPosition: { x: width * x, y: height * y } });
  await userEvent.dragAndDrop(corner, picture, { ...at(0.3, 0.2), force: true });
  await userEvent.dragAndDrop(part('right'), picture, { ...at(0.8, 0.6), force: true });
  await userEvent.click(use);
  const [{ left, top, right, bottom }] = onCrop.mock.calls[0]!;
  expect([left, top, right, bottom].map((each) => Math.round(each / 5) * 5)).toEqual([30, 20, 80, 100]);
  await userEvent.dragAndDrop(part('frame'), picture, {
    ...at(0.05, 0.05),
    sourcePosition: { x: 60, y: 40 },
    force: true,
  });
  await userEvent.click(use);
  const moved = onCrop.mock.calls[1]![0];
  expect([moved.left, moved.right - moved.left, moved.bottom - moved.top]).toEqual([0, right - left, bottom - top]);
});

test('the whole picture comes back by one tap', async () => {
  await userEvent.fill(edge('Top'), '30');
  await userEvent.click(page.getByRole('button', { name: 'Whole picture' }));
  await userEvent.click(use);
  expect(onCrop.mock.calls).toEqual([[wholePicture]]);
});
