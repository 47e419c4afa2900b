// What the camera shows inside the frame: looked at, and photographed.
import { sharpnessOf } from '../data/sharpness.ts';
import { cutOf } from './frame-rules.ts';

const quality = 0.9;
const lookedAtWidth = 480;

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
