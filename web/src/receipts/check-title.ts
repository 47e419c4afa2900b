import type { CheckName } from '@candor/proof';
import type { TextKey } from '../text/keys.ts';
import type { CheckWords, Verdict } from './verification.ts';

/** In the words of the product, else in those that every receipt has. */
export function checkTitle(
  check: Parameters<CheckWords['titleOf']>[0],
  words: CheckWords,
  { cutFrom }: Pick<Verdict, 'cutFrom'>,
): TextKey {
  if (check.isNote && check.name === 'reach' && cutFrom !== undefined) return 'receipts.note_between';
  const own = words.titleOf(check);
  if (own !== undefined) return own;
  return check.isNote
    ? `receipts.note_${check.name as 'archive' | 'reach' | 'key'}`
    : `receipts.check_${check.name as CheckName}`;
}
