// Shows the OpenAPI document in the viewer, in the theme of the system. Only what changes nothing can be tried out.
const dark = matchMedia('(prefers-color-scheme: dark)');
const setTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setTheme);
setTheme();

globalThis.SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#calls',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelExpandDepth: 4,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  supportedSubmitMethods: ['get'],
  syntaxHighlight: false,
  validatorUrl: null,
});
