// Which part of the camera's picture lies in the frame that a person sees. Geometry only, so that floats do no harm.

/** Of a card (ISO/IEC 7810 ID-1, 85.6 x 53.98 mm) and of the page of a passport (ID-3, 125 x 88 mm), width by height. */
export const documentAspects = { card: 1.586, page: 1.42 } as const;

/** Of the part of the screen that shows the camera. */
export const viewAspect = 3 / 4;
/** Of the width of that part. */
export const frameShare = 0.92;
/** Around the frame, of its size: whoever holds a card a little larger than the frame keeps its corners. */
const margin = 0.05;

export interface Cut {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The frame with its margin in the pixels of a picture that fills the view and is cut by it where it is too wide or too high. */
export function cutOf(picture: { width: number; height: number }, aspect: number): Cut {
  const seenWidth = Math.min(picture.width, picture.height * viewAspect);
  const wanted = seenWidth * frameShare * (1 + margin);
  const width = Math.min(wanted, picture.width);
  const height = Math.min(wanted / aspect, picture.height);
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
}
