import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Article } from './article.tsx';

const markupOf = (source: string): string => renderToStaticMarkup(<Article source={source} />);
const linksOf = (markup: string): string[] => [...markup.matchAll(/href="([^"]*)"/g)].map(([, address]) => address!);
const tagsOf = (markup: string): Set<string> => new Set([...markup.matchAll(/<(\w+)/g)].map(([, tag]) => tag!));

test('headings, lists, quotations and emphasis are elements', () => {
  const tags = tagsOf(markupOf('## One\n\n### Two\n\n- a\n- **b**\n\n3. c\n\n> *d* `e` ~~f~~\n\n---'));
  expect([...tags].toSorted()).toEqual(['blockquote', 'code', 'del', 'div', 'em', 'h3', 'h4', 'hr', 'li', 'ol', 'p', 'strong', 'ul']); // oxfmt-ignore
});

test.each([
  '<script>alert(1)</script>',
  'before <img src=x onerror=alert(1)> after',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '- <style>*{display:none}</style>',
  '> <a href="javascript:alert(1)">here</a>',
  '![picture](https://elsewhere.example/track.png)',
  '| a | b |\n|---|---|\n| <b>x</b> | y |',
  '```\n<b>code</b>\n```',
])('%s makes no element of its own', (source) => {
  expect([...tagsOf(markupOf(source))].filter((tag) => !['div', 'p', 'ul', 'li', 'blockquote', 'a'].includes(tag))).toEqual([]); // oxfmt-ignore
  expect(linksOf(markupOf(source))).toEqual([]);
});

test('what was written as markup is read as it was written', () => {
  expect(markupOf('<script>alert(1)</script>')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(markupOf('a <b>c</b>')).toContain('a &lt;b&gt;c&lt;/b&gt;');
});

test('links lead to pages of the app and to the web, and nowhere else', () => {
  expect(linksOf(markupOf('[a](#/help) [b](https://example.com/x) <https://example.org>'))).toEqual([
    '#/help',
    'https://example.com/x',
    'https://example.org',
  ]);
  for (const address of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//elsewhere.example',
    '/docs',
    'blob:x',
    'file:///etc/passwd',
  ]) {
    // oxfmt-ignore
    const markup = markupOf(`[text](<${address}>)`);
    expect(linksOf(markup), address).toEqual([]);
    expect(markup).toContain('text');
  }
  expect(markupOf('[b](https://example.com)')).toContain('rel="noopener noreferrer"');
});

test('a text of 100,000 letters of any kind is made into elements within a second', () => {
  for (const part of ['[', '*a ', '> ', '- ', '1. ', '- a\n', '<b', '`', '![](']) {
    const startedAt = performance.now();
    expect(markupOf(part.repeat(Math.floor(100_000 / part.length)))).toContain('</p>');
    expect(performance.now() - startedAt, part).toBeLessThan(1_000);
  }
});
