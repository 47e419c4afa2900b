// Two modules a language out of its areas: checked against English, compiled at build time. One is loaded when the language is
// spoken; the other, of areas that no first visit needs, with the first screen that speaks of them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { findFaults } from './text-faults.ts';
import type { Texts } from './text-faults.ts';

export const textFolder = fileURLToPath(new URL('../src/text', import.meta.url));
const prefixes = { first: 'virtual:texts/', more: 'virtual:more-texts/' };
/** Their screens wait for these texts: see needMoreTexts. */
const moreAreas = ['assets', 'contracts', 'demo', 'personal', 'quotation', 'receipts', 'register'];

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
    resolveId: (id) => (Object.values(prefixes).some((prefix) => id.startsWith(prefix)) ? `\0${id}` : undefined),
    load(id) {
      const isMore = id.startsWith(`\0${prefixes.more}`);
      if (!isMore && !id.startsWith(`\0${prefixes.first}`)) return undefined;
      const language = id.slice(id.indexOf('/') + 1);
      for (const name of readdirSync(join(textFolder, language))) this.addWatchFile(join(textFolder, language, name));
      const texts = { ...readTexts('en'), ...readTexts(language) };
      const isIn = ([key]: [string, string]): boolean => moreAreas.includes(key.split('.', 1)[0]!) === isMore;
      const compiled = Object.entries(texts)
        .filter(isIn)
        .map(([key, text]) => [key, compileMessageOrThrow(text)]);
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))});`;
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(textFolder) || !file.endsWith('.json')) return;
      for (const language of languagesOfFolders()) {
        for (const prefix of Object.values(prefixes)) {
          const module = server.moduleGraph.getModuleById(`\0${prefix}${language}`);
          if (module) server.moduleGraph.invalidateModule(module);
        }
      }
      server.ws.send({ type: 'full-reload' });
    },
  };
}
