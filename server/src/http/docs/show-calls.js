// Shows the OpenAPI document in the viewer, in the theme of the system. Only what changes nothing can be tried out.
const dark = matchMedia('(prefers-color-scheme: dark)');
const setTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setTheme);
setTheme();

// The viewer cleans its Markdown before it writes it as HTML. Should anything be left that runs, it is not written at all; and as there is
// no way to make a script of a text here, none is.
const runs =
  /<\s*(?:script|iframe|object|embed|link|meta|base|style|form)\b|<[^>]*[\s"'/]on[a-z]+\s*=|<[^>]*(?:javascript|vbscript)\s*:/i;
globalThis.trustedTypes?.createPolicy('default', { createHTML: (html) => (runs.test(html) ? null : html) });

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
