// Answers that many ask for: written once for as long as nothing has changed, and handed to all as one object, so that they are packed
// once too. Of the bytes that are kept, those go first that were not asked for longest.
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kit/clock.ts';
import type { RawJson } from '../../kit/raw-json.ts';

export interface SharedQuestion {
  /** Questions with the same answer have the same key. */
  key: string;
  /** Grows whenever the answer may be another. */
  version: number;
}

export interface SharedAnswers {
  /** The answer at hand or being made, or one that is made now. */
  answer(question: SharedQuestion, make: () => Promise<string>): Promise<RawJson>;
  /** Of all answers that are kept. */
  readonly bytes: number;
}

interface Entry {
  answer: Promise<RawJson>;
  version: number;
  askedAt: number;
}

/** Each says when it was made, which is not to lie far back. */
const keepMs = 1_000;
const entryBytes = 300;
/** Text and bytes, plain and packed. */
const bytesPerCharacter = 3;

export function createSharedAnswers(clock: Clock, bytesMax: number): SharedAnswers {
  const entries = new LRUCache<string, Entry>({ maxSize: bytesMax });

  function find({ key, version }: SharedQuestion): Promise<RawJson> | undefined {
    const entry = entries.get(key);
    if (entry?.version !== version) return undefined;
    const age = clock.now() - entry.askedAt;
    // Below zero when the clock was set back.
    return age >= 0 && age < keepMs ? entry.answer : undefined;
  }

  return {
    answer(question, make) {
      const found = find(question);
      if (found) return found;
      const { key, version } = question;
      const answer = make().then((rawJson): RawJson => ({ rawJson, isShared: true }));
      const entry: Entry = { answer, version, askedAt: clock.now() };
      const size = entryBytes + 2 * key.length;
      entries.set(key, entry, { size });
      answer.then(
        ({ rawJson }) => {
          if (entries.peek(key) !== entry) return;
          entries.set(key, entry, { size: size + bytesPerCharacter * rawJson.length });
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
