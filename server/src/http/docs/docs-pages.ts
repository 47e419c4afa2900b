// /docs: what every call takes, answers and refuses, for people and as OpenAPI, made from the table of calls.
import { readFileSync } from 'node:fs';
import type { Action, Endpoint } from '@candor/wire';
import type { Page } from '../pages.ts';
import { openApiDocument } from './open-api.ts';
import { renderDocs } from './render-docs.ts';

export interface DocsOptions {
  calls: readonly (Action | Endpoint)[];
  version: string;
}

export function docsPages(options: DocsOptions): Map<string, Page> {
  return new Map([
    ['/docs', page('text/html; charset=utf-8', () => renderDocs(options))],
    [
      '/docs/openapi.json',
      page('application/json; charset=utf-8', () => JSON.stringify(openApiDocument(options), null, 2)),
    ],
    [
      '/docs/docs.css',
      page('text/css; charset=utf-8', () => readFileSync(new URL('docs.css', import.meta.url), 'utf8')),
    ],
  ]);
}

/** Rendered once, when it is first asked for. */
function page(contentType: string, render: () => string): Page {
  let text: string | undefined;
  return { contentType, body: () => (text ??= render()) };
}
