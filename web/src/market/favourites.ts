// Starred coins: on this device for a guest, with the account for a customer. A star shows at once and is kept behind it;
// what could not be kept goes along when there is a connection again.
import { coinOfCode, getFavourites, keepFavourites } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import { preferences, setPreferences } from '../device/preferences.ts';
import { call, currentUser, useSession } from '../session/session.ts';

export function toggleFavourite(code: CoinCode): void {
  const { favourites } = preferences();
  const next = favourites.includes(code) ? favourites.filter((one) => one !== code) : [...favourites, code];
  setPreferences({ favourites: next, favouritesWait: currentUser() !== null });
  void meet();
}

export function startFavourites(): void {
  useSession.subscribe((now, before) => {
    if (now.user?.account_id === before.user?.account_id) return;
    // A guest's stars go into the first list of the account; a customer's are not left behind for the next person.
    if (before.user !== null) setPreferences({ favourites: [], favouritesWait: false });
    void meet();
  });
  addEventListener('online', () => void meet());
  void meet();
}

/** Brings the device and the account together: what waits here is kept there, else what is kept there holds here. */
async function meet(): Promise<void> {
  const owner = currentUser()?.account_id;
  if (owner === undefined) return;
  if (preferences().favouritesWait) return keep(owner);
  const kept = await call(getFavourites, {});
  if (!kept.ok || currentUser()?.account_id !== owner || preferences().favouritesWait) return;
  const { coins, is_kept } = kept.data;
  if (is_kept) setPreferences({ favourites: coins.flatMap((code) => coinOfCode(code)?.code ?? []) });
  else if (preferences().favourites.length > 0) await keep(owner);
}

async function keep(owner: string): Promise<void> {
  const { favourites } = preferences();
  const outcome = await call(keepFavourites, { coins: favourites.join(',') });
  if (currentUser()?.account_id !== owner) return;
  // A star that was set meanwhile has a turn of its own.
  const isSame = preferences().favourites === favourites;
  if (isSame) setPreferences({ favouritesWait: !outcome.ok });
}
