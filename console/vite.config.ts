import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from '../web/build/compress.ts';
import { leanIcons } from '../web/build/lean-icons.ts';
import { leanWire } from '../web/build/lean-wire.ts';
import { oldBrowserCheck, supportedBrowsers } from '../web/build/old-browsers.ts';
import { textCatalogues } from './build/text-catalogues.ts';

// While developing, the page comes from Vite and the calls from a server's console.
const server = process.env['CANDOR_CONSOLE'] ?? 'http://127.0.0.1:3001';
const proxy = { '/api': { target: server, changeOrigin: true, headers: { origin: server } } };
const root = fileURLToPath(new URL('..', import.meta.url));
const modules = realpathSync(fileURLToPath(new URL('../node_modules', import.meta.url)));

export default defineConfig({
  plugins: [leanWire(['who']), leanIcons(), textCatalogues(), react(), tailwindcss(), oldBrowserCheck(), compress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: supportedBrowsers,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id: string) => !/\/(?:wire|proof)\/src\/|\/node_modules\/zod\//.test(id) },
    },
  },
  server: { host: '127.0.0.1', proxy, fs: { allow: [root, dirname(modules)] } },
  preview: { host: '127.0.0.1', proxy },
});
