import type { CheckName } from '@candor/proof';
import type { TextKey } from '../text/keys.ts';
import type { CheckWords } from './verification.ts';

/** In the words of the product, else in those that every receipt has. */
export function checkTitle(check: Parameters<CheckWords['titleOf']>[0], words: CheckWords): TextKey {
  const own = words.titleOf(check);
  if (own !== undefined) return own;
  return check.isNote
    ? `receipts.note_${check.name as 'archive' | 'reach' | 'key'}`
    : `receipts.check_${check.name as CheckName}`;
}
