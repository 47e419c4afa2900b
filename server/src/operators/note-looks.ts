// Looks of operators at what is customers', as rows of the audit log. A page that asks again every few seconds leaves one row for some
// minutes, and another as soon as it shows somebody who was not in that.
import { canonicalJson } from '@candor/proof';
import { parseWireId, wireId } from '@candor/wire';
import { appendAudit, type NoteLook } from '../kit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import { plainWords } from '../kit/plain-words.ts';
import type { Pool } from '../kit/postgres.ts';

/** For so long the same look by the same operator is the one that is noted already. */
export const lookMs = 5 * 60_000;
const askedMax = 500;

interface Noted {
  until: number;
  shown: Set<string>;
  /** Resolves when every row so far is there. */
  written: Promise<unknown>;
}

export function createNoteLook({ pool, clock }: { pool: Pool; clock: Clock }): NoteLook {
  const looks = new Map<string, Noted>();

  function freshLook(name: string): { noted: Noted; isFirst: boolean } {
    const now = clock.now();
    const known = looks.get(name);
    if (known && now < known.until) return { noted: known, isFirst: false };
    for (const [other, { until }] of looks) if (now >= until) looks.delete(other);
    const noted = { until: now + lookMs, shown: new Set<string>(), written: Promise.resolve() };
    looks.set(name, noted);
    return { noted, isFirst: true };
  }

  return async ({ operator, call, payload, data }) => {
    const asked = askedOf(payload);
    const name = canonicalJson([operator.operatorId, call.path, asked]);
    const { noted, isFirst } = freshLook(name);
    const people = peopleIn(data).filter((person) => !noted.shown.has(person));
    if (isFirst || people.length > 0) {
      for (const person of people) noted.shown.add(person);
      const subject = accountOf(payload) ?? accountOf(data) ?? (people.length === 1 ? people[0]! : '');
      const others = people.filter((person) => person !== subject);
      const detail = { path: call.path, asked, ...(others.length > 0 && { customers: others }) };
      const row = appendAudit(pool, { operator: operator.name, act: call.looksAt!, subject, detail });
      noted.written = Promise.all([noted.written, row]);
    }
    try {
      await noted.written;
    } catch (error) {
      // Whoever asks next is not told that it is noted.
      looks.delete(name);
      throw error;
    }
  };
}

/** How it was asked. What was typed to find somebody by may be an address, so it is left out: the row has whom it found. */
function askedOf(payload: unknown): Record<string, string> {
  const given = Object.entries(payload as object).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(given.map(([field, value]) => [field, field === 'find' ? 'somebody' : plain(value)]));
}

const plain = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, askedMax).toWellFormed();

/** An id as it is written, whatever was typed. */
export const accountOf = (object: unknown): string | undefined => {
  const { account_id: id, account = id } = (object ?? {}) as { account_id?: unknown; account?: unknown };
  const accountId = typeof account === 'string' ? parseWireId('account', plainWords(account)) : undefined;
  return accountId && wireId('account', accountId);
};

/** Every account that a reply names, however deep. */
export function peopleIn(data: unknown, found = new Set<string>()): string[] {
  const account = accountOf(data);
  if (account !== undefined) found.add(account);
  if (typeof data === 'object' && data !== null) for (const part of Object.values(data)) peopleIn(part, found);
  return [...found];
}
