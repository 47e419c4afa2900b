// Events that concern other processes too: emitted in one, they are emitted in the others as well, in the same order.
import type { Bus, EventName, Events } from './bus.ts';
import type { Links } from './link.ts';

declare module './link.ts' {
  interface Posts {
    event: { name: EventName; payload: unknown };
  }
}

/** `names` are the events of this process that the others are told of. Payloads are objects. */
export function bridgeEvents(bus: Bus, link: Pick<Links, 'post' | 'onPost'>, names: readonly EventName[]): void {
  /** What came from elsewhere does not go back. */
  const received = new WeakSet<object>();
  for (const name of names) {
    bus.on(name, (payload: object) => {
      if (!received.has(payload)) link.post('event', { name, payload });
    });
  }
  link.onPost('event', ({ name, payload }) => {
    received.add(payload as object);
    bus.emit(name, payload as Events[typeof name]);
  });
}
