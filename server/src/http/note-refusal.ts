// Which refusals leave a trace: at the console, a row of the audit log where somebody is not allowed to do what was tried; at every door, a
// line of the log where no page of ours asks so, or nobody that often.
import type { RefusalCode } from '@candor/wire';
import type { FastifyRequest } from 'fastify';
import { isOfOperator } from '../kit/feature.ts';
import { addressKey } from '../kit/address-key.ts';
import type { NoteRefusedCall } from '../kit/audit-log.ts';
import { Refusal } from '../kit/refuse.ts';
import type { WarnSampled } from './sampled-warnings.ts';
import type { SessionCookie } from './session-cookie.ts';

const noted: readonly RefusalCode[] = [
  'role-missing',
  'step-up-required',
  'login-required',
  'network-refused',
  'unknown-host',
  'foreign-origin',
];

const unusual: readonly RefusalCode[] = [
  'malformed',
  'too-large',
  'login-required',
  'too-many-requests',
  'login-throttled',
  'code-limit',
  'trade-password-locked',
];

/** Nothing of what was sent is written: it may be a password in the wrong field. */
export function warnOfRefusal(
  { warnOfRefused }: { warnOfRefused: WarnSampled },
  request: FastifyRequest,
  error: unknown,
): void {
  if (!(error instanceof Refusal) || !unusual.includes(error.code)) return;
  const { routeOptions, asker, ip } = request;
  const session = asker?.session;
  const who = session && { session: session.sessionId };
  warnOfRefused(addressKey(ip), 'security: refused', { code: error.code, path: routeOptions.url ?? '', ip, ...who });
}

/** The page asks this when it opens, before anybody has signed in. */
const askedBySignInPage = '/api/operators/me';

export function noteRefusal(
  { noteRefusedCall, cookie }: { noteRefusedCall: NoteRefusedCall | undefined; cookie: SessionCookie },
  request: FastifyRequest,
  error: unknown,
): void {
  if (noteRefusedCall === undefined || !(error instanceof Refusal) || !noted.includes(error.code)) return;
  const { code } = error;
  const path = request.routeOptions.url ?? '';
  if (code === 'login-required' && path === askedBySignInPage && cookie.read(request) === undefined) return;
  const session = request.asker?.session;
  noteRefusedCall({ operator: session && isOfOperator(session) ? session : undefined, code, path, ip: request.ip });
}
