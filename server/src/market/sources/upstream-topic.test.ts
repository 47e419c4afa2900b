// The pure rule of a connection's topics: whatever happens to some of its books, the others keep their connection.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs, testSeed } from '../../../test/support/seed.ts';
import {
  newTopic,
  noteData,
  noteRefusal,
  noteSubscription,
  stepsDue,
  topicTiming,
  type Topic,
} from './upstream-topic.ts';

const stepMs = 500;
const { silentMs, patienceMs, answerMs, retryMaxMs } = topicTiming;

/** How the upstream treats a book from `fromMs` to `toMs`. */
interface Fault {
  fromMs: number;
  toMs: number;
  /** Answer to each subscription: nothing, a confirmation without data, a single book, or a refusal. */
  answer: 'none' | 'confirmed' | 'one-book' | 'refused';
}
interface Played {
  reconnectedAt: number | undefined;
  /** Times at which each book was subscribed again. */
  tries: Map<string, number[]>;
}

/** Simulates a connection from its opening up to `endMs`, or until it is replaced. */
function play(topics: readonly Topic[], faultOf: (name: string) => Fault | undefined, endMs: number): Played {
  const tries = new Map<string, number[]>(topics.map(({ name }) => [name, []]));
  for (let now = 0; now <= endMs; now += stepMs) {
    const { steps, reconnect } = stepsDue(topics, now, topicTiming);
    if (reconnect !== undefined) return { reconnectedAt: now, tries };
    const asked = new Set(steps.map(({ topic }) => topic));
    for (const { topic, step } of steps) {
      if (step === 'resubscribe') tries.get(topic.name)!.push(now);
      noteSubscription(topic, now, step);
    }
    for (const topic of topics) {
      const fault = faultOf(topic.name);
      const isFaulty = fault && now >= fault.fromMs && now < fault.toMs;
      if (!isFaulty) {
        if (topic.phase !== 'wanted') noteData(topic, now);
      } else if (asked.has(topic)) {
        if (fault.answer === 'refused') noteRefusal(topic, now, { isUnknown: false, timing: topicTiming });
        if (fault.answer === 'confirmed') topic.phase = 'flowing';
        if (fault.answer === 'one-book') noteData(topic, now);
      }
    }
  }
  return { reconnectedAt: undefined, tries };
}

const fault: fc.Arbitrary<Fault> = fc
  .record({
    fromMs: fc.integer({ min: 0, max: 200_000 }),
    lastsMs: fc.integer({ min: 0, max: 900_000 }),
    answer: fc.constantFrom<Fault['answer']>('none', 'confirmed', 'one-book', 'refused'),
  })
  .map(({ fromMs, lastsMs, answer }) => ({ fromMs, toMs: fromMs + lastsMs, answer }));

const booksOf = (count: number, kind: 'depth' | 'quote'): Topic[] =>
  Array.from({ length: count }, (_, place) => newTopic(`${kind} ${place}`, kind));

test('whatever happens to some of the books, as long as one flows no connection is replaced, and the silent ones are asked for ever more seldom', () => {
  const plays = fc
    .integer({ min: 2, max: 5 })
    .chain((count) =>
      fc.record({ faults: fc.array(fault, { minLength: 1, maxLength: count - 1 }), count: fc.constant(count) }),
    );
  fc.assert(
    fc.property(plays, fc.constantFrom('depth', 'quote'), ({ faults, count }, kind) => {
      // Only the first book has no fault; the trade topic is silent because nobody trades.
      const topics = [...booksOf(count, kind), newTopic('trade 0', 'trade')];
      const silence: Fault = { fromMs: 0, toMs: Infinity, answer: 'confirmed' };
      const faultOf = (name: string): Fault | undefined =>
        name === 'trade 0' ? silence : faults[parseInt(name.split(' ')[1]!, 10) - 1];
      const { reconnectedAt, tries } = play(topics, faultOf, 1_200_000);
      assert.equal(reconnectedAt, undefined);
      assert.deepEqual(tries.get(`${kind} 0`), []);
      for (const [name, at] of tries) {
        const pauses = at.slice(1).map((ms, place) => ms - at[place]!);
        assert.ok(
          pauses.every((pause, place) => place === 0 || pause >= Math.min(pauses[place - 1]!, retryMaxMs)),
          `${name}: ${at.join()}`,
        );
        assert.ok(at.length <= 16, `${name} was asked for ${at.length} times`);
      }
    }),
    { seed: testSeed, numRuns: runs(150) },
  );
});

test('a connection none of whose books flows is replaced within the patience, however each of them is silent', () => {
  const ways = fc.array(fc.constantFrom<Fault['answer']>('none', 'confirmed', 'one-book'), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(ways, fc.integer({ min: 0, max: 600_000 }), fc.nat(600_000), (answers, fromMs, earlierMs) => {
      const topics = booksOf(answers.length, 'depth');
      // The first book may have been silent for a long time already.
      const faultOf = (name: string): Fault => {
        const place = parseInt(name.split(' ')[1]!, 10);
        return {
          fromMs: place === 0 ? Math.max(0, fromMs - earlierMs) : fromMs,
          toMs: Infinity,
          answer: answers[place]!,
        };
      };
      const { reconnectedAt } = play(topics, faultOf, fromMs + 60_000);
      assert.ok(reconnectedAt !== undefined, 'it was kept');
      assert.ok(
        reconnectedAt - fromMs <= Math.max(silentMs.depth, answerMs) + patienceMs + 3 * stepMs,
        `${reconnectedAt - fromMs}`,
      );
    }),
    { seed: testSeed, numRuns: runs(150) },
  );
});

test('a book that is refused, or that the upstream does not know, does not get its connection replaced', () => {
  const refused = booksOf(2, 'depth');
  const always: Fault = { fromMs: 0, toMs: Infinity, answer: 'refused' };
  assert.equal(play(refused, () => always, 600_000).reconnectedAt, undefined);
  const unknown = booksOf(1, 'depth');
  noteRefusal(unknown[0]!, 0, { isUnknown: true, timing: topicTiming });
  assert.deepEqual(stepsDue(unknown, 599_999, topicTiming), { steps: [], reconnect: undefined });
  assert.equal(stepsDue(unknown, 600_000, topicTiming).steps[0]!.step, 'subscribe');
});
