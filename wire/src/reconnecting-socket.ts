// A WebSocket that comes back by itself: with growing pauses, after silence too, and never sending faster than is allowed.

export type SocketState = 'connecting' | 'open' | 'waiting' | 'closed';

export interface SocketOptions {
  url: string;
  /** The cookie header, for Node; browsers send their own. Asked at each connection. */
  cookies?: (() => string) | undefined;
  onState?: ((state: SocketState) => void) | undefined;
}

export interface SocketEvents {
  /** Connected, for the first time or again: say what is wanted. What was said before and not sent is gone. */
  onOpen(): void;
  onMessage(data: string | ArrayBuffer): void;
  /** Whether to connect again after a close with this code. */
  mayReturn(code: number): boolean;
}

export interface ReconnectingSocket {
  /** Sends in order, at the allowed pace; what is said while there is no connection is dropped. */
  send: (text: string) => void;
  /** Sends ahead of what waits. */
  sendNow(text: string): void;
  close(): void;
}

const [firstPauseMs, longestPauseMs] = [500, 15_000];
// The server pings every 5 s. A connection on which nothing arrives for longer is dead, whatever it says.
const silenceMs = 12_000;
// Under the server's 20 messages a second, with room for answers to pings.
const [burst, paceMs] = [12, 70];

export function openReconnectingSocket(options: SocketOptions, events: SocketEvents): ReconnectingSocket {
  let socket: WebSocket | undefined;
  let pauseMs = firstPauseMs;
  let waiting: string[] = [];
  let heardAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pace = createPace();

  function connect(): void {
    options.onState?.('connecting');
    const opened = openSocket(options);
    socket = opened;
    heardAt = performance.now();
    opened.binaryType = 'arraybuffer';
    // Events of a connection that was given up must not touch its successor.
    const isCurrent = (): boolean => socket === opened;
    opened.addEventListener('open', () => {
      if (!isCurrent()) return;
      waiting = [];
      pace.reset();
      options.onState?.('open');
      events.onOpen();
    });
    opened.addEventListener('message', (event) => {
      if (!isCurrent()) return;
      heardAt = performance.now();
      pauseMs = firstPauseMs;
      events.onMessage(event.data);
    });
    opened.addEventListener('close', (event) => isCurrent() && leave(events.mayReturn(event.code)));
    clearTimeout(timer);
    watch();
  }

  function watch(): void {
    const left = heardAt + silenceMs - performance.now();
    if (left <= 0) return leave(true);
    timer = setTimeout(watch, left);
  }

  function leave(returns: boolean): void {
    const left = socket;
    socket = undefined;
    clearTimeout(timer);
    left?.close();
    if (!returns) return options.onState?.('closed');
    options.onState?.('waiting');
    // Half of the pause is chance, so that clients of a restarted server don't return all at once.
    timer = setTimeout(connect, pauseMs * (0.5 + Math.random() / 2));
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
  }

  function pump(): void {
    while (waiting.length > 0 && socket?.readyState === WebSocket.OPEN) {
      if (!pace.take(pump)) return;
      socket.send(waiting.shift()!);
    }
  }

  connect();
  return {
    send(text) {
      if (socket?.readyState !== WebSocket.OPEN) return;
      waiting.push(text);
      pump();
    },
    sendNow(text) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      const left = socket;
      if (left?.readyState === WebSocket.CONNECTING) {
        // A browser complains of one that is closed before it is there.
        left.addEventListener('open', () => left.close());
        socket = undefined;
      }
      leave(false);
    },
  };
}

function openSocket({ url, cookies }: SocketOptions): WebSocket {
  if (!cookies) return new WebSocket(url);
  // Node's WebSocket takes headers where browsers take protocols.
  return new WebSocket(url, { headers: { cookie: cookies() } } as unknown as string[]);
}

/** A burst at first, then one at a time. */
function createPace(): { take(again: () => void): boolean; reset(): void } {
  let allowance = burst;
  let countedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** False when it is too early; `again` is called when it no longer is. */
    take(again) {
      const now = performance.now();
      allowance = Math.min(burst, allowance + (now - countedAt) / paceMs);
      countedAt = now;
      if (allowance >= 1) {
        allowance -= 1;
        return true;
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        again();
      }, paceMs);
      return false;
    },
    reset: () => void (allowance = burst),
  };
}
