import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('cells are parted by commas, and quoted where they hold one, a quote or a line', () => {
  assert.equal(csvLine(['a', '', 'b,c', 'say "so"', 'two\nlines']), 'a,,"b,c","say ""so""","two\nlines"\r\n');
});

test('no cell is a formula, and numbers stay numbers', () => {
  const formulas = ['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1', '-', '=HYPERLINK("http://x","y")'];
  for (const formula of formulas) assert.match(csvLine([formula]), /^"?'/, formula);
  assert.equal(csvLine(['-10', '-0.5', '8.5']), '-10,-0.5,8.5\r\n');
});
