// /docs: what every call takes, answers and refuses, as OpenAPI in a viewer; and the formats that anyone can recompute, with their vectors.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '../pages.ts';
import { openApiDocument } from './open-api.ts';
import type { DocsOptions } from './open-api.ts';
import { renderFormats } from './render-formats.ts';

const here = import.meta.dirname;
const documents = join(here, '../../../../docs');
const viewer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const json = 'application/json; charset=utf-8';
/** Large, and other only after an upgrade: who asks again soon is not sent it again. */
const forMinutes = 'public, max-age=600';
const plain = 'text/plain; charset=utf-8';

export function docsPages(options: DocsOptions): Map<string, Page> {
  return new Map([
    // The viewer writes its Markdown, which it has cleaned, as HTML.
    ['/docs', { ...file(html, join(here, 'viewer.html')), policy: 'viewer' }],
    ['/docs/openapi.json', { ...page(json, () => JSON.stringify(openApiDocument(options))), cacheControl: forMinutes }],
    ['/docs/swagger-ui-bundle.js', { ...file(script, join(viewer, 'swagger-ui-bundle.js')), cacheControl: forMinutes }],
    ['/docs/swagger-ui.css', file(css, join(viewer, 'swagger-ui.css'))],
    ['/docs/show-calls.js', file(script, join(here, 'show-calls.js'))],
    ['/docs/docs.css', file(css, join(here, 'docs.css'))],
    ['/docs/formats', page(html, () => renderFormats(readFileSync(join(documents, 'formats.md'), 'utf8')))],
    ['/docs/formats.md', file('text/markdown; charset=utf-8', join(documents, 'formats.md'))],
    ...filesOf('vectors', '.json', json),
    ...filesOf('verifier', '.py', plain),
  ]);
}

const filesOf = (folder: string, ending: string, contentType: string): [path: string, page: Page][] =>
  readdirSync(join(documents, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => [`/docs/${folder}/${name}`, file(contentType, join(documents, folder, name))]);

const file = (contentType: string, path: string): Page => page(contentType, () => readFileSync(path, 'utf8'));

/** Rendered once, when it is first asked for. */
function page(contentType: string, render: () => string): Page {
  let text: string | undefined;
  return { contentType, body: () => (text ??= render()) };
}
