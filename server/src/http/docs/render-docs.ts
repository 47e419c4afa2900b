// The readable page of all calls. No script and no inline style: the headers of pages forbid both.
import { actionReturnCode, callName, isEndpoint, refusalCodes, refusals } from '@candor/wire';
import type { Action, Endpoint } from '@candor/wire';
import { httpStatusOf, payloadSchema, refusalsOf, replySchema } from './call-schemas.ts';
import type { JsonSchema } from './call-schemas.ts';
import { describeSchema } from './describe-schema.ts';
import type { DocsOptions } from './docs-pages.ts';
import { isCommonRefusal } from './open-api.ts';

type Call = Action | Endpoint;

export function renderDocs({ calls, version }: DocsOptions): string {
  const endpoints = calls.filter(isEndpoint);
  const actions = calls.filter((call) => !isEndpoint(call));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calls · Candor</title>
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<header><h1>Candor: calls</h1><p>Version ${escape(version)}. The same as <a href="/docs/openapi.json">OpenAPI 3.1</a>.</p></header>
<nav aria-label="Calls">${index('Endpoints', endpoints)}${index('Actions', actions)}<p><a href="#refusals">Refusals</a></p></nav>
<main>
${introduction}
<section><h2>Endpoints</h2>${endpoints.map(article).join('')}</section>
<section><h2>Actions</h2>${actions.map(article).join('')}</section>
${catalogue(calls)}
</main>
</body>
</html>
`;
}

const introduction = `<section><h2>How to call</h2>
<p>Amounts are plain decimal text, ids are text, times are ISO 8601 in UTC with milliseconds. Bodies are forms or JSON, in UTF-8,
up to 16 KiB; a field that a call does not know is refused.</p>
<p>An endpoint answers <code>{"status": 1, "data": …}</code>. A refusal is <code>{"status": n, "code": "…", "facts": {…}}</code>: n is the
number that the call gives it, with HTTP 200, else 0 with the HTTP status of the catalogue.</p>
<p>An action goes to <code>POST /api/action</code> with ACTION_NAME and ACTION_INFO (JSON) and answers
<code>{"ACTION_NAME": "…", "ACTION_RETURN_CODE": "000000", "ACTION_INFO": …}</code>; a refusal has another return code, and code and facts.</p>
<p>A call that moves money takes <code>Idempotency-Key</code>, a UUID: the same key with the same request is done once and answered
alike; with another request it is refused. Without a key, the same request within 2 seconds counts as one.</p></section>`;

const index = (title: string, calls: readonly Call[]): string =>
  `<h2>${title}</h2><ul>${calls.map((call) => `<li><a href="#${anchor(call)}">${escape(callName(call))}</a></li>`).join('')}</ul>`;

const anchor = (call: Call): string =>
  callName(call)
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .toLowerCase();

function article(call: Call): string {
  const marks = [
    call.who === 'self' ? 'needs a session' : 'anyone',
    ...(call.isDemoOnly ? ['demo mode only'] : []),
    ...(isEndpoint(call) && call.movesMoney ? ['moves money'] : []),
  ];
  return `<article id="${anchor(call)}"><h3>${escape(callName(call))}</h3>
<p>${escape(call.summary)}</p><p class="marks">${marks.map((mark) => `<span>${mark}</span>`).join(' ')}</p>
${fields('Fields', payloadSchema(call), call.selfIds)}${reply(call)}${refusalList(call)}</article>
`;
}

function fields(title: string, schema: JsonSchema, selfIds: readonly string[] = []): string {
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0) return `<h4>${title}</h4><p>None.</p>`;
  const rows = entries.map(([name, field]) => {
    const isRequired = (schema.required ?? []).includes(name);
    const own = selfIds.includes(name) ? ' The id of your own account.' : '';
    return `<tr><th scope="row"><code>${escape(name)}</code></th><td>${isRequired ? 'yes' : 'no'}</td><td>${escape(describeSchema(field))}.${own}</td></tr>`;
  });
  return table(title, ['Name', title === 'Fields' ? 'Needed' : 'Always', 'Form'], rows);
}

function reply(call: Call): string {
  const schema = replySchema(call);
  const where = isEndpoint(call) ? (call.form === 'bare' ? 'the reply itself' : 'data') : 'ACTION_INFO';
  const title = `Reply, ${where}`;
  const list = schema.properties?.['RESULT_LIST']?.items;
  if (typeof list === 'object' && list.properties)
    return fields(`${title}: TOTAL, and RESULT_LIST with items of`, list);
  if (typeof schema.items === 'object' && schema.items.properties) return fields(`${title}: a list of`, schema.items);
  return schema.properties ? fields(title, schema) : `<h4>${title}</h4><p>${escape(describeSchema(schema))}</p>`;
}

function refusalList(call: Call): string {
  const rows = refusalsOf(call).map((code) => {
    const number = call.statusOf?.[code];
    const status = number === undefined ? '' : isEndpoint(call) ? `status ${number}, ` : `ACTION_INFO ${number}, `;
    return `<li><a href="#refusal-${code}"><code>${code}</code></a> <small>${status}HTTP ${httpStatusOf(call, code)}</small></li>`;
  });
  return `<h4>Refusals</h4><ul class="codes">${rows.join('')}</ul>`;
}

function catalogue(calls: readonly Call[]): string {
  const rows = refusalCodes.map((code) => {
    const users = calls.filter((call) => call.refusals.includes(code)).map(callName);
    const met = isCommonRefusal(code) ? ['any call', ...users.filter(() => code === 'not-found')] : users;
    return `<tr id="refusal-${code}"><th scope="row"><code>${code}</code></th><td>${refusals[code].http}</td><td>${actionReturnCode(code)}</td><td>${escape(refusals[code].text)}</td><td>${escape(met.join(', '))}</td></tr>`;
  });
  return `<section id="refusals"><h2>Refusals</h2>${table('Everything that a caller can be told no for', ['Code', 'HTTP', 'Return code', 'What happened', 'Met in'], rows)}</section>`;
}

const table = (caption: string, heads: readonly string[], rows: readonly string[]): string =>
  `<div class="table" tabindex="0" role="region" aria-label="${escape(caption)}"><table><caption>${escape(caption)}</caption><thead><tr>${heads
    .map((head) => `<th scope="col">${head}</th>`)
    .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
