// docs/formats.md as a page: no script and no inline style, which the headers of pages forbid.
import { Marked } from 'marked';
import type { Tokens } from 'marked';

export function renderFormats(markdown: string): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // What is wider than the screen is scrolled by itself, also with the keyboard.
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`;
      },
    },
    hooks: {
      postprocess: (html) =>
        html.replaceAll('<table>', '<div class="table" tabindex="0"><table>').replaceAll('</table>', '</table></div>'),
    },
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Formats · Candor</title>
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<nav aria-label="Documentation"><a href="/docs">Calls</a> <a href="/docs/formats" aria-current="page">Formats</a> <a href="/docs/formats.md">as Markdown</a></nav>
<main class="text">
${marked.parse(markdown, { async: false })}</main>
</body>
</html>
`;
}

/** `5.4 The exit after a gap` → `5.4`; a heading without a number by its words. */
function anchorOf(text: string): string {
  const number = /^\d+(?:\.\d+)*/.exec(text)?.[0];
  return number ?? text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, ''); // oxfmt-ignore
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character]!);
