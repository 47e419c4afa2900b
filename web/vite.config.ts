import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { coinBadges } from './build/coin-badges.ts';
import { compress } from './build/compress.ts';
import { leanWire } from './build/lean-wire.ts';
import { preloadHints } from './build/preload-hints.ts';
import { serviceWorker, serviceWorkerName } from './build/service-worker.ts';
import { textCatalogues } from './build/text-catalogues.ts';

// While developing, the page comes from Vite and all else from the server, which accepts requests of its own pages only.
const server = process.env['CANDOR_SERVER'] ?? 'http://127.0.0.1:3000';
const paths = ['/api', '/market', '/v1', '/docs', '/dev/', '/status', '/notify', '/ws'];
const proxyTo = (path: string) => ({
  target: server,
  changeOrigin: true,
  headers: { origin: server },
  ws: path === '/ws' || path === '/notify',
  rewriteWsOrigin: true,
});
const proxy = Object.fromEntries(paths.map((path) => [path, proxyTo(path)]));
const root = fileURLToPath(new URL('..', import.meta.url));
const modules = realpathSync(fileURLToPath(new URL('../node_modules', import.meta.url)));

const treeshake = {
  // Wire's tables and proof are read for what is used of them.
  moduleSideEffects: (id: string) => !/\/(?:wire|proof)\/src\/|no-schemas/.test(id),
  manualPureFunctions: ['z', 'defineEndpoint', 'defineAction', 'text', 'wholeNumber', 'listOf', 'accountId'],
};

// Wire names them beside much that every page needs; the registration alone shows them.
const countries = /\/wire\/src\/area-codes\.ts$/;

// Two files that every page needs: one that changes with the libraries, one with the kit. What only forms and pickers
// need is a third, what only pages with a chart need a fourth: a slow line asks for a dozen small files twice as long as for
// one. The rest follows the imports.
const libraries = /node_modules\/(?:react|react-dom|scheduler|react-router|zustand|use-sync-external-store|clsx|@tanstack|@lingui)\/(?!.*queries)/i; // prettier-ignore
const kit = /\/web\/src\/(?:session\/(?!use-send|intent-key|no-eval|corrections|alert|push-device|use-conduct|use-pages|use-available|use-open-market|live\/(?:hear-pushes|push-rules))|text\/|ui\/(?:badge|banner|button|card|change|coin-badge|coin-icon|dialog|header|hide-balances|icon-button|list|menu-tile|money|next-turn|page|price|rail|row-icon|side|sheet|sparkline|spinner|states|surroundings|tab-bar|text-link|toast|toaster|words)\.tsx?)|lucide-react\/dist\/esm\/icons\/(?:search|chevron-down|info|rotate-cw|rotate-ccw|arrow-up|arrow-down|equal|log-out|smartphone)\./; // prettier-ignore
const forms = /\/web\/src\/(?:ui\/(?:amount-field|choices|copy-button|countdown|field|form|password-\w+|picker|switch|tabs|type-amount)\.tsx?|session\/(?:use-send|intent-key))/; // prettier-ignore
const trading = /\/web\/src\/(?:chart\/(?:candle-choices|chart-panel|chart-settings|chart-wishes|price-chart|use-\w[\w-]*)\.tsx?|market\/(?:market-head|pair-picker)\.tsx|session\/(?:corrections|use-available|use-conduct)\.ts)/; // prettier-ignore

export default defineConfig({
  plugins: [
    leanWire(),
    textCatalogues(),
    react(),
    tailwindcss(),
    preloadHints(),
    serviceWorker(),
    coinBadges(),
    compress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake,
      input: { index: 'index.html', [serviceWorkerName]: 'src/offline/service-worker.ts' },
      output: {
        // Its name and place say what it is in charge of.
        entryFileNames: ({ name }) => (name === serviceWorkerName ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'countries', test: countries, priority: 4 },
            { name: 'libraries', test: libraries, priority: 3 },
            { name: 'kit', test: kit, priority: 2 },
            { name: 'forms', test: forms, priority: 1 },
            { name: 'trading', test: trading, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [leanWire()], rolldownOptions: { treeshake } },
  server: { host: '127.0.0.1', proxy, fs: { allow: [root, dirname(modules)] } },
  preview: { host: '127.0.0.1', proxy },
  test: { include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'], environment: 'node' },
});
