// Requests that bring a file may take longer than others, as long as it comes: a phone with a poor line needs a minute for a picture.
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey, siteKey } from '../kit/address-key.ts';
import { refuseRawRequest } from './refuse-raw-request.ts';

export interface UploadPace {
  /** What is late is looked at this often. */
  everyMs: number;
  /** Bytes that must have come for each second since the last look: less is a line that is dead, or somebody who only holds a place. */
  leastPerSecond: number;
  /** Not longer in all. */
  totalMs: number;
  /** How many may be late at once. */
  lateMax: number;
  /** Of them from one address, and from the site around it: many accounts at one place leave places to others. */
  perAddress: number;
  perSite: number;
}

export const uploadPace: UploadPace = {
  everyMs: 10_000,
  leastPerSecond: 2_000,
  totalMs: 120_000,
  lateMax: 32,
  perAddress: 2,
  perSite: 8,
};

export interface Uploads {
  /** From now on the request may be late, until all of it has come or it is answered. */
  begin(request: FastifyRequest): void;
  /** What still comes of it is for nobody. */
  answered(request: FastifyRequest, reply: FastifyReply): void;
  /** Whether the request on this connection, whose time is over by the server's rule for all, goes on. */
  goesOn(error: Error & { code?: string }, socket: Socket): boolean;
  /** Whether one is on its way there. */
  isComing(socket: Socket): boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    uploads: Uploads;
  }
}

interface Upload {
  address: string;
  site: string | undefined;
  startedAt: number;
  seenAt: number;
  bytesSeen: number;
  /** Once it is late. */
  looking: NodeJS.Timeout | undefined;
}

/**
 * Node looks at each request that is not there after `requestTimeout`, once: what then goes on is looked at here. It gives nobody more to
 * hold than the rule for all does. Only a file that the call of somebody logged in has begun to read may be late, which are two of an
 * account and 64 of a process (pictures/picture-turns.ts); half of these at most, so that the other half is free again by the rule for
 * all, however many want to be late. It must keep coming, which costs whoever only holds a place as much as an upload would, has an end,
 * and holds nothing once it is answered, whatever more of it comes. Its connection counts for its address as long as it lasts
 * (connections.ts), and its bytes are on the disk, not in memory.
 */
export function createUploads(pace: UploadPace): Uploads {
  const coming = new Map<Socket, Upload>();

  function end(socket: Socket, upload: Upload): void {
    if (coming.get(socket) !== upload) return;
    coming.delete(socket);
    clearInterval(upload.looking);
  }

  function look(socket: Socket, upload: Upload, error: Error): void {
    if (keepsUp(pace, socket, upload)) return;
    end(socket, upload);
    refuseRawRequest(error, socket);
  }

  return {
    begin({ raw, ip }) {
      const { socket } = raw;
      // Given up while it waited for its turn.
      if (raw.closed) return;
      const now = performance.now();
      const address = addressKey(ip);
      const upload: Upload = { address, site: siteKey(address), startedAt: now, seenAt: now, bytesSeen: socket.bytesRead, looking: undefined }; // oxfmt-ignore
      coming.set(socket, upload);
      // Of the request: all of it has come, or nothing more will.
      raw.once('close', () => end(socket, upload));
    },
    answered({ raw }, reply) {
      const { socket } = raw;
      const upload = coming.get(socket);
      if (!upload) return;
      end(socket, upload);
      // One that is not late yet comes by the rule for all; at one that is, Node will not look again.
      if (upload.looking) reply.raw.once('finish', () => void (raw.complete || socket.destroySoon()));
    },
    goesOn(error, socket) {
      const upload = coming.get(socket);
      if (!upload) return false;
      const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      if (!isLate || upload.looking || !mayBeLate(pace, upload, coming.values()) || !keepsUp(pace, socket, upload)) {
        end(socket, upload);
        return false;
      }
      upload.looking = setInterval(() => look(socket, upload, error), pace.everyMs);
      return true;
    },
    isComing: (socket) => coming.has(socket),
  };
}

function mayBeLate(pace: UploadPace, { address, site }: Upload, coming: Iterable<Upload>): boolean {
  const late = [...coming].filter(({ looking }) => looking);
  if (late.length >= pace.lateMax) return false;
  if (late.filter((other) => other.address === address).length >= pace.perAddress) return false;
  return site === undefined || late.filter((other) => other.site === site).length < pace.perSite;
}

function keepsUp(pace: UploadPace, socket: Socket, upload: Upload): boolean {
  const now = performance.now();
  // It had to wait for its turn: too early to tell.
  if (now - upload.startedAt < pace.everyMs) return true;
  const least = ((now - upload.seenAt) / 1000) * pace.leastPerSecond;
  const isEnough = socket.bytesRead - upload.bytesSeen >= least;
  upload.seenAt = now;
  upload.bytesSeen = socket.bytesRead;
  return isEnough && now - upload.startedAt < pace.totalMs;
}

/** For what reads files of requests: read-upload.ts. */
export const knowUploads = (app: FastifyInstance, uploads: Uploads): void =>
  void app.decorateRequest('uploads', { getter: () => uploads });
