// The client of /notify: rooms that are joined again after a lost connection.
import { socketOptions } from './feed-client-options.ts';
import type { FeedClientOptions } from './feed-client-options.ts';
import { feedCloseCodes, notifyPath } from './feed.ts';
import type { Notifications, NotifyReply } from './feed.ts';
import type { NotifyEvent } from './notify-events.ts';
import { openReconnectingSocket } from './reconnecting-socket.ts';

export interface NotificationsOptions extends FeedClientOptions {
  /** From now on all that happens in the room is pushed: what was read after this misses nothing. */
  onJoined?: (room: string) => void;
}

/** Comes back by itself and joins again, but not when the session has ended: then its state is `closed`. */
export function connectNotifications(options: NotificationsOptions): Notifications {
  const rooms = new Map<string, Set<(event: NotifyEvent) => void>>();

  const socket = openReconnectingSocket(socketOptions(notifyPath, options), {
    mayReturn: (code) => code !== feedCloseCodes.sessionEnded,
    onOpen: () => rooms.forEach((_, room) => say('join', room)),
    onMessage(data) {
      if (typeof data !== 'string') return;
      const message = JSON.parse(data) as NotifyReply | NotifyEvent;
      switch (message.action) {
        case 'ping':
          return socket.sendNow('{"action":"pong"}');
        case 'refused':
          return options.onRefused?.(message.facts['room'] ?? '', message.code);
        case 'joined':
          return options.onJoined?.(message.room);
        case 'left':
        case 'pong':
          return;
        default:
          for (const listener of new Set([...rooms.values()].flatMap((all) => [...all]))) listener(message);
      }
    },
  });

  const say = (action: 'join' | 'leave', room: string): void => socket.send(JSON.stringify({ action, room }));

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
