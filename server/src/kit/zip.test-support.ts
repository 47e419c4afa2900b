// Reads a ZIP archive as its directory at the end says, and checks each file against its checksum.
import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';

export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50, 'the archive has its end');
  const files = new Map<string, Buffer>();
  let place = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(archive.readUInt32LE(place), 0x02014b50);
    const [crc, packed, size, nameLength] = [archive.readUInt32LE(place + 16), archive.readUInt32LE(place + 20), archive.readUInt32LE(place + 24), archive.readUInt16LE(place + 28)]; // oxfmt-ignore
    const name = archive.subarray(place + 46, place + 46 + nameLength).toString();
    const from = archive.readUInt32LE(place + 42);
    assert.equal(archive.readUInt32LE(from), 0x04034b50);
    const begin = from + 30 + archive.readUInt16LE(from + 26) + archive.readUInt16LE(from + 28);
    const content = inflateRawSync(archive.subarray(begin, begin + packed));
    assert.deepEqual([content.length, crc32(content)], [size, crc], name);
    files.set(name, content);
    place += 46 + nameLength;
  }
  return files;
}
