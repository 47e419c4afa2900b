// What a close may name, and what is said when it fails. Pure.
import { isRetryable } from '@candor/wire';
import type { ContractOrderMessage, FailureCode } from '@candor/wire';
import type { DraftFault } from '../data/draft-rules.ts';
import type { TextKey } from '../text/keys.ts';
import { readSheets } from './read-sheets.ts';

export function judgeClose(
  typed: string,
  { open_sheets }: Pick<ContractOrderMessage, 'open_sheets'>,
): DraftFault | undefined {
  const sheets = readSheets(typed) ?? 0;
  if (sheets >= 1 && sheets <= open_sheets) return undefined;
  return { code: 'sheets-out-of-range', facts: { min: '1', max: `${open_sheets}` } };
}

/** The spec's sentence where trying later helps; what a customer can do something about is said in its own words. */
export const closeFailure = (code: FailureCode): TextKey | undefined =>
  code === 'unknown-error' || (code !== 'unreachable' && isRetryable(code)) ? 'contracts.closeFailed' : undefined;
