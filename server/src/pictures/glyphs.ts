// Letters of a watermark, five by seven dots each: a server has no fonts that one could count on.
const rows: Readonly<Record<string, string>> = {
  a: '0e11111f111111', b: '1e11111e11111e', c: '0e11101010110e', d: '1e11111111111e', e: '1f10101e10101f', f: '1f10101e101010',
  g: '0e11101713110f', h: '1111111f111111', i: '0e04040404040e', j: '0702020202120c', k: '11121418141211', l: '1010101010101f',
  m: '111b1515111111', n: '11191513111111', o: '0e11111111110e', p: '1e11111e101010', q: '0e11111115120d', r: '1e11111e141211',
  s: '0f10100e01011e', t: '1f040404040404', u: '1111111111110e', v: '11111111110a04', w: '1111111515150a', x: '11110a040a1111',
  y: '11110a04040404', z: '1f01020408101f', 0: '0e11131519110e', 1: '040c040404040e', 2: '0e11010204081f', 3: '1f02040201110e',
  4: '02060a121f0202', 5: '1f101e0101110e', 6: '0608101e11110e', 7: '1f010204080808', 8: '0e11110e11110e', 9: '0e11110f01020c',
  '-': '0000001f000000', '.': '00000000000c0c', ':': '000c0c000c0c00', _: '0000000000001f',
}; // oxfmt-ignore

export const glyphSize = { width: 6, height: 7 } as const;

/** Whether a dot of a letter is set; a sign that is not here is a gap. */
export function isDot(letter: string, x: number, y: number): boolean {
  const row = parseInt(rows[letter.toLowerCase()]?.slice(y * 2, y * 2 + 2) ?? '0', 16);
  return x < 5 && ((row >> (4 - x)) & 1) === 1;
}
