// Tells the page which files it needs at once, and which a language and a path need, so that they are fetched together and not
// after the code that would ask for them.
import type { Plugin, Rolldown } from 'vite';
import { textsOf } from '../src/shell/faces.ts';
import { routes } from '../src/shell/routes.ts';

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

/** Around every import that comes later the bundler puts what would fetch styles for it. There is one sheet, and the page names it. */
const bundlersOwn = '\0vite/preload-helper.js';

export const preloadHints = (): Plugin => ({
  name: 'candor-preload-hints',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === bundlersOwn ? 'export const __vitePreload = (load) => load();' : undefined),
  generateBundle(_, bundle) {
    const sheets = Object.keys(bundle).filter((name) => name.endsWith('.css'));
    if (sheets.length !== 1) this.error(`The page has one style sheet, not ${sheets.join(', ')}.`);
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const common = commonOf(bundle as Bundle);
      const content = JSON.stringify(hintsOf(bundle as Bundle, common));
      const first = common.slice(1).map((name) => ({ rel: 'modulepreload', crossorigin: true, href: `/${name}` }));
      return {
        html,
        tags: [
          { tag: 'meta', attrs: { name: 'candor-files', content }, injectTo: 'head-prepend' },
          ...first.map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const })),
        ],
      };
    },
  },
});

interface Hints {
  /** By language and part. */
  texts: Record<string, Record<string, string>>;
  /** By the path of its route. */
  screens: Record<string, string[]>;
  /** Which parts of the texts a path needs besides the first. */
  parts: Record<string, readonly string[]>;
}

/** What every page begins with, its own script first. */
function commonOf(bundle: Bundle): string[] {
  const page = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === 'index');
  return withImports(bundle, page?.fileName);
}

function hintsOf(bundle: Bundle, common: readonly string[]): Hints {
  const texts: Hints['texts'] = {};
  const parts: Hints['parts'] = {};
  const screens: Record<string, string[]> = {};
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  for (const { fileName, facadeModuleId } of chunks) {
    const [, language, part] = /virtual:texts\/([\w-]+)-(\w+)/.exec(facadeModuleId ?? '') ?? [];
    if (language !== undefined) (texts[language] ??= {})[part!] = `/${fileName}`;
    const place = routes.find(({ screen }) => facadeModuleId?.endsWith(`/src/${screen}-screen.tsx`));
    if (!place) continue;
    parts[place.path] = textsOf(place.screen);
    screens[place.path] = withImports(bundle, fileName).filter((name) => !common.includes(name)).map((name) => `/${name}`); // oxfmt-ignore
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
