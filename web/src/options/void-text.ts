import type { OptionVoidReason } from '@candor/wire';
import type { TextKey } from '../text/keys.ts';

/** Why an option is void; terms that know no exit after the end say no more than that it is. */
export function voidText(reason: OptionVoidReason, exitWaitMs: number): TextKey {
  return reason === 'no-exit-tick' && exitWaitMs === 0 ? 'options.result_void' : `options.void_${reason}`;
}
