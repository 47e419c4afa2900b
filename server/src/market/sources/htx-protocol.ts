// HTX's protocol as a connection needs it: gzip frames, one message for each topic, errors that may lack their id.
import { readFrame } from './htx-frame.ts';
import type { LosslessValue } from './lossless-json.ts';
import type { Protocol, Said } from './protocol.ts';

type Tick = LosslessValue | undefined;

const unsubId = (topic: string): string => `-${topic}`;

export const htxProtocol: Protocol<Tick> = {
  frames: 'binary',
  read(frame): Said<Tick>[] {
    const message = readFrame(frame);
    switch (message.kind) {
      case 'ping':
        return [{ kind: 'reply', text: `{"pong":${message.digits}}` }];
      case 'push':
        return [{ kind: 'push', topic: message.topic, content: message.tick }];
      case 'subscribed':
        return [{ kind: 'confirmed', topics: [message.topic] }];
      case 'error':
        return [readRefusal(message.id, message.text)];
      case 'unsubscribed':
      case 'other':
        return [];
    }
  },
  subscribe: (topics) => topics.map((sub) => JSON.stringify({ sub, id: sub })),
  unsubscribe: (topics) => topics.map((unsub) => JSON.stringify({ unsub, id: unsubId(unsub) })),
  topicsAStep: 10,
};

/** The upstream may leave out the id; the text then names the symbol. */
function readRefusal(id: string | undefined, text: string): Said<Tick> {
  const isUnknown = /invalid symbol|symbol trade not open/.test(text);
  if (id !== undefined && !isUnknown) return { kind: 'refused', isAbout: (topic) => topic === id, isUnknown, text };
  const symbol =
    id === undefined ? /invalid symbol\s+(?:market\.)?([a-z0-9]+)/.exec(text)?.[1] : symbolOf(id.replace(/^-/, ''));
  const isAbout = (topic: string): boolean => !id?.startsWith('-') && symbolOf(topic) === symbol;
  return { kind: 'refused', isAbout, isUnknown, text };
}

const symbolOf = (topic: string): string | undefined => topic.split('.')[1];
