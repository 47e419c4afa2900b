// What the page and the market socket, mostly in a worker, say to each other.
import type { SocketState } from './socket-store.ts';

export type ToFeed =
  | { kind: 'open'; baseUrl: string }
  | { kind: 'subscribe' | 'unsubscribe'; topic: string }
  | { kind: 'request'; id: number; topic: string; range: { from?: number; to?: number } };

export type FromFeed =
  | { kind: 'state'; state: SocketState }
  | { kind: 'ticks'; ticks: [topic: string, tick: unknown, ts: number][] }
  | { kind: 'answer'; id: number; data?: unknown; error?: string };
