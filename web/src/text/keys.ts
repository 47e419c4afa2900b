// Every text there is, as a type: a key that English does not have is a TypeScript error.
import type alerts from './en/alerts.json';
import type assets from './en/assets.json';
import type chart from './en/chart.json';
import type contracts from './en/contracts.json';
import type corrections from './en/corrections.json';
import type demo from './en/demo.json';
import type home from './en/home.json';
import type login from './en/login.json';
import type market from './en/market.json';
import type options from './en/options.json';
import type orders from './en/orders.json';
import type personal from './en/personal.json';
import type quotation from './en/quotation.json';
import type receipts from './en/receipts.json';
import type refusals from './en/refusals.json';
import type register from './en/register.json';
import type shell from './en/shell.json';
import type sources from './en/sources.json';
import type ui from './en/ui.json';

interface Areas {
  alerts: typeof alerts;
  assets: typeof assets;
  chart: typeof chart;
  contracts: typeof contracts;
  corrections: typeof corrections;
  demo: typeof demo;
  home: typeof home;
  login: typeof login;
  market: typeof market;
  options: typeof options;
  orders: typeof orders;
  personal: typeof personal;
  quotation: typeof quotation;
  receipts: typeof receipts;
  refusals: typeof refusals;
  register: typeof register;
  shell: typeof shell;
  sources: typeof sources;
  ui: typeof ui;
}

export type TextKey = { [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}` }[keyof Areas];

/** The names of one area's texts: `NamesIn<'refusals'>`. */
export type NamesIn<Area extends keyof Areas> = keyof Areas[Area] & string;
