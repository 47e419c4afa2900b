// What the page and the feed's worker say to each other.
import type { SocketState } from './socket-state.ts';

export type ToWorker =
  | { kind: 'open'; baseUrl: string }
  | { kind: 'subscribe' | 'unsubscribe'; topic: string }
  | { kind: 'request'; id: number; topic: string; range: { from?: number; to?: number } };

export type FromWorker =
  | { kind: 'state'; state: SocketState }
  | { kind: 'ticks'; ticks: [topic: string, tick: unknown, ts: number][] }
  | { kind: 'answer'; id: number; data?: unknown; error?: string };
