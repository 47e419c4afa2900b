// Tells the page's first script which files a language and a path need, so that they are fetched at once and not after the
// code that would ask for them.
import type { Plugin, Rolldown } from 'vite';
import { places } from '../src/shell/routes.ts';
import { partsOfScreen } from '../src/text/parts.ts';

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

export const preloadHints = (): Plugin => ({
  name: 'candor-preload-hints',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const content = JSON.stringify(hintsOf(bundle as Bundle));
      return { html, tags: [{ tag: 'meta', attrs: { name: 'candor-files', content }, injectTo: 'head-prepend' }] };
    },
  },
});

interface Hints {
  /** By language and part. */
  texts: Record<string, Record<string, string>>;
  screens: Record<string, string[]>;
  /** Which parts of the texts a path needs besides the first. */
  parts: Record<string, readonly string[]>;
}

function hintsOf(bundle: Bundle): Hints {
  const texts: Hints['texts'] = {};
  const parts: Hints['parts'] = {};
  const screens: Record<string, string[]> = {};
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const common = withImports(bundle, chunks.find((chunk) => chunk.isEntry)?.fileName);
  for (const { fileName, facadeModuleId } of chunks) {
    const [, language, part] = /virtual:texts\/([\w-]+)-(\w+)/.exec(facadeModuleId ?? '') ?? [];
    if (language !== undefined) (texts[language] ??= {})[part!] = `/${fileName}`;
    const place = places.find(({ screen }) => facadeModuleId?.endsWith(`/src/${screen}-screen.tsx`));
    if (!place || place.path.includes(':')) continue;
    parts[place.path] = partsOfScreen(place.screen);
    screens[place.path] = withImports(bundle, fileName).filter((name) => !common.includes(name)).map((name) => `/${name}`); // prettier-ignore
  }
  return { texts, screens, parts };
}

function withImports(bundle: Bundle, fileName: string | undefined, found: string[] = []): string[] {
  const chunk = fileName === undefined ? undefined : bundle[fileName];
  if (chunk?.type !== 'chunk' || found.includes(chunk.fileName)) return found;
  found.push(chunk.fileName);
  for (const name of chunk.imports) withImports(bundle, name, found);
  return found;
}
