// Waits for answers that end when a test says so, and not by time: a busy machine may take longer than any time would allow.

export interface ToldPatience {
  patience: () => AbortSignal;
  /** Whoever waits now waits no more. */
  end: () => void;
}

export function toldPatience(): ToldPatience {
  let waiting: AbortController[] = [];
  return {
    patience() {
      const controller = new AbortController();
      waiting.push(controller);
      return controller.signal;
    },
    end() {
      const ended = waiting;
      waiting = [];
      for (const controller of ended) controller.abort(new DOMException('no answer in time', 'TimeoutError'));
    },
  };
}
