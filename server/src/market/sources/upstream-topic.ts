// The topics of one connection: subscribed, flowing, silent, subscribed again. Pure: topics, time and timing in, steps out. A topic that is
// silent is subscribed again alone; the connection is replaced only if none of its books flows, so no coin costs another its prices.

export interface TopicTiming {
  /** No answer to a subscription within this long counts as silence. */
  answerMs: number;
  /** A topic is subscribed again after this long without data, which is longer than the usual pauses of its kind. */
  silentMs: Record<TopicKind, number>;
  /** A connection on which every book stays silent for this much longer is replaced. */
  patienceMs: number;
  /** The pause before each further subscription of a silent topic doubles, up to this long. */
  retryMaxMs: number;
  /** A topic that the upstream reports as unknown is subscribed again after this long. */
  unknownMs: number;
}

/** An unchanged book is silent for up to 3 s; without changes or trades the other topics may say nothing for minutes. */
export const topicTiming: TopicTiming = {
  answerMs: 5_000,
  silentMs: { depth: 5_000, quote: 60_000, detail: 120_000, trade: 180_000, kline: 180_000 },
  patienceMs: 4_000,
  retryMaxMs: 300_000,
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
  /** When the topic was found silent or refused; undefined while data flows. */
  doubtedAt: number | undefined;
  /** Number of subscriptions since then, and the time of the last one. */
  tries: number;
  triedAt: number;
  /** Messages since the last subscription. The first one only answers the subscription; a second one shows that data flows. */
  answersSinceTry: number;
}

export const newTopic = (name: string, kind: TopicKind): Topic => ({ name, kind, ...beforeSubscription(0) });

/** The state of a topic on a connection that has just been opened. */
export const beforeSubscription = (now: number): Omit<Topic, 'name' | 'kind'> => ({
  phase: 'wanted',
  since: now,
  receivedAt: now,
  doubtedAt: undefined,
  tries: 0,
  triedAt: 0,
  answersSinceTry: 0,
});

/** Notes that a subscription was sent. */
export function noteSubscription(topic: Topic, now: number, step: TopicStep): void {
  topic.phase = 'asked';
  topic.since = now;
  if (step === 'subscribe') return;
  topic.doubtedAt ??= now;
  topic.tries++;
  topic.triedAt = now;
  topic.answersSinceTry = 0;
}

export function noteData(topic: Topic, now: number): void {
  topic.phase = 'flowing';
  topic.receivedAt = now;
  if (topic.doubtedAt === undefined) return;
  if (++topic.answersSinceTry <= 1 && topic.kind === 'depth') return;
  topic.doubtedAt = undefined;
  topic.tries = 0;
}

/** Notes a refusal. The topic is subscribed again after a growing pause; a topic that is unknown, after `unknownMs`. */
export function noteRefusal(
  topic: Topic,
  now: number,
  { isUnknown, timing }: { isUnknown: boolean; timing: TopicTiming },
): void {
  topic.phase = isUnknown ? 'unknown' : 'wanted';
  topic.since = isUnknown ? now : now + pauseOf(topic, timing.answerMs, timing);
  topic.tries = isUnknown ? 0 : topic.tries + 1;
  topic.doubtedAt = isUnknown ? undefined : (topic.doubtedAt ?? now);
}

export type TopicStep = 'subscribe' | 'resubscribe';

export interface StepsDue {
  steps: { topic: Topic; step: TopicStep }[];
  /** Reason for replacing the connection; undefined as long as any of its books flows. */
  reconnect: string | undefined;
}

export function stepsDue(topics: readonly Topic[], now: number, timing: TopicTiming): StepsDue {
  const steps = topics.flatMap((topic) => {
    const step = stepDue(topic, now, timing);
    return step ? [{ topic, step }] : [];
  });
  return { steps, reconnect: isDead(topics, now, timing) ? 'all its topics stay silent' : undefined };
}

/** Returns whether the connection is dead. Books are sent at a steady pace, so only books are checked if there are any. */
function isDead(topics: readonly Topic[], now: number, timing: TopicTiming): boolean {
  const known = topics.filter(({ phase }) => phase !== 'unknown');
  const books = known.filter(({ kind }) => kind === 'depth');
  const proofs = books.length > 0 ? books : known;
  const isSilent = ({ phase, doubtedAt }: Topic): boolean =>
    phase !== 'wanted' && doubtedAt !== undefined && now - doubtedAt >= timing.patienceMs;
  // A refused topic does not show that the connection is dead.
  return proofs.some(isSilent) && proofs.every((topic) => isSilent(topic) || topic.phase === 'wanted');
}

function stepDue(topic: Topic, now: number, timing: TopicTiming): TopicStep | undefined {
  const { phase, since, receivedAt, triedAt, kind } = topic;
  if (phase === 'wanted') return since <= now ? 'subscribe' : undefined;
  if (phase === 'unknown') return now - since >= timing.unknownMs ? 'subscribe' : undefined;
  const [from, pauseMs] =
    phase === 'asked' ? [since, timing.answerMs] : [Math.max(receivedAt, triedAt), timing.silentMs[kind]];
  return now - from >= pauseOf(topic, pauseMs, timing) ? 'resubscribe' : undefined;
}

const pauseOf = ({ tries }: Topic, firstMs: number, { retryMaxMs }: TopicTiming): number =>
  Math.max(firstMs, Math.min(retryMaxMs, firstMs * 2 ** Math.min(tries, 20)));
