// Figures side by side, where a browser knows no subgrids too.
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Stats } from '../src/ui/stats.tsx';
import '../src/ui/tokens.css';
import { hideParts, showParts } from './support/kit.tsx';

afterEach(hideParts);

/** As a browser reads the sheets that doesn't know the word. */
function forgetSubgrids({ cssRules }: CSSStyleSheet | CSSGroupingRule): void {
  for (const rule of cssRules) {
    if (rule instanceof CSSSupportsRule && rule.conditionText.includes('subgrid')) emptied(rule);
    else if (rule instanceof CSSGroupingRule) forgetSubgrids(rule);
    if (rule instanceof CSSStyleRule && rule.style.gridTemplateRows.includes('subgrid'))
      rule.style.gridTemplateRows = '';
    if (rule instanceof CSSStyleRule) forgetSubgrids(rule as unknown as CSSGroupingRule);
  }
}

function emptied(rule: CSSGroupingRule): void {
  while (rule.cssRules.length > 0) rule.deleteRule(0);
}

/** What the sheets say of the rows of a stat. */
const rowsOf = (): string => getComputedStyle(document.querySelector('dl > div')!).gridTemplateRows;

test.each(['with', 'without'])('%s subgrids they stand in line under names of one line and of three', async (how) => {
  if (how === 'without') [...document.styleSheets].forEach(forgetSubgrids);
  showParts(
    <Stats
      stats={[
        { label: 'Price', value: '1' },
        { label: 'What it would have been without any of the fees', value: '2' },
      ]}
    />,
  );
  await expect.element(page.getByText('2', { exact: true })).toBeVisible();
  expect(rowsOf().includes('subgrid')).toBe(how === 'with');
  const [one, two] = [...document.querySelectorAll('dd')].map((each) => each.getBoundingClientRect().top);
  expect(one).toBe(two);
  const labels = [...document.querySelectorAll('dt')].map((each) => each.getBoundingClientRect().top);
  expect(labels[0]).toBe(labels[1]);
});
