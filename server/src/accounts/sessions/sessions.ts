// Sessions: started at login, found by their token on every request, ended at once everywhere in this process.
import type { Uuid } from '@candor/wire';
import { wireId } from '@candor/wire';
import type { Bus } from '../../kit/bus.ts';
import type { Clock } from '../../kit/clock.ts';
import type { CallContext, Session } from '../../kit/feature.ts';
import { gatherReads } from '../../kit/gather-reads.ts';
import { inTransaction } from '../../kit/in-transaction.ts';
import type { Database, Pool } from '../../kit/postgres.ts';
import { hashOfToken, newToken, tokenForm } from '../../kit/tokens.ts';
import { isSessionOver, sessionLimits } from '../rules.ts';
import { printable } from './printable.ts';
import { createSessionCache } from './session-cache.ts';
import type { Entry } from './session-cache.ts';
import {
  deleteOverSessions,
  deleteSessions,
  findSessions,
  insertSession,
  readSessions,
  touchSession,
} from './session-store.ts';
import type { FoundSession, StoredSession } from './session-store.ts';
import { lockAccount, readCredential } from '../store.ts';

declare module '../../kit/bus.ts' {
  interface Events {
    'session.ended': { sessionId: Uuid; accountId: Uuid };
    /** Something that sessions carry along changed, e.g. that the account is verified. */
    'account.changed': { accountId: Uuid };
  }
}

export interface Sessions {
  /** The session that a cookie's token stands for, if it is still open. */
  find: (token: string) => Promise<Session | undefined>;
  /** The same, only if it is at hand: the database is not asked. */
  known: (token: string) => Session | undefined;
  /** A new one, whose token is returned; undefined if the login password changed since `loginVersion` was proven. */
  start(account: { accountId: Uuid; loginVersion: number }, context: CallContext): Promise<string | undefined>;
  /** Open ones, the latest first. */
  list(accountId: Uuid): Promise<StoredSession[]>;
  /** Ends those of the account's sessions that are named; returns how many there were. */
  end(accountId: Uuid, sessionIds: readonly Uuid[]): Promise<number>;
  /** Ends all inside a transaction; announce what it returns once that is committed. */
  endAllWithin(database: Database, accountId: Uuid): Promise<Uuid[]>;
  announceEnded(accountId: Uuid, sessionIds: readonly Uuid[]): void;
  /** Ends what nobody uses any more. */
  prune(): Promise<void>;
}

interface SessionsOptions {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  bus: Bus;
}

/** How exactly the last use is known; each step costs one write. */
const touchEveryMs = 60_000;

export function createSessions({ pool, clock, newId, bus }: SessionsOptions): Sessions {
  const findStored = gatherReads((tokenHashes) => findSessions(pool, tokenHashes));
  const cache = createSessionCache({
    clock,
    bus,
    async read(tokenHash) {
      const found = await findStored(tokenHash);
      return found && { found, session: toSession(found) };
    },
  });

  const announceEnded = (accountId: Uuid, sessionIds: readonly Uuid[]): void => {
    for (const sessionId of sessionIds) bus.emit('session.ended', { sessionId, accountId });
  };

  const openOne = (entry: Entry | undefined): Entry | undefined =>
    entry && !isSessionOver(entry.found, clock.now()) ? entry : undefined;

  return {
    known: (token) => openOne(cache.peek(hashOfToken(token)))?.session,

    async find(token) {
      if (!tokenForm.test(token)) return undefined;
      const entry = openOne(await cache.get(hashOfToken(token)));
      const now = clock.now();
      if (!entry || now < entry.found.lastSeenAt + touchEveryMs) return entry?.session;
      entry.found.lastSeenAt = now;
      await touchSession(pool, { sessionId: entry.found.sessionId, at: now });
      return entry.session;
    },

    async start({ accountId, loginVersion }, context) {
      const token = newToken();
      const ended = await inTransaction(pool, async (database) => {
        await lockAccount(database, accountId);
        const credential = await readCredential(database, { accountId, kind: 'login' });
        if (credential?.version !== loginVersion) return undefined;
        const now = clock.now();
        const stored = await readSessions(database, accountId);
        const kept = stored.filter((session) => !isSessionOver(session, now)).slice(0, sessionLimits.openMax - 1);
        const dropped = stored.filter((session) => !kept.includes(session)).map(({ sessionId }) => sessionId);
        await deleteSessions(database, { accountId, sessionIds: dropped });
        await insertSession(database, {
          sessionId: newId(),
          accountId,
          tokenHash: hashOfToken(token),
          ip: printable(context.ip, 45),
          userAgent: printable(context.userAgent, 200),
          createdAt: now,
          lastSeenAt: now,
        });
        return dropped;
      });
      if (!ended) return undefined;
      announceEnded(accountId, ended);
      return token;
    },

    async list(accountId) {
      const stored = await readSessions(pool, accountId);
      return stored.filter((session) => !isSessionOver(session, clock.now()));
    },

    async end(accountId, sessionIds) {
      const ended = await deleteSessions(pool, { accountId, sessionIds });
      announceEnded(accountId, ended);
      return ended.length;
    },

    async endAllWithin(database, accountId) {
      const stored = await readSessions(database, accountId);
      return deleteSessions(database, { accountId, sessionIds: stored.map(({ sessionId }) => sessionId) });
    },

    announceEnded,

    async prune() {
      const now = clock.now();
      const ended = await deleteOverSessions(pool, {
        seenBefore: now - sessionLimits.idleMs,
        createdBefore: now - sessionLimits.wholeMs,
      });
      for (const { accountId, sessionId } of ended) announceEnded(accountId, [sessionId]);
    },
  };
}

const toSession = ({
  sessionId,
  accountId,
  accountType,
  isVerified,
  isFrozen,
  owesAcceptance,
  isOverdue,
}: FoundSession): Session => ({
  sessionId,
  accountId,
  accountWireId: wireId('account', accountId),
  book: accountType === '0' ? 'bonus' : 'real',
  isVerified,
  isFrozen,
  owesAcceptance,
  isOverdue,
});
