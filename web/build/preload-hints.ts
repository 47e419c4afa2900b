// Tells the page's first script which files a language and a path need, so that they are fetched at once and not after the
// code that would ask for them.
import type { Plugin, Rolldown } from 'vite';
import { places } from '../src/shell/routes.ts';

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

function hintsOf(bundle: Bundle): { texts: Record<string, string>; screens: Record<string, string[]> } {
  const texts: Record<string, string> = {};
  const screens: Record<string, string[]> = {};
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const common = withImports(bundle, chunks.find((chunk) => chunk.isEntry)?.fileName);
  for (const { fileName, facadeModuleId } of chunks) {
    const language = /virtual:texts\/([\w-]+)/.exec(facadeModuleId ?? '')?.[1];
    if (language !== undefined) texts[language] = `/${fileName}`;
    const place = places.find(({ screen }) => facadeModuleId?.endsWith(`/src/${screen}-screen.tsx`));
    if (!place || place.path.includes(':')) continue;
    screens[place.path] = withImports(bundle, fileName).filter((name) => !common.includes(name)).map((name) => `/${name}`); // prettier-ignore
  }
  return { texts, screens };
}

function withImports(bundle: Bundle, fileName: string | undefined, found: string[] = []): string[] {
  const chunk = fileName === undefined ? undefined : bundle[fileName];
  if (chunk?.type !== 'chunk' || found.includes(chunk.fileName)) return found;
  found.push(chunk.fileName);
  for (const name of chunk.imports) withImports(bundle, name, found);
  return found;
}
