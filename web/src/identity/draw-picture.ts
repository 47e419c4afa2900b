// A chosen file as it is sent: upright, turned and cut as wanted, no larger than what is kept, which also leaves behind where it was taken.
import { pictureLimits, type FailureCode } from '@candor/wire';
import { wholePicture, type Crop } from '../ui/crop-rules.ts';
import { cutOf } from './frame-rules.ts';
import { sharpnessOf } from './sharpness.ts';

export interface DrawnPicture {
  jpeg: Blob;
  sharpness: number;
}

const quality = 0.9;
const lookedAtWidth = 480;

/** What is wrong with a file, before it is looked into. */
export function fileFault({ type, size }: Pick<File, 'type' | 'size'>): FailureCode | undefined {
  if (!type.startsWith('image/')) return 'image-type';
  return size >= pictureLimits.bytesMax ? 'image-size' : undefined;
}

export interface HowDrawn {
  quarterTurns: number;
  /** Of the picture once it is turned. */
  crop?: Crop;
}

/** Undefined: this browser can't show it. */
export async function drawPicture(
  file: Blob,
  { quarterTurns, crop = wholePicture }: HowDrawn,
): Promise<DrawnPicture | undefined> {
  const bitmap = await readUpright(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const canvas = turned(bitmap, { quarterTurns, crop });
  const sharpness = sharpnessOf(pixelsOf(bitmap));
  bitmap.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  return jpeg ? { jpeg, sharpness } : undefined;
}

/** A browser that doesn't know the word refuses it, and turns a picture as its file says without being asked. */
const readUpright = (file: Blob): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => createImageBitmap(file));

/** What the camera shows in the frame now, at its own fineness; undefined before its first picture. */
export async function photograph(video: HTMLVideoElement, aspect: number): Promise<File | undefined> {
  const canvas = drawCut(video, aspect, Infinity);
  const jpeg = canvas && (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality)));
  return jpeg ? new File([jpeg], 'photo.jpg', { type: jpeg.type }) : undefined;
}

/** How sharp what lies in the frame is; undefined before the first picture. */
export function lookAt(video: HTMLVideoElement, aspect: number): number | undefined {
  const canvas = drawCut(video, aspect, lookedAtWidth);
  return canvas && sharpnessOf(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height));
}

function drawCut(video: HTMLVideoElement, aspect: number, widthMax: number): HTMLCanvasElement | undefined {
  if (video.videoWidth === 0) return undefined;
  const cut = cutOf({ width: video.videoWidth, height: video.videoHeight }, aspect);
  const scale = Math.min(1, widthMax / cut.width);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.ceil(cut.width * scale), Math.ceil(cut.height * scale)];
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(video, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The part that is wanted, at its own fineness as far as that is kept. */
function turned(bitmap: ImageBitmap, { quarterTurns, crop }: Required<HowDrawn>): HTMLCanvasElement {
  const isAcross = quarterTurns % 2 === 1;
  const [width, height] = isAcross ? [bitmap.height, bitmap.width] : [bitmap.width, bitmap.height];
  const part = { width: (width * (crop.right - crop.left)) / 100, height: (height * (crop.bottom - crop.top)) / 100 };
  const scale = Math.min(1, pictureLimits.edgeMax / Math.max(part.width, part.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(part.width * scale), Math.round(part.height * scale)];
  const context = canvas.getContext('2d')!;
  context.scale(scale, scale);
  context.translate(width / 2 - (width * crop.left) / 100, height / 2 - (height * crop.top) / 100);
  context.rotate((quarterTurns * Math.PI) / 2);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  return canvas;
}

function pixelsOf(bitmap: ImageBitmap): ImageData {
  const scale = Math.min(1, lookedAtWidth / bitmap.width);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale)];
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
