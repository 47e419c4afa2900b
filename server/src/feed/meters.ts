// What is counted of the sockets: how many there are and in which state, which were refused, and which were let go.
import { feedCloseCodes } from '@candor/wire';
import { counter, gauge } from '../kit/metrics.ts';

/** Ended from this side; `closing` with the server, `failed` because something of ours did. */
export type LetGoReason = keyof typeof feedCloseCodes | 'closing' | 'failed';
/** Before it became a socket. */
export type SocketRefusal = 'path' | 'origin' | 'address' | 'account' | 'full' | 'failed';
/** open: each socket is either read from or paused. */
export type SocketState = 'opening' | 'open' | 'paused';

const letGo = counter({
  name: 'candor_sockets_let_go_total',
  help: 'Sockets that the server ended, by reason.',
  labelNames: ['reason'],
});
const refused = counter({
  name: 'candor_sockets_refused_total',
  help: 'Upgrades that were refused, by reason.',
  labelNames: ['reason'],
});
const sockets = gauge({ name: 'candor_sockets', help: 'Sockets by state.', labelNames: ['state'] });
const work = counter({
  name: 'candor_socket_work_seconds_total',
  help: 'Processor time that messages of sockets are estimated to have cost.',
});

for (const reason of [...Object.keys(feedCloseCodes), 'closing', 'failed']) letGo.inc({ reason }, 0);

export const countLetGo = (reason: LetGoReason): void => letGo.inc({ reason });
export const countRefused = (reason: SocketRefusal): void => refused.inc({ reason });
export const countSockets = (state: SocketState, change: 1 | -1): void => sockets.inc({ state }, change);
export const countWork = (microseconds: number): void => work.inc(microseconds / 1e6);
