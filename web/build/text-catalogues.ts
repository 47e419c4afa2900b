// One module a language and part out of its areas: checked against English, compiled at build time, loaded when it is spoken.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { partsOfAreas, textParts, type TextPart } from '../src/text/parts.ts';
import { findFaults } from './text-faults.ts';
import type { Texts } from './text-faults.ts';

export const textFolder = fileURLToPath(new URL('../src/text', import.meta.url));
const index = 'virtual:texts';
const prefix = `${index}/`;

export const languagesOfFolders = (): string[] =>
  readdirSync(textFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/** All texts of a language, `area.name` → ICU text. */
export function readTexts(language: string): Texts {
  const folder = join(textFolder, language);
  const texts: Texts = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const area = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts;
    for (const [name, text] of Object.entries(area)) texts[`${file.slice(0, -5)}.${name}`] = text;
  }
  return texts;
}

export const allFaults = (): string[] => {
  const english = readTexts('en');
  return languagesOfFolders().flatMap((language) => findFaults(language, readTexts(language), english));
};

export function textCatalogues(): Plugin {
  let isBuild = false;
  return {
    name: 'candor-text-catalogues',
    configResolved(config) {
      isBuild = config.command === 'build' && process.env['CANDOR_TEXTS'] !== 'draft';
    },
    buildStart() {
      const faults = allFaults();
      if (faults.length === 0) return;
      const report = `texts are not complete:\n  ${faults.slice(0, 40).join('\n  ')}`;
      if (isBuild) this.error(report);
      else this.warn(report);
    },
    resolveId: (id) => (id === index || id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${index}`) return indexOfParts();
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const [, language, part] = /([\w-]+)-(\w+)$/.exec(id) as unknown as [string, string, TextPart];
      for (const name of readdirSync(join(textFolder, language))) this.addWatchFile(join(textFolder, language, name));
      const texts = { ...readTexts('en'), ...readTexts(language) };
      const areas = partsOfAreas[part].map((area) => [area, compileArea(area, texts)]);
      return `export const areas = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(areas)))});`;
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(textFolder) || !file.endsWith('.json')) return;
      for (const name of namesOfParts()) {
        const module = server.moduleGraph.getModuleById(`\0${prefix}${name}`);
        if (module) server.moduleGraph.invalidateModule(module);
      }
      server.ws.send({ type: 'full-reload' });
    },
  };
}

/** Names without their area, which a file then says only once. */
function compileArea(area: string, texts: Texts): object {
  const own = Object.entries(texts).filter(([key]) => key.startsWith(`${area}.`));
  return Object.fromEntries(own.map(([key, text]) => [key.slice(area.length + 1), compileMessageOrThrow(text)]));
}

const namesOfParts = (): string[] =>
  languagesOfFolders().flatMap((language) => textParts.map((part) => `${language}-${part}`));

/** The code that loads a language's part. */
function indexOfParts(): string {
  const loaders = languagesOfFolders().map((language) => {
    const parts = textParts.map((part) => `${part}: () => import('${prefix}${language}-${part}')`);
    return `'${language}': { ${parts.join(', ')} }`;
  });
  return `export const catalogues = { ${loaders.join(', ')} };`;
}
