import type { SocketOptions, SocketState } from './reconnecting-socket.ts';

export interface FeedClientOptions {
  /** Of the server, with http or https. */
  baseUrl: string;
  /** The cookie header, for Node; browsers send their own. */
  cookies?: () => string;
  onState?: (state: SocketState) => void;
  /** A topic or room that the server does not give, with its reason. */
  onRefused?: (name: string, reason: string) => void;
}

export const socketOptions = (path: string, { baseUrl, cookies, onState }: FeedClientOptions): SocketOptions => ({
  url: baseUrl.replace(/^http/, 'ws') + path,
  cookies,
  onState,
});
