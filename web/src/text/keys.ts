// Every text there is, as a type: a key that English does not have is a TypeScript error.
import type alerts from './en/alerts.json';
import type chart from './en/chart.json';
import type corrections from './en/corrections.json';
import type market from './en/market.json';
import type pictures from './en/pictures.json';
import type receipts from './en/receipts.json';
import type refusals from './en/refusals.json';
import type shell from './en/shell.json';
import type sources from './en/sources.json';
import type ui from './en/ui.json';

/** The texts of the floors below the products; a product adds its own in its face. */
export interface Areas {
  alerts: typeof alerts;
  chart: typeof chart;
  corrections: typeof corrections;
  market: typeof market;
  pictures: typeof pictures;
  receipts: typeof receipts;
  refusals: typeof refusals;
  shell: typeof shell;
  sources: typeof sources;
  ui: typeof ui;
}

export type TextKey = { [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}` }[keyof Areas];

/** The names of one area's texts: `NamesIn<'refusals'>`. */
export type NamesIn<Area extends keyof Areas> = keyof Areas[Area] & string;
