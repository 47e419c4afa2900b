// Which sockets belong to which session, so that a revoked session loses them all, also those that are just being opened.
import type { Uuid } from '@candor/wire';
import { Audiences } from './audiences.ts';

export interface SocketSession {
  sessionId: Uuid;
  accountId: Uuid;
}

export interface SessionSockets<Socket> {
  /** Hands `open` the session that was found; none if it ended meanwhile. */
  lookUp(find: () => Promise<SocketSession | undefined>, open: (session?: SocketSession) => void): Promise<void>;
  /** Returns the function that takes it out again. */
  add(session: SocketSession | undefined, socket: Socket): () => void;
  /** Sessions that have a socket. */
  open(): SocketSession[];
  /** The sockets of a session that has ended. */
  end(sessionId: string): Socket[];
}

export function createSessionSockets<Socket>(): SessionSockets<Socket> {
  const sockets = new Audiences<Socket>();
  const sessions = new Map<string, SocketSession>();
  /** Sessions that ended during a look-up, one set for each look-up under way. */
  const endedMeanwhile = new Set<Set<string>>();
  return {
    async lookUp(find, open) {
      const ended = new Set<string>();
      endedMeanwhile.add(ended);
      try {
        const session = await find();
        open(session && ended.has(session.sessionId) ? undefined : session);
      } finally {
        endedMeanwhile.delete(ended);
      }
    },
    add(session, socket) {
      if (!session) return () => {};
      sockets.join(session.sessionId, socket);
      sessions.set(session.sessionId, session);
      return () => {
        sockets.leave(session.sessionId, socket);
        if (!sockets.of(session.sessionId)) sessions.delete(session.sessionId);
      };
    },
    open: () => [...sessions.values()],
    end(sessionId) {
      for (const ended of endedMeanwhile) ended.add(sessionId);
      return [...(sockets.of(sessionId) ?? [])];
    },
  };
}
