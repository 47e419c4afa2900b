// Whether the list of corrections is whole and genuine, found out in this browser. Loaded on demand.
import { findCorrectionsFault } from '@candor/proof';
import type { CandleCorrection } from '@candor/wire';

/** What does not fit in a list from the first on, by the key that the platform shows to everybody; undefined: all is sound. */
export function findFault(corrections: readonly CandleCorrection[], trustedKey: string): string | undefined {
  const stranger = corrections.find(({ public_key: key }) => key !== trustedKey);
  return findCorrectionsFault(corrections) ?? (stranger && `correction ${stranger.id} is signed with another key`);
}
