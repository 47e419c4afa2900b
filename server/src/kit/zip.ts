// ZIP archives (APPNOTE.TXT 4.3), written as they are made: no file of it is held as a whole. Up to 4 GB and 65,535 files.
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipFile {
  /** With its folders: `account/balances.csv`. */
  name: string;
  content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const sizeMax = 0xffffffff;
const filesMax = 0xffff;
const version = 20;
/** Names are UTF-8; checksum and sizes follow the content, as they are not known before it. */
const flags = 0x0808;
const deflated = 8;

/** `at`: the time that all files bear. */
export async function* zip(files: AsyncIterable<ZipFile> | Iterable<ZipFile>, at: number): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  const common = [u16(version), u16(flags), u16(deflated), dosTime(at)];
  let offset = 0;
  for await (const { name, content } of files) {
    const file: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
    const head = Buffer.concat([u32(0x04034b50), ...common, Buffer.alloc(12), u16(file.name.length), u16(0), file.name]); // oxfmt-ignore
    yield head;
    for await (const piece of pack(content, file)) yield piece;
    const tail = Buffer.concat([u32(0x08074b50), u32(file.crc), u32(file.packed), u32(file.size)]);
    yield tail;
    offset += head.length + file.packed + tail.length;
    written.push(file);
    if (offset > sizeMax || written.length > filesMax) throw new Error('the archive is too large');
  }
  const directory = Buffer.concat(written.flatMap((file) => entryOf(file, common)));
  yield directory;
  const count = u16(written.length);
  yield Buffer.concat([u32(0x06054b50), Buffer.alloc(4), count, count, u32(directory.length), u32(offset), u16(0)]);
}

/** Counts as it packs. */
async function* pack(content: ZipFile['content'], file: Written): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      yield bytes;
    }
  }
  // An error of the content ends the packed stream with the same error.
  const packed = pipeline(Readable.from(counted()), createDeflateRaw(), () => undefined);
  for await (const piece of packed as AsyncIterable<Buffer>) {
    file.packed += piece.length;
    yield piece;
  }
  if (file.size > sizeMax) throw new Error('a file of the archive is too large');
}

function entryOf({ name, crc, packed, size, offset }: Written, common: readonly Buffer[]): Buffer[] {
  const sizes = [u32(crc), u32(packed), u32(size), u16(name.length)];
  // No extra field and no comment; on the first disk, without attributes.
  return [u32(0x02014b50), u16(version), ...common, ...sizes, Buffer.alloc(12), u32(offset), name];
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** UTC, to two seconds. */
function dosTime(ms: number): Buffer {
  const at = new Date(ms);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return Buffer.concat([u16(time), u16(day)]);
}
