import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Outbox } from './outbox.ts';
import { runs } from '../../test/support/seed.ts';

type Step =
  | { do: 'answer'; size: number }
  | { do: 'state' | 'sequence'; topic: string; size: number }
  | { do: 'forget'; topic: string }
  | { do: 'take'; bytesMax: number };

const topic = fc.constantFrom('a', 'b', 'c');
const size = fc.integer({ min: 1, max: 40 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('answer' as const), size }),
  fc.record({ do: fc.constantFrom('state' as const, 'sequence' as const), topic, size }),
  fc.record({ do: fc.constant('forget' as const), topic }),
  fc.record({ do: fc.constant('take' as const), bytesMax: fc.integer({ min: 1, max: 100 }) }),
);

/** The same in the plainest form: one list of what waits. */
class Model {
  waiting: { rank: number; topic: string; frame: Buffer }[] = [];

  add(rank: number, topicName: string, frame: Buffer): void {
    const old = this.waiting.findIndex((item) => rank === 2 && item.rank === 2 && item.topic === topicName);
    if (old >= 0) this.waiting[old]!.frame = frame;
    else this.waiting.push({ rank, topic: topicName, frame });
    this.waiting.sort((left, right) => left.rank - right.rank);
  }

  take(bytesMax: number): Buffer[] {
    const taken: Buffer[] = [];
    let bytes = 0;
    while (this.waiting.length > 0 && (taken.length === 0 || bytes + this.waiting[0]!.frame.length <= bytesMax)) {
      bytes += this.waiting[0]!.frame.length;
      taken.push(this.waiting.shift()!.frame);
    }
    return taken;
  }
}

test('answers first, sequences in order, the newest of each state, and not one byte miscounted', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const outbox = new Outbox();
      const model = new Model();
      for (const each of steps) {
        if (each.do === 'take') {
          const [taken, expected] = [outbox.take(each.bytesMax), model.take(each.bytesMax)];
          assert.equal(taken.length, expected.length);
          taken.forEach((frame, place) => assert.ok(frame === expected[place]));
        } else if (each.do === 'forget') {
          outbox.forget(each.topic);
          model.waiting = model.waiting.filter((item) => item.topic !== each.topic);
        } else {
          const frame = Buffer.alloc(each.size);
          if (each.do === 'answer') outbox.addAnswer(frame);
          else outbox.add(each.topic, each.do, frame);
          const rank = { answer: 0, sequence: 1, state: 2 }[each.do];
          model.add(rank, each.do === 'answer' ? 'none' : each.topic, frame);
        }
        assert.equal(
          outbox.bytes,
          model.waiting.reduce((sum, item) => sum + item.frame.length, 0),
        );
        assert.equal(
          outbox.hasAnswers,
          model.waiting.some((item) => item.rank === 0),
        );
      }
    }),
    { numRuns: runs(500) },
  );
});
