// Answers to questions that many ask: made and compressed once, told to all. Of the bytes that are kept, those go first that
// were not asked for longest.
import { LRUCache } from 'lru-cache';
import type { Clock } from '../kit/clock.ts';
import { deflateText, type Deflated } from './gzip-parts.ts';

export interface Question {
  /** Questions with the same answer have the same key. */
  key: string;
  /** How long an answer may be told again. */
  keepMs: number;
}

export interface AnswerCache {
  /** The answer that is at hand or being made. */
  find(question: Question): Promise<Deflated> | undefined;
  /** Makes one, for everybody who asks the same meanwhile too. */
  make(question: Question, make: () => Promise<string>): Promise<Deflated>;
  /** Of all answers that are kept. */
  readonly bytes: number;
}

interface Entry {
  answer: Promise<Deflated>;
  /** Undefined while it is being made. */
  madeAt: number | undefined;
}

/** What keeping one costs besides its own bytes. */
const entryBytes = 300;

export function createAnswerCache(clock: Clock, bytesMax: number): AnswerCache {
  const entries = new LRUCache<string, Entry>({ maxSize: bytesMax });

  return {
    find({ key, keepMs }) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const age = entry.madeAt === undefined ? 0 : clock.now() - entry.madeAt;
      // Below zero when the clock was set back.
      if (age >= 0 && age < keepMs) return entry.answer;
      entries.delete(key);
      return undefined;
    },
    make({ key }, make) {
      const answer = make().then(deflateText);
      const entry: Entry = { answer, madeAt: undefined };
      const size = entryBytes + 2 * key.length;
      entries.set(key, entry, { size });
      answer.then(
        ({ bytes }) => {
          if (entries.peek(key) !== entry) return;
          entries.set(key, { answer, madeAt: clock.now() }, { size: size + bytes.length });
        },
        () => entries.peek(key) === entry && entries.delete(key),
      );
      return answer;
    },
    get bytes() {
      return entries.calculatedSize;
    },
  };
}
