// Cuts what a server sends into frames; reads no more of them than it must.

/** Opcode of the frame that ends a connection; its payload is a code of two bytes and the reason. */
export const closeFrame = 8;

/** Opcode of the frame that must be answered with its payload. */
export const pingFrame = 9;

export interface FrameReader {
  /** Takes bytes as they come; calls back with every whole frame. */
  take(chunk: Buffer, onFrame: (payload: Buffer, opcode: number) => void): void;
}

export function createFrameReader(): FrameReader {
  let waiting: Buffer[] = [];
  let length = 0;
  /** With fewer bytes no frame can end, so they are not joined: a long frame that comes in small pieces is joined once. */
  let wanted = 0;
  return {
    take(chunk, onFrame) {
      waiting.push(chunk);
      length += chunk.length;
      if (length < wanted) return;
      const bytes = waiting.length === 1 ? chunk : Buffer.concat(waiting);
      let place = 0;
      for (;;) {
        const head = headOf(bytes, place);
        wanted = head ? head.bytes + head.payload : bytes.length - place + 1;
        if (place + wanted > bytes.length) break;
        onFrame(bytes.subarray(place + head!.bytes, place + wanted), bytes[place]! & 0x0f);
        place += wanted;
      }
      waiting = place < bytes.length ? [Buffer.from(bytes.subarray(place))] : [];
      length = bytes.length - place;
    },
  };
}

function headOf(bytes: Buffer, place: number): { bytes: number; payload: number } | undefined {
  const left = bytes.length - place;
  if (left < 2) return undefined;
  const short = bytes[place + 1]!;
  if (short < 126) return { bytes: 2, payload: short };
  if (short === 126) return left < 4 ? undefined : { bytes: 4, payload: bytes.readUInt16BE(place + 2) };
  return left < 10 ? undefined : { bytes: 10, payload: bytes.readUIntBE(place + 4, 6) };
}

/** A text frame as a client sends it. */
export const textFrameOf = (text: string): Buffer => clientFrame(0x1, Buffer.from(text));

/** The answer to a ping frame. */
export const pongFrameOf = (payload: Buffer): Buffer => clientFrame(0xa, payload);

function clientFrame(opcode: number, payload: Buffer): Buffer {
  if (payload.length > 125) throw new Error('a payload of more than 125 bytes');
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
