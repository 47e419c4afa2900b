// What people read about a call and its refusals, as Markdown in the OpenAPI document.
import { actionReturnCode, describeRefusal, isEndpoint, operatorRoles, takesPlacedAt } from '@candor/wire';
import type { Action, Endpoint, RefusalCode } from '@candor/wire';
import { httpStatusOf } from './call-schemas.ts';

type Call = Action | Endpoint;

function describeCaller({ who, needsStepUp }: Call): string {
  if (who === 'anyone') return 'Anyone may call it.';
  if (who === 'self') return 'Needs a session.';
  const roles =
    who.operator.length === operatorRoles.length ? 'whatever their roles' : `who are ${who.operator.join(' or ')}`;
  return `For operators, ${roles}.${needsStepUp ? ' The second factor must have been shown within the last five minutes.' : ''}`;
}

/** Who may call it, and what is special about it. */
export function describeCall(call: Call): string {
  const ids = (call.selfIds ?? []).map((field) => `\`${field}\``).join(', ');
  return [
    describeCaller(call),
    ...(ids === '' ? [] : [`${ids}: the id of your own account.`]),
    ...(call.isDemoOnly ? ['It exists in demo mode only.'] : []),
    ...(isEndpoint(call) && call.movesMoney ? [`It moves money: send an \`Idempotency-Key\`${takesPlacedAt(call) ? ' and `Placed-At`' : ''}.`] : []), // oxfmt-ignore
  ].join(' ');
}

/** A list of refusals, each with the number that the call gives it and what happened. */
export function describeRefusals(call: Call, codes: readonly RefusalCode[]): string {
  return codes.map((code) => `- \`${code}\` (${describeNumber(call, code)}): ${describeRefusal(code).text}`).join('\n');
}

function describeNumber(call: Call, code: RefusalCode): string {
  const number = call.statusOf?.[code];
  const http = `HTTP ${httpStatusOf(call, code)}`;
  if (isEndpoint(call)) return `${http}, status ${number ?? 0}`;
  return number === undefined
    ? `${http}, ${actionReturnCode(describeRefusal(code).http)}`
    : `${http}, 000200, ACTION_INFO ${number}`;
}

/** Everything that a caller can be told no for. */
export const describeCatalogue = (codes: readonly RefusalCode[]): string =>
  codes.map((code) => `- \`${code}\` (HTTP ${describeRefusal(code).http}): ${describeRefusal(code).text}`).join('\n');

export const introduction = `Amounts are plain decimal text, ids are text, times are ISO 8601 in UTC with milliseconds. Bodies are forms or JSON, in UTF-8, up to
16 KiB; a field that a call does not know is refused.

An endpoint answers \`{"status": 1, "data": …}\`. A refusal is \`{"status": n, "code": "…", "facts": {…}}\`: n is the number that the call
gives it, with HTTP 200, else 0 with the HTTP status of the code. An action goes to \`POST /api/action\` with ACTION_NAME and
ACTION_INFO (JSON) and answers \`{"ACTION_NAME": "…", "ACTION_RETURN_CODE": "000000", "ACTION_INFO": …}\`; a refusal has another return
code, and code and facts.

A call that moves money takes \`Idempotency-Key\`, a UUID: the same key with the same request is done once and answered alike; with
another request it is refused. Without a key, the same request within 2 s of the first counts as one.

It also takes \`Placed-At\`, when your customer placed it, in milliseconds of this server's clock: what comes more than 5 s later is
refused and never carried out, so an order that hung in the network is not placed at another price. Cancelling and setting stops are
as good later and take none. See [Formats](/docs/formats), 7.2.

Ticks, receipts, signatures, sockets, probes and all times that count are on [Formats](/docs/formats).`;
