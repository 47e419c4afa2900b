import { defineConfig } from 'vite';

// While developing, the page comes from Vite and all else from the server.
const server = 'http://127.0.0.1:3000';
const paths = ['/api', '/market', '/docs', '/dev', '/status', '/notify'];

export default defineConfig({
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
  server: {
    host: '127.0.0.1',
    proxy: {
      ...Object.fromEntries(paths.map((path) => [path, { target: server, ws: path === '/notify' }])),
      '/ws': { target: server, ws: true },
    },
  },
});
