// What the console's first page loads: its scripts, styles and English words together.
// oxlint-disable-next-line import/no-default-export
export default [
  {
    name: 'first load of the console',
    path: ['dist/app-start.js', 'dist/start.js', 'dist/assets/*.js', 'dist/assets/*.css'],
    limit: '300 kB',
    gzip: true,
  },
];
