// How far the copy of one's data is, from what the server said of the latest. Pure.
import type { DataExport } from '@candor/wire';

export type ExportState = 'none' | 'making' | 'ready';

export function stateOf(latest: DataExport | null, now: number): ExportState {
  if (latest === null) return 'none';
  if (latest.ready_at === null) return 'making';
  return latest.deleted_at !== null && Date.parse(latest.deleted_at) > now ? 'ready' : 'none';
}

/** In kilobytes or megabytes, rounded up, so that nothing is shown as 0. */
export const sizeOf = (bytes: number): { unit: 'kB' | 'MB'; value: number } =>
  bytes < 1_000_000
    ? { unit: 'kB', value: Math.ceil(bytes / 1_000) }
    : { unit: 'MB', value: Math.ceil(bytes / 100_000) / 10 };
