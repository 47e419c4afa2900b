// The client needs the names and paths of calls, not their schemas and not the English words about them: wire is built
// without Zod (26 kB), except for proof, which gets its own copy of wire with the schemas in it, loaded with the receipt.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const noSchemas = fileURLToPath(new URL('./no-schemas.ts', import.meta.url));
const isIn = (workspace: string, path: string): boolean => path.replaceAll('\\', '/').includes(`/${workspace}/src/`);

/** What calls and refusals say in English, for documentation and programs: screens have words of their own. */
const words = /\b(text:|summary:)\s*'(?:[^'\\]|\\.)*'(?:\s*\+\s*'(?:[^'\\]|\\.)*')*/g;

export function leanWire(): Plugin {
  return {
    name: 'candor-lean-wire',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined) return undefined;
      const [importerPath = '', query = ''] = importer.split('?');
      const isWire = isIn('wire', importerPath);
      const keepsSchemas = isIn('proof', importerPath) || (isWire && query.includes('schemas'));
      if (source === 'zod' && isWire) return keepsSchemas ? undefined : noSchemas;
      const leadsToWire = source === '@candor/wire' || (isWire && source.startsWith('.'));
      if (!keepsSchemas || !leadsToWire) return undefined;
      const found = await this.resolve(source, importerPath, { skipSelf: true });
      return found === null ? undefined : { ...found, id: `${found.id}?schemas` };
    },
    transform(code, id) {
      return isIn('wire', id) && !id.includes('?') ? code.replace(words, "$1 ''") : undefined;
    },
  };
}
