// The client of /notify: rooms that are joined again after a lost connection. Opened by connectNotifications.
import type { Notifications, NotifyEvent } from './feed.ts';
import { openReconnectingSocket, type SocketOptions } from './reconnecting-socket.ts';

export interface NotifyClientOptions extends SocketOptions {
  onRefused?: ((room: string, reason: string) => void) | undefined;
  /** The close code after which there is no way back without logging in again. */
  sessionEnded: number;
}

const isReply = new Set(['joined', 'left', 'ping', 'pong', 'refused']);

export function openNotifications({ onRefused, sessionEnded, ...socketOptions }: NotifyClientOptions): Notifications {
  const rooms = new Map<string, Set<(event: NotifyEvent) => void>>();

  const socket = openReconnectingSocket(socketOptions, {
    mayReturn: (code) => code !== sessionEnded,
    onOpen: () => rooms.forEach((_, room) => say('join', room)),
    onMessage(data) {
      if (typeof data !== 'string') return;
      const event = JSON.parse(data) as NotifyEvent;
      if (event.action === 'ping') return socket.sendNow('{"action":"pong"}');
      if (event.action === 'refused') return refused(event as NotifyEvent & { code: string; facts: { room?: string } });
      if (isReply.has(event.action)) return;
      const listeners = new Set([...rooms.values()].flatMap((all) => [...all]));
      for (const listener of listeners) listener(event);
    },
  });

  const say = (action: 'join' | 'leave', room: string): void => socket.send(JSON.stringify({ action, room }));
  const refused = ({ code, facts }: { code: string; facts: { room?: string } }): void =>
    onRefused?.(facts.room ?? '', code);

  return {
    join(room, listener) {
      const listeners = rooms.get(room) ?? new Set();
      rooms.set(room, listeners.add(listener));
      if (listeners.size === 1) say('join', room);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        rooms.delete(room);
        say('leave', room);
      };
    },
    close: () => socket.close(),
  };
}
