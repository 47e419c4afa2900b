// Which part of a picture is kept: four edges, each in whole percent from the left or the top. Geometry only. Pure.

export const cropEdges = ['left', 'top', 'right', 'bottom'] as const;
export type CropEdge = (typeof cropEdges)[number];
export type Crop = Readonly<Record<CropEdge, number>>;

export const wholePicture: Crop = { left: 0, top: 0, right: 100, bottom: 100 };

/** What has to be left of it, in percent. */
export interface LeastLeft {
  width: number;
  height: number;
}

export const isWhole = ({ left, top, right, bottom }: Crop): boolean =>
  left === 0 && top === 0 && right === 100 && bottom === 100;

/** From where to where an edge goes: never over the one across from it, nor out of the picture. */
export function reachOf(crop: Crop, edge: CropEdge, { width, height }: LeastLeft): { min: number; max: number } {
  const { left, top, right, bottom } = crop;
  const reaches = {
    left: { min: 0, max: Math.max(0, right - width) },
    top: { min: 0, max: Math.max(0, bottom - height) },
    right: { min: Math.min(100, left + width), max: 100 },
    bottom: { min: Math.min(100, top + height), max: 100 },
  };
  return reaches[edge];
}

export function withEdge(crop: Crop, edge: CropEdge, { to, least }: { to: number; least: LeastLeft }): Crop {
  const { min, max } = reachOf(crop, edge, least);
  return { ...crop, [edge]: between(Math.round(to), min, max) };
}

/** As it is dragged from where it began: all edges together keep its size. */
export function dragged(
  from: Crop,
  edges: readonly CropEdge[],
  { x, y, least }: { x: number; y: number; least: LeastLeft },
): Crop {
  if (edges.length < cropEdges.length)
    return edges.reduce((crop, edge) => withEdge(crop, edge, { to: from[edge] + (isUpright(edge) ? x : y), least }), from); // oxfmt-ignore
  const { left, top, right, bottom } = from;
  const [across, down] = [between(Math.round(x), -left, 100 - right), between(Math.round(y), -top, 100 - bottom)];
  return { left: left + across, top: top + down, right: right + across, bottom: bottom + down };
}

/** The same part of the picture once it is turned by a quarter, clockwise. */
export const turnedCrop = ({ left, top, right, bottom }: Crop): Crop => ({
  left: 100 - bottom,
  top: left,
  right: 100 - top,
  bottom: right,
});

/** Whether it is moved to the sides. */
export const isUpright = (edge: CropEdge): boolean => edge === 'left' || edge === 'right';

/** So that each side has this many pixels. */
export const leastLeft = (picture: { width: number; height: number }, pixels: number): LeastLeft => ({
  width: shareOf(pixels, picture.width),
  height: shareOf(pixels, picture.height),
});
const shareOf = (pixels: number, of: number): number => between(Math.ceil((pixels / of) * 100), 10, 100);

const between = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
