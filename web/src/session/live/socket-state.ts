/** Of a socket that comes back by itself; closed is for good. */
export type SocketState = 'connecting' | 'open' | 'waiting' | 'closed';
