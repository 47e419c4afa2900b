// How sharp a picture is: where edges are, brightness changes abruptly.

/** Below it, small print can hardly be read. */
export const sharpEnough = 40;

/** The variance of the second difference of brightness; rows of RGBA. */
export function sharpnessOf({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): number {
  const light = (x: number, y: number): number => {
    const place = (y * width + x) * 4;
    return 0.3 * data[place]! + 0.59 * data[place + 1]! + 0.11 * data[place + 2]!;
  };
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const edge = light(x - 1, y) + light(x + 1, y) + light(x, y - 1) + light(x, y + 1) - 4 * light(x, y);
      sum += edge;
      squares += edge * edge;
      count++;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}
