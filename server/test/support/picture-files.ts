// Picture files for tests: whole ones, and such as nobody should send.
import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** Noise, so that no two are alike and none is small. */
export const photo = ({
  width = 900,
  height = 600,
  seed = 1,
}: { width?: number; height?: number; seed?: number } = {}) => {
  let state = seed * 2_654_435_761;
  const bytes = Buffer.alloc(width * height * 3);
  for (let place = 0; place < bytes.length; place++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[place] = state >>> 24;
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } });
};

export const jpegPhoto = (options?: Parameters<typeof photo>[0]): Promise<Buffer> =>
  photo(options).jpeg({ quality: 60 }).toBuffer();

/** Sent as the app sends it, for whose cookies they are; returns where it is. Another seed is another photo. */
export async function uploadPhoto(url: string, client: { cookies: () => string }, seed: number): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await jpegPhoto({ seed }))]), 'photo.jpg');
  const headers = { cookie: client.cookies() };
  const response = await fetch(`${url}/api/photo/upload`, { method: 'POST', body: form, headers });
  return ((await response.json()) as { data: { path: string } }).data.path;
}

/** Says where it was taken, turned by a quarter. */
export const photoWithPlace = (): Promise<Buffer> =>
  photo()
    .jpeg({ quality: 60 })
    .withExif({ IFD0: { Make: 'secret-camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** A PNG of one colour: few bytes, however many pixels it says. */
export function flatPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflatedZeros((Math.ceil(width / 8) + 1) * height);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** As zlib deflates so many zeros, without that many in memory: a piece that is repeated, what is left of them, and their checksum. */
function deflatedZeros(count: number): Buffer {
  const pieceLength = 1 << 20;
  const piece = deflateRawSync(Buffer.alloc(pieceLength), { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const pieces = Array.from({ length: Math.floor(count / pieceLength) }, () => piece);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE(count % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  return Buffer.concat([
    Buffer.from('78da', 'hex'),
    ...pieces,
    deflateRawSync(Buffer.alloc(count % pieceLength)),
    checksum,
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><script>alert(1)</script></svg>',
);

/** The head of a HEIC: no other part of it is looked at. */
export const heic = Buffer.concat([Buffer.from('0000001c66747970686569630000000068656963', 'hex'), Buffer.from('6d69663161766966', 'hex'), Buffer.alloc(4_000)]); // oxfmt-ignore
