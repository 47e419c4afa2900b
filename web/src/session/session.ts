// The logged-in user, stored with the opaque fingerprints of the passwords, and the same in all tabs.
import { createClient, getUser, logOut as endSession } from '@candor/wire';
import type { Client, Failure, User } from '@candor/wire';
import { create } from 'zustand';
import { judgeSession, readStoredUser } from './session-rules.ts';
import { storedText, storeText } from './stored-text.ts';

/** cleared: by the server or a changed password. out: by the person. */
export type SessionEnd = 'cleared' | 'out' | null;
interface Session {
  user: User | null;
  /** How the last session ended; null before the first end. */
  ended: SessionEnd;
}

const storageName = 'candor.user';
const client = createClient({ baseUrl: '' });

export const useSession = create<Session>(() => ({ user: readStoredUser(storedText(storageName)), ended: null }));
export const useUser = (): User | null => useSession((session) => session.user);
export const currentUser = (): User | null => useSession.getState().user;

/** After a login, or when the server has told a newer record of the same user. */
export function storeUser(user: User): void {
  const text = JSON.stringify(user);
  if (text === JSON.stringify(currentUser())) return;
  storeText(storageName, text);
  useSession.setState({ user });
}

export function clearSession(ended: Exclude<SessionEnd, null>): void {
  if (currentUser() === null) return;
  storeText(storageName, null);
  useSession.setState({ user: null, ended });
}

/** Makes any call; one that the server answers with "log in first" ends the stored session. */
export const call: Client['call'] = async (one, payload, options) => {
  const asked = currentUser()?.account_id;
  const outcome = await client.call(one, payload, options);
  const isLoggedOut = !outcome.ok && outcome.code === 'login-required';
  if (isLoggedOut && asked !== undefined && currentUser()?.account_id === asked) clearSession('cleared');
  return outcome;
};

/** Asks whether the stored user still is one; at start, on focus, and when a socket was told that the session has ended. */
export async function refreshSession(): Promise<void> {
  const stored = currentUser();
  if (stored === null) return;
  const answer = await client.call(getUser, { account_id: stored.account_id });
  const now = currentUser();
  // A login or a changed password in the meantime is newer than this answer.
  if (now?.account_id !== stored.account_id || now.user_password !== stored.user_password) return;
  if (now.user_paypass !== stored.user_paypass) return;
  const verdict = judgeSession(stored, answer);
  if (verdict.kind === 'clear') clearSession('cleared');
  else if (verdict.kind === 'keep') storeUser(verdict.user);
}

/** Ends the session on the server, then here and in the other tabs; a failure means that it still is open. */
export async function logOut(): Promise<Failure | undefined> {
  const outcome = await client.call(endSession, {});
  if (!outcome.ok && outcome.code !== 'login-required') return outcome;
  clearSession('out');
  return undefined;
}

/** Keeps the session honest while the page lives. */
export function watchSession(): void {
  addEventListener('storage', ({ key }) => {
    if (key !== storageName && key !== null) return;
    const user = readStoredUser(storedText(storageName));
    useSession.setState(user === null ? { user, ended: 'out' } : { user });
  });
  addEventListener('focus', () => void refreshSession());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void refreshSession());
  void refreshSession();
}
