// What a door says to a caller over HTTP, and what wire says that it says.
import { isEndpoint, logOut, signOutOperator, type Action, type Endpoint, type OperatorRole } from '@candor/wire';

export type Call = Action | Endpoint;

export interface Caller {
  name: string;
  cookie: string;
  /** Of a customer; ids in requests are Ann's. */
  customer?: 'ann' | 'other' | 'frozen';
  role?: OperatorRole;
  /** The second factor was shown longer ago than what binds asks for. */
  isSteppedDown?: true;
}

const refusedAtDoor = new Set(['login-required', 'role-missing', 'not-yours', 'account-frozen', 'step-up-required']);

/** A code, or that the door lets the call through. `annId`: what stands in the fields that name a person. */
export async function askDoor(
  { baseUrl, annId }: { baseUrl: string; annId: string },
  call: Call,
  { cookie }: Caller,
): Promise<string> {
  const ids = Object.fromEntries((call.selfIds ?? []).map((field) => [field, annId]));
  const isPost = !isEndpoint(call) || call.method === 'POST';
  const path = isEndpoint(call) ? call.path.replace(/:\w+/g, 'x') : '/api/action';
  const query = isPost ? '' : `?${new URLSearchParams(ids).toString()}`;
  const body = isEndpoint(call) ? ids : { ACTION_NAME: call.name, ACTION_INFO: ids };
  const response = await fetch(baseUrl + path + query, {
    method: isPost ? 'POST' : 'GET',
    headers: { cookie, ...(isPost && { 'content-type': 'application/json' }) },
    ...(isPost && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // A file may have a document on each line; a refusal is one document.
  const isDocument =
    (response.headers.get('content-type') ?? '').startsWith('application/json') && text.startsWith('{');
  const { code } = (isDocument ? JSON.parse(text) : {}) as { code?: string };
  if (code === 'unknown-error' || code === 'outcome-unknown') return `failed with ${code}`;
  if (response.status === 404 && code === 'not-found' && !path.includes('/x')) return 'not here';
  return code !== undefined && refusedAtDoor.has(code) ? code : 'let through';
}

export function expectedOfDoor(
  { who, selfIds, isForFrozen, needsStepUp, ...call }: Call,
  { customer, role, isSteppedDown }: Caller,
): string {
  if (who === 'anyone') return 'let through';
  if (who === 'self') {
    if (customer === undefined) return 'login-required';
    if (customer !== 'ann' && (selfIds?.length ?? 0) > 0) return 'not-yours';
    return customer === 'frozen' && 'movesMoney' in call && call.movesMoney && !isForFrozen
      ? 'account-frozen'
      : 'let through';
  }
  if (role === undefined) return 'login-required';
  if (!who.operator.includes(role)) return 'role-missing';
  return needsStepUp && isSteppedDown ? 'step-up-required' : 'let through';
}

/** It ends the session that the next call needs. */
export const isEnding = (call: Call): boolean => call === logOut || call === signOutOperator;

/** The first of each kind: by method, by whom it lets in, and by what the door asks besides. */
export function oneOfEachKind(calls: readonly Call[]): Call[] {
  const kinds = new Map<string, Call>();
  for (const call of calls.filter((each) => !isEnding(each))) {
    const isOwn = (call.selfIds?.length ?? 0) > 0;
    const who = typeof call.who === 'string' ? call.who : 'operator';
    const more = isEndpoint(call) ? [call.method, call.movesMoney, call.form] : ['action'];
    const kind = JSON.stringify([who, isOwn, call.isForFrozen, call.needsStepUp, call.looksAt !== undefined, ...more]);
    if (!kinds.has(kind)) kinds.set(kind, call);
  }
  return [...kinds.values()];
}
