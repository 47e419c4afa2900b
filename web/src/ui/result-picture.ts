// A result as a picture to show around, drawn here and sent nowhere: the page's own colours and letters on a canvas.

import { encode } from 'uqr';
import type { Move } from './change.tsx';

export interface ResultPicture {
  /** Of the platform. */
  brand: string;
  title: string;
  /** Beside the title, coloured as the side. */
  side: { text: string; isUp: boolean };
  /** The one large figure. */
  figure: string;
  /** Below it, smaller; left out when nobody has to know. */
  amount?: string | undefined;
  /** What the figure says; one that rounds to nothing is neither gain nor loss. */
  move: Move;
  /** From the top left, as shares of the place for the line. */
  points: readonly { x: number; y: number }[];
  facts: readonly { name: string; value: string }[];
  foot: readonly string[];
  /** As a square code, for cameras. */
  address: string;
  direction: 'ltr' | 'rtl';
}

const [width, height, edge] = [1080, 1350, 88];
const line = { top: 700, height: 260 };
const code = { top: 1180, size: 140 };

export function drawResult(canvas: HTMLCanvasElement, picture: ResultPicture): void {
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) return;
  const looks = getComputedStyle(canvas);
  const color = (name: string): string => looks.getPropertyValue(`--${name}`).trim();
  const isRtl = picture.direction === 'rtl';
  const [start, end] = isRtl ? [width - edge, edge] : [edge, width - edge];
  const tone = color({ up: 'rise', down: 'fall', unchanged: 'secondary' }[picture.move]);
  context.direction = picture.direction;

  function write(
    text: string,
    at: { x: number; y: number; size: number; weight?: number; color: string; align?: CanvasTextAlign; most?: number },
  ): number {
    const { x, y, weight = 400, align = 'start', most = width - 2 * edge } = at;
    let { size } = at;
    const font = (px: number): string => `${weight} ${px}px ${looks.fontFamily}`;
    context!.font = font(size);
    // What is too long in one language is written smaller.
    for (; size > 20 && context!.measureText(text).width > most; size -= 2) context!.font = font(size - 2);
    context!.fillStyle = at.color;
    context!.textAlign = align;
    context!.fillText(text, x, y);
    return context!.measureText(text).width;
  }

  context.fillStyle = color('page');
  context.fillRect(0, 0, width, height);
  context.fillStyle = tone;
  context.fillRect(0, 0, width, 12);
  write(picture.brand, { x: start, y: 150, size: 52, weight: 600, color: color('text') });
  const titleWidth = write(picture.title, { x: start, y: 290, size: 48, weight: 600, color: color('text') });
  const sideAt = isRtl ? start - titleWidth - 28 : start + titleWidth + 28;
  write(picture.side.text, {
    x: sideAt,
    y: 290,
    size: 44,
    weight: 600,
    color: color(picture.side.isUp ? 'rise' : 'fall'),
  });
  write(picture.figure, { x: start, y: 480, size: 164, weight: 600, color: tone });
  if (picture.amount !== undefined) write(picture.amount, { x: start, y: 570, size: 56, weight: 500, color: tone });
  drawLine(context, picture.points, tone);
  context.strokeStyle = color('line');
  context.lineWidth = 2;
  context.strokeRect(edge, 1010, width - 2 * edge, 0);
  for (const [place, { name, value }] of picture.facts.entries()) {
    const y = 1075 + place * 62;
    write(name, { x: start, y, size: 36, color: color('secondary') });
    write(value, { x: end, y, size: 36, weight: 500, color: color('text'), align: 'end' });
  }
  for (const [place, text] of picture.foot.entries()) {
    const most = width - 2 * edge - code.size - 28;
    write(text, { x: start, y: 1216 + place * 48, size: 30, color: color('faint'), most });
  }
  drawCode(context, picture.address, isRtl ? edge : width - edge - code.size);
}

/** Dark on light always, as cameras read it. */
function drawCode(context: CanvasRenderingContext2D, address: string, left: number): void {
  const { size, data } = encode(address, { ecc: 'M', border: 2 });
  const cell = code.size / size;
  context.fillStyle = '#fff';
  context.fillRect(left, code.top, code.size, code.size);
  context.fillStyle = '#000';
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(left + x * cell, code.top + y * cell, cell + 0.5, cell + 0.5);
    }
  }
}

/** Time runs from left to right in all languages. */
function drawLine(context: CanvasRenderingContext2D, points: ResultPicture['points'], color: string): void {
  if (points.length < 2) return;
  context.beginPath();
  for (const { x, y } of points) context.lineTo(edge + x * (width - 2 * edge), line.top + y * line.height);
  context.strokeStyle = color;
  context.lineWidth = 6;
  context.lineJoin = 'round';
  context.stroke();
}

export const pictureOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
