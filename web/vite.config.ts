import { globSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { coinFiles } from './build/coin-files.ts';
import { compress } from './build/compress.ts';
import { groupOfFirst } from './build/first-imports.ts';
import { leanChart } from './build/lean-chart.ts';
import { leanIcons } from './build/lean-icons.ts';
import { leanWire } from './build/lean-wire.ts';
import { supportedBrowsers } from './build/old-browsers.ts';
import { preloadHints } from './build/preload-hints.ts';
import { serviceWorker, serviceWorkerName } from './build/service-worker.ts';
import { textCatalogues } from './build/text-catalogues.ts';
import { belowIndicators, drawingKinds, overIndicators } from './src/chart/chart-kinds.ts';

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

// Wire's tables, proof and the schemas of both are read for what is used of them.
const treeshake = { moduleSideEffects: (id: string) => !/\/(?:wire|proof)\/src\/|\/node_modules\/zod\//.test(id) };

// What the app checks receipts with.
const schemas = /\/node_modules\/zod\/|\/wire\/src\/(?:[\w-]+-receipt|receipt-parts|instant)\.ts$/;

// Wire names them beside much that every page needs; the registration alone shows them.
const countries = /\/wire\/src\/area-codes\.ts$/;

// Two files that every page needs: one that changes with the libraries, one with what the first script imports. What pages with
// figures need is a third, what only forms need a fourth, what only pages with a chart need a fifth: a slow line asks for a dozen
// small files twice as long as for one. The rest follows the imports.
const libraries = /node_modules\/(?:react|react-dom|scheduler|zustand|use-sync-external-store|clsx|@tanstack|@lingui)\/(?!.*queries)/i; // oxfmt-ignore
const kit = groupOfFirst('kit', {
  first: fileURLToPath(new URL('src/main.tsx', import.meta.url)),
  besides:
    /\/web\/src\/(?:text\/(?:refusal-text|translated)|data\/(?:refetch|say-refusal)|ui\/card)\.tsx?|lucide-react\/dist\/esm\/icons\/(?:search|check|chevron-(?:down|right)|eye|eye-off)\./,
});
const figures = /\/web\/src\/(?:live\/market-cells\.tsx|data\/(?:loaded|use-(?:balances|market-summary))\.ts|text\/money-text\.ts|ui\/(?:badge|card|coin-icon|hide-balances|list|money|price|row-icon|type-amount)\.tsx?)|\/wire\/src\/equity\.ts/; // oxfmt-ignore
// Of what one has open or has gained; and what leads on from Home and the pages of one's own. Each is for some pages with figures.
const gains = /\/web\/src\/(?:live\/(?:day-gain|available-line)\.tsx|ui\/(?:gain|side)\.tsx)/;
const tiles = /\/web\/src\/(?:session\/(?:join-buttons|log-out-dialog)\.tsx|ui\/(?:menu-tile|sparkline)\.tsx)/;
// What handles events, and the own orders that those who are logged in have on every page: without the forms and the chart,
// which would else come with them.
const events = /\/web\/src\/(?:\w+\/(?:events|\w+-list|own-\w+|(?:running|position)-rules)\.ts$|\w+\/running-count\.tsx$|shell\/event-rules|data\/(?:event-rule|refetch-newest|list-pages|use-list)|live\/(?:event-handlers|endings|remember-orders|use-overdue))/; // oxfmt-ignore
const forms = /\/web\/src\/(?:ui\/(?:field|form|back-closes)\.tsx?|data\/(?:use-send|ask-factor|use-draft|draft-rules|intent-key)\.)/; // oxfmt-ignore
const inputs = /\/web\/src\/(?:ui\/(?:amount-field|choices)|market\/chosen-amount)\.tsx/;
const trading = /\/web\/src\/(?:chart\/(?:candle-choices|chart-panel|chart-preferences|price-chart|use-\w[\w-]*)\.tsx?|market\/(?:market-head|pair-picker)\.tsx|chart\/corrections\.ts|live\/use-(?:available|open-market)\.ts|data\/use-conduct\.ts|ui\/title-button\.tsx)/; // oxfmt-ignore

/** Chromium as the journeys use it; who runs the tests names it. A small phone's page. */
const testBrowser = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  viewport: { width: 320, height: 640 },
  provider: playwright({
    launchOptions: {
      ...(process.env['CANDOR_CHROMIUM'] ? { executablePath: process.env['CANDOR_CHROMIUM'] } : {}),
      args: ['--no-sandbox', '--disable-gpu'],
    },
  }),
  instances: [{ browser: 'chromium' as const }],
};
/** Made ready before the first test: one that is found later would begin all of them anew. */
const testedLibraries = [
  'react',
  'react/jsx-dev-runtime',
  'react-dom/client',
  '@tanstack/react-query',
  'zustand',
  'zustand/middleware',
  'clsx',
  '@lingui/core',
  'lucide-react',
  'klinecharts',
  'uqr',
  '@simplewebauthn/browser',
  '@base-ui/react/alert-dialog',
  '@base-ui/react/dialog',
  '@base-ui/react/otp-field',
];

/** Tests without a page. Those that replace modules, or load them anew, have theirs to themselves; the others share what is loaded. */
const rules = ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'];
const apart = globSync(process.env['VITEST'] ? rules : [], { cwd: import.meta.dirname }).filter((path) =>
  /\bvi\.(?:mock|doMock|resetModules|stubGlobal)\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
);
const inNode = { environment: 'node' as const, setupFiles: ['test/support/seed.ts'] };

export default defineConfig({
  plugins: [
    leanWire(),
    leanIcons(),
    leanChart([...overIndicators, ...belowIndicators, ...drawingKinds]),
    textCatalogues(),
    react(),
    tailwindcss(),
    preloadHints(),
    serviceWorker(),
    coinFiles(),
    compress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: supportedBrowsers,
    // The page lists what each screen needs: build/preload-hints.ts.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake,
      input: { index: 'index.html', [serviceWorkerName]: 'src/offline/service-worker.ts' },
      output: {
        // Its name and place say what it is in charge of.
        entryFileNames: ({ name }) => (name === serviceWorkerName ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'schemas', test: schemas, priority: 8, includeDependenciesRecursively: false },
            { name: 'countries', test: countries, priority: 7, includeDependenciesRecursively: false },
            { name: 'libraries', test: libraries, priority: 6 },
            { name: kit, priority: 5 },
            { name: 'forms', test: forms, priority: 4 },
            { name: 'figures', test: figures, priority: 3 },
            { name: 'gains', test: gains, priority: 3 },
            { name: 'tiles', test: tiles, priority: 3 },
            { name: 'events', test: events, priority: 2 },
            { name: 'inputs', test: inputs, priority: 1 },
            { name: 'trading', test: trading, priority: 0 },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [leanWire()], rolldownOptions: { treeshake } },
  // Tests have no server.
  server: { host: '127.0.0.1', ...(process.env['VITEST'] ? {} : { proxy }), fs: { allow: [root, dirname(modules)] } },
  preview: { host: '127.0.0.1', proxy },
  test: {
    projects: [
      { extends: true, test: { ...inNode, name: 'rules', include: rules, exclude: apart, isolate: false } },
      { extends: true, test: { ...inNode, name: 'rules apart', include: apart } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/**/*.test.tsx'],
          // They only end what will never come.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          browser: testBrowser,
          env: { CANDOR_RUN: process.env['CANDOR_RUN'] ?? '' },
        },
        // Wire and proof are two hundred files, which each test file would ask for anew; made ready in each run, as they change.
        optimizeDeps: {
          include: [...testedLibraries, '@candor/wire', '@candor/proof', '@candor/proof/draw'],
          force: true,
          rolldownOptions: { plugins: [leanWire()] },
        },
      },
    ],
  },
});
