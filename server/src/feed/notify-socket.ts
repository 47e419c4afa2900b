// The protocol of /notify: rooms to join, and nothing of anyone else's.
import { notifyRequest, ownRoom, publicRooms, type Facts, type NotifyReply, type RefusalCode } from '@candor/wire';
import type { Audiences } from './audiences.ts';
import type { Connection } from './connection.ts';
import { textFrame } from './frames.ts';
import type { ClientProtocol } from './protocol.ts';

export interface NotifySocketOptions {
  connection: Connection;
  rooms: Audiences<Connection>;
  /** Of the session that the connection was opened with. */
  accountId: string | undefined;
}

export function openNotifySocket({ connection, rooms, accountId }: NotifySocketOptions): ClientProtocol {
  /** Name in this protocol → name of the room. */
  const joined = new Map<string, string>();

  const say = (reply: NotifyReply): void => connection.answer(textFrame(JSON.stringify(reply)));
  const sayRefused = (code: RefusalCode, facts: Facts = {}): void => say({ action: 'refused', code, facts });

  function join(name: string): void {
    const found = findRoom(name, accountId);
    if ('refusal' in found) return sayRefused(found.refusal, { room: name });
    joined.set(name, found.room);
    rooms.join(found.room, connection);
    say({ action: 'joined', room: name });
  }

  function leave(name: string | undefined): void {
    for (const [known, room] of joined) {
      if (name !== undefined && name !== known) continue;
      joined.delete(known);
      // Two names may mean one room: `account` and `account:<id>`.
      if ([...joined.values()].includes(room)) continue;
      rooms.leave(room, connection);
      connection.forget(room);
    }
    say(name === undefined ? { action: 'left' } : { action: 'left', room: name });
  }

  return {
    async receive(text) {
      const request = notifyRequest.safeParse(readJson(text));
      if (!request.success) return sayRefused('malformed', { field: request.error.issues[0]?.path.join('.') ?? '' });
      switch (request.data.action) {
        case 'join':
          return join(request.data.room);
        case 'leave':
          return leave(request.data.room);
        case 'ping':
          return say({ action: 'pong' });
        case 'pong':
          return connection.noteAnswer();
      }
    },
    refuse: () => sayRefused('busy'),
    closed() {
      for (const room of joined.values()) rooms.leave(room, connection);
      joined.clear();
    },
  };
}

function findRoom(name: string, accountId: string | undefined): { room: string } | { refusal: RefusalCode } {
  if ((publicRooms as readonly string[]).includes(name)) return { room: name };
  if (name !== ownRoom && !name.startsWith(`${ownRoom}:`)) return { refusal: 'not-found' };
  if (accountId === undefined) return { refusal: 'login-required' };
  const room = `${ownRoom}:${accountId}`;
  return name === ownRoom || name === room ? { room } : { refusal: 'not-yours' };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
