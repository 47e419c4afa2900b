// A connection can live while a subscription on it is lost: topics are looked at every 5 s, and those that are silent are subscribed
// again, ever more rarely while they stay silent.

export interface SilentTopics {
  /** It was subscribed, for the first time or on a new connection. */
  begin(topic: string): void;
  heard(topic: string): void;
  /** It is not wanted any more, or was refused. */
  end(topic: string): void;
  stop(): void;
}

const lookMs = 5_000;
const longestPause = 12;

export function watchSilentTopics(subscribeAgain: (topic: string) => void): SilentTopics {
  /** `looksLeft` until a silent one is subscribed again, and `pause`, how many there were before that. */
  const watched = new Map<string, { isHeard: boolean; looksLeft: number; pause: number }>();

  function look(): void {
    for (const [topic, state] of watched) {
      if (state.isHeard) Object.assign(state, { isHeard: false, looksLeft: 0, pause: 1 });
      else if (state.looksLeft > 0) state.looksLeft--;
      else {
        state.looksLeft = state.pause;
        state.pause = Math.min(longestPause, state.pause * 2);
        subscribeAgain(topic);
      }
    }
  }

  const timer = setInterval(look, lookMs);
  return {
    begin: (topic) => void watched.set(topic, { isHeard: true, looksLeft: 0, pause: 1 }),
    heard(topic) {
      const state = watched.get(topic);
      if (state) state.isHeard = true;
    },
    end: (topic) => void watched.delete(topic),
    stop: () => clearInterval(timer),
  };
}
