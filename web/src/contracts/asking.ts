import { setPreferences, usePreferences } from '../device/preferences.ts';
import { useUser } from '../session/session.ts';

/** Whether this person wants to be asked once more before an order: yes, until they switch it off for their account. */
export function useAsking(): { asks: boolean; setAsks: (asks: boolean) => void } {
  const id = useUser()?.account_id ?? '';
  const unasked = usePreferences((preferences) => preferences.contractsUnasked);
  const others = unasked.filter((one) => one !== id);
  return {
    asks: !unasked.includes(id),
    setAsks: (asks) => setPreferences({ contractsUnasked: asks ? others : [...others, id] }),
  };
}
