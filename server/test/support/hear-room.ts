// What is pushed in a room of /notify, to whoever tests it.
import { connectNotifications, ownRoom } from '@candor/wire';
import type { NotifyEvent } from '@candor/wire';
import { until } from '../../src/kit/until.test-support.ts';

export interface HeardRoom {
  /** All since it was joined, in order. */
  events: readonly NotifyEvent[];
  close: () => void;
}

/** Resolves when it is joined, so that nothing after it is missed: one's own room unless another is named. */
export async function hearRoom(
  url: string,
  { cookies, room = ownRoom }: { cookies?: () => string; room?: string },
): Promise<HeardRoom> {
  const events: NotifyEvent[] = [];
  let isJoined = false;
  const socket = connectNotifications({ baseUrl: url, onJoined: () => void (isJoined = true), ...(cookies && { cookies }) }); // oxfmt-ignore
  socket.join(room, (event) => events.push(event));
  await until(`the room ${room} is joined`, () => isJoined);
  return { events, close: () => socket.close() };
}
