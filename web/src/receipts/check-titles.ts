import type { Receipt } from '@candor/wire';
import type { TextKey } from '../text/keys.ts';
import type { AnyCheckName } from './verify-receipt.ts';

/** What these ask of a contract is not what they ask of an option. */
const ofContract = ['terms', 'reach', 'entry', 'changes', 'liquidation', 'exit', 'result'] as const;

export function checkTitle({
  name,
  kind,
  isNote,
}: {
  name: AnyCheckName;
  kind: Receipt['kind'];
  isNote: boolean;
}): TextKey {
  if (isNote) return `receipts.note_${name as 'archive' | 'reach' | 'key'}`;
  const own = ofContract.find((one) => one === name);
  if (kind === 'contract' && own !== undefined) return `receipts.contract_${own}`;
  return `receipts.check_${name as Exclude<AnyCheckName, 'changes' | 'liquidation'>}`;
}
