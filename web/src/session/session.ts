// The logged-in user, stored with the opaque fingerprints of the passwords, and the same in all tabs.
import { createClient, getUser, isDoneOnce, logOut as endSession, updateUser } from '@candor/wire';
import type { Action, Client, Endpoint, Failure, User } from '@candor/wire';
import { create } from 'zustand';
import { askAboutTerms } from './legal-question.ts';
import { judgeSession, readStoredUser } from './session-rules.ts';
import { serverClock } from '../device/server-clock.ts';
import { storedText, storeText } from '../device/stored-text.ts';

/** cleared: by the server. out: by the person. changed: by a new login password. */
export type SessionEnd = 'cleared' | 'out' | 'changed' | null;
interface Session {
  user: User | null;
  /** How the last session ended; null before the first end. */
  ended: SessionEnd;
  /** Who logs in next, as far as one can guess: whoever has just changed the password. */
  lastAccount: string;
}

/** From a new password to the login page. */
const clearedAfterMs = 1_000;
let clearing: ReturnType<typeof setTimeout> | undefined;
/** Changes of the record that are under way: a new password ends the session before its answer is here. */
let changing = 0;

const storageName = 'candor.user';
/** A call that is done once is asked for again under its key when there is no answer. */
const limitMs = (one: Action | Endpoint): number => (isDoneOnce(one) ? 8_000 : 30_000);
const client = createClient({ baseUrl: '', limitMs, onDate: serverClock.noteLate });

export const useSession = create<Session>(() => ({
  user: readStoredUser(storedText(storageName)),
  ended: null,
  lastAccount: '',
}));
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
  // The new password ends it too, for a reason that was said.
  if (currentUser() === null || (ended === 'cleared' && (clearing !== undefined || changing > 0))) return;
  storeText(storageName, null);
  useSession.setState({ user: null, ended });
}

/** After a changed login password, which has ended all sessions on the server. */
export function clearChangedSession(user: User): void {
  storeUser(user);
  clearing = setTimeout(() => {
    clearing = undefined;
    useSession.setState({ lastAccount: user.user_name });
    clearSession('changed');
  }, clearedAfterMs);
}

/** Makes any call; one that the server answers with "log in first" ends the stored session, and new terms are asked about. */
export const call: Client['call'] = async (one, payload, options) => {
  const asked = currentUser()?.account_id;
  const isChange = (one as object) === updateUser;
  if (isChange) changing++;
  const outcome = await client.call(one, payload, options).finally(() => isChange && changing--);
  if (!outcome.ok && outcome.code === 'bad-clock')
    serverClock.set(Date.parse(outcome.facts['now'] ?? '') || Date.now());
  const isLoggedOut = !outcome.ok && outcome.code === 'login-required';
  if (!outcome.ok && outcome.code === 'legal-not-accepted') askAboutTerms();
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
