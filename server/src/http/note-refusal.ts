// Which refusals of the console leave a row of the audit log: those of somebody who is not allowed to do what was tried.
import type { RefusalCode } from '@candor/wire';
import type { FastifyRequest } from 'fastify';
import { isOfOperator } from '../kit/feature.ts';
import type { NoteRefusedCall } from '../kit/audit-log.ts';
import { Refusal } from '../kit/refuse.ts';
import type { SessionCookie } from './session-cookie.ts';

const noted: readonly RefusalCode[] = [
  'role-missing',
  'step-up-required',
  'login-required',
  'network-refused',
  'unknown-host',
  'foreign-origin',
];

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
