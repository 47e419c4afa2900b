// A chosen file as it is sent: upright, turned and cut as wanted, no larger than what is kept, which also leaves behind where it was taken.
import { pictureLimits, type FailureCode } from '@candor/wire';
import { wholePicture, type Crop } from '../ui/crop-rules.ts';
import { pictureTypes } from '../ui/picture-types.ts';
import { sharpnessOf } from './sharpness.ts';

export interface DrawnPicture {
  jpeg: Blob;
  sharpness: number;
}

/** As it is sent first, and where a line did not carry that; print on a document stays readable in the last as well. */
const grades = [
  { edgeMax: pictureLimits.edgeMax, quality: 0.9 },
  { edgeMax: 1_600, quality: 0.8 },
  { edgeMax: 1_200, quality: 0.7 },
];
const lookedAtWidth = 480;

/** Some systems know no type of these. */
const isNamedHeic = (name: string): boolean => /\.hei[cf]$/i.test(name);

/** What is wrong with a file, before it is looked into. */
export function fileFault({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): FailureCode | undefined {
  if (!type.startsWith('image/') && !(type === '' && isNamedHeic(name))) return 'image-type';
  return size >= pictureLimits.bytesMax ? 'image-size' : undefined;
}

/** Whether the server may be able to read a file that this browser can't. */
export const canBeSentAsItIs = ({ type }: Blob): boolean => pictureTypes.includes(type);

export interface HowDrawn {
  quarterTurns: number;
  /** Of the picture once it is turned. */
  crop?: Crop;
  /** How often a line did not carry it: each time it is drawn smaller. */
  lost?: number;
}

/** Undefined: this browser can't show it. */
export async function drawPicture(
  file: Blob,
  { quarterTurns, crop = wholePicture, lost = 0 }: HowDrawn,
): Promise<DrawnPicture | undefined> {
  const { edgeMax, quality } = grades[Math.min(lost, grades.length - 1)]!;
  const bitmap = await readUpright(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const canvas = turned(bitmap, { quarterTurns, crop, edgeMax });
  const sharpness = sharpnessOf(pixelsOf(bitmap));
  bitmap.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  return jpeg ? { jpeg, sharpness } : undefined;
}

/** A browser that doesn't know the word refuses it, and turns a picture as its file says without being asked. */
const readUpright = (file: Blob): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => createImageBitmap(file));

/** The part that is wanted, at its own fineness as far as that is sent. */
function turned(
  bitmap: ImageBitmap,
  { quarterTurns, crop, edgeMax }: { quarterTurns: number; crop: Crop; edgeMax: number },
): HTMLCanvasElement {
  const isAcross = quarterTurns % 2 === 1;
  const [width, height] = isAcross ? [bitmap.height, bitmap.width] : [bitmap.width, bitmap.height];
  const part = { width: (width * (crop.right - crop.left)) / 100, height: (height * (crop.bottom - crop.top)) / 100 };
  const scale = Math.min(1, edgeMax / Math.max(part.width, part.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(part.width * scale), Math.round(part.height * scale)];
  const context = canvas.getContext('2d')!;
  // Where it is clear, it would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
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
