// The last known message of each topic for whoever subscribes: compressed once for all who come while it stays the same.
import type { Clock } from '../kit/clock.ts';
import { gzipFrameBehind } from './frames.ts';
import { deflateText, type Deflated } from './gzip-parts.ts';
import { pushEnd, pushHead } from './market-messages.ts';
import { workOf } from './work-budget.ts';

export interface Snapshots {
  /** The frame of a topic's message, and what it has cost, µs. */
  frame(topic: string, tick: string): { frame: Buffer; work: number };
}

/** There are some hundred topics; those of a listing that has changed may go. */
const topicsMax = 2_000;

export function createSnapshots(clock: Clock): Snapshots {
  const last = new Map<string, { tick: string; text: Deflated }>();
  return {
    frame(topic, tick) {
      let known = last.get(topic);
      const isNew = known?.tick !== tick;
      if (!known || isNew) {
        if (last.size >= topicsMax) last.clear();
        last.set(topic, (known = { tick, text: deflateText(pushEnd(tick)) }));
      }
      const frame = gzipFrameBehind(pushHead(topic, clock.now()), known.text);
      // To make the text of a tick is half of the work.
      return { frame, work: workOf.computed(tick.length) / (isNew ? 1 : 2) + workOf.sent(frame.length) };
    },
  };
}
