// What is sent in one turn leaves together, over a way that takes lists of messages.
import type { LinkMessage, Transport } from './link.ts';

/** More lists than this that were not taken yet mean that the other side does not keep up. */
const unwrittenMax = 20;

/** `written` is to be called once the other side has taken the messages. */
export function batchTurns(write: (messages: readonly LinkMessage[], written: () => void) => void): Transport {
  let waiting: LinkMessage[] = [];
  let unwritten = 0;

  function flush(): void {
    const messages = waiting;
    waiting = [];
    unwritten++;
    write(messages, () => void unwritten--);
  }

  return {
    send(message) {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(message);
    },
    isClogged: () => unwritten > unwrittenMax,
  };
}
