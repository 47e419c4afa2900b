// The life of one topic on one connection: asked for, flowing, silent, asked for again, given up with the connection.

export interface TopicTiming {
  /** No answer to a subscription within this long counts as silence. */
  answerMs: number;
  /** A topic silent for longer than its kind ever is, is subscribed again… */
  silentMs: Record<TopicKind, number>;
  /** …and if it stays silent this much longer, the connection is replaced. */
  patienceMs: number;
  /** A topic that the upstream does not know is asked for again after this long. */
  unknownMs: number;
}

/** An unchanged book is silent for up to 3 s; without changes or trades the other topics may say nothing for minutes. */
export const topicTiming: TopicTiming = {
  answerMs: 5_000,
  silentMs: { depth: 5_000, quote: 60_000, detail: 120_000, trade: 180_000, kline: 180_000 },
  patienceMs: 4_000,
  unknownMs: 600_000,
};

/** depth: a whole book, sent at a steady pace. quote: best bid and ask, sent when they change. */
export type TopicKind = 'depth' | 'quote' | 'detail' | 'trade' | 'kline';
type Phase = 'wanted' | 'asked' | 'flowing' | 'unknown';

export interface Topic {
  name: string;
  kind: TopicKind;
  phase: Phase;
  /** When the phase began. */
  since: number;
  /** When data came last, or the subscription was confirmed. */
  receivedAt: number;
  /** When it was subscribed again because of silence; undefined while all is well. */
  doubtedAt: number | undefined;
  /** Messages since then. The first one only answers the subscription; a second one shows that data flows. */
  answersSinceDoubt: number;
}

export const newTopic = (name: string, kind: TopicKind): Topic => ({
  name,
  kind,
  phase: 'wanted',
  since: 0,
  receivedAt: 0,
  doubtedAt: undefined,
  answersSinceDoubt: 0,
});

export function doubt(topic: Topic, now: number): void {
  topic.doubtedAt = now;
  topic.answersSinceDoubt = 0;
}

export function noteData(topic: Topic, now: number): void {
  topic.receivedAt = now;
  if (topic.doubtedAt === undefined) return;
  if (++topic.answersSinceDoubt > 1 || topic.kind !== 'depth') topic.doubtedAt = undefined;
}

export type TopicStep = 'none' | 'subscribe' | 'resubscribe' | 'reconnect';

/** What is due for a topic now. Books are the proof of life: only their silence condemns a connection. */
export function stepDue(topic: Topic, now: number, timing: TopicTiming): TopicStep {
  if (topic.phase === 'wanted') return topic.since <= now ? 'subscribe' : 'none';
  if (topic.phase === 'unknown') return now - topic.since >= timing.unknownMs ? 'subscribe' : 'none';
  if (topic.phase === 'asked') {
    if (now - topic.since < timing.answerMs) return 'none';
    return topic.doubtedAt === undefined ? 'resubscribe' : 'reconnect';
  }
  if (topic.doubtedAt !== undefined) {
    if (now - topic.doubtedAt < timing.patienceMs) return 'none';
    if (topic.kind === 'depth') return 'reconnect';
  }
  const silentSince = Math.max(topic.receivedAt, topic.doubtedAt ?? 0);
  return now - silentSince >= timing.silentMs[topic.kind] ? 'resubscribe' : 'none';
}
