// The pages of the console as the calls that each makes when it is opened, for operators who go through them one after another.
import {
  createConsoleClient,
  getAct,
  getCoinDesk,
  getConductDesk,
  getCustomer,
  getCustomerMore,
  getExposure,
  getHealth,
  getHouseHistory,
  getHouseToday,
  getIdentityCase,
  getMarketDesk,
  getMinutes,
  getRatesDesk,
  getOperatorAccess,
  listDeclaredAccounts,
  getOperatorMe,
  listActKinds,
  listActs,
  listCheckpoints,
  listCorrections,
  listCustomers,
  listHouseAccounts,
  listIdentityCases,
  listJournal,
  listLooks,
  listOpenOrders,
  listOperators,
  listOperatorSessions,
  listQueues,
  listSetAside,
  operatorRoles,
  readAuditLog,
  tryRole,
  wireId,
  type ConsoleClient,
  type OperatorRole,
} from '@candor/wire';
import { need } from '../customer.ts';
import { drawFrom } from '../order-mix.ts';
import { deskPages } from './desk-pages.ts';
import { ask, type Known, type Open, type Page } from './page.ts';

export interface Operator {
  role: OperatorRole;
  client: ConsoleClient;
}

const all = ['support', 'treasurer', 'risk', 'auditor', 'administrator'] as const;
const money = ['treasurer', 'risk', 'auditor', 'administrator'] as const;
/** Who sees customers without a search. */
const listers = ['risk', 'auditor', 'administrator'] as const;
/** Who sees those that the bench makes. */
const ofProposals = ['risk', 'auditor', 'administrator'] as const;
const accountOf = ({ accountId }: Known): string => wireId('account', accountId);
/** So deep is nobody led by links, but an address can say it. */
const deepPage = 200;

const list =
  (payload: object): Open =>
  (client) =>
    ask(client, listCustomers, { pagesize: 50, ...payload });
const found =
  (nameOf: (known: Known) => string): Open =>
  (client, known) =>
    list({ find: nameOf(known) })(client, known);
const journal =
  (payload: (known: Known) => object): Open =>
  (client, known) =>
    ask(client, listJournal, { pagesize: 50, ...payload(known) });

export const pages: Readonly<Record<string, Page>> = {
  overview: {
    roles: operatorRoles,
    open: (client) =>
      Promise.all([
        ask(client, listQueues, {}),
        ask(client, getMarketDesk, {}),
        ask(client, listHouseAccounts, {}),
        ask(client, getHealth, {}),
        ask(client, getHouseHistory, {}),
        ask(client, getHouseToday, {}),
      ]),
  },
  proposals: { roles: operatorRoles, open: (client) => ask(client, listActs, { pagesize: 50 }) },
  'a proposal': {
    roles: ofProposals,
    open: (client, { cases }) => ask(client, getAct, { proposal_id: cases.proposal }),
  },
  'what can be proposed': { roles: operatorRoles, open: (client) => ask(client, listActKinds, {}) },
  identity: {
    roles: ['identity-reviewer'],
    open: (client) => ask(client, listIdentityCases, { pagesize: 50 }),
  },
  'an identity case': {
    roles: ['identity-reviewer'],
    open: (client, { cases }) => ask(client, getIdentityCase, { case_id: cases.identityCase }),
  },
  customers: { roles: listers, open: list({}) },
  'customers, deep': { roles: listers, open: list({ current_page: deepPage }) },
  'customers by number': { roles: listers, open: list({ sort: 'number' }) },
  'customers frozen': { roles: listers, open: list({ state: 'frozen' }) },
  'customers unverified': { roles: listers, open: list({ identity: 'unverified' }) },
  'a customer by e-mail': { roles: all, open: found(({ email }) => email) },
  'a customer by number': { roles: all, open: found(({ number }) => number) },
  'a customer by order': { roles: all, open: found(({ accountId }) => wireId('option', accountId)) },
  'a customer': {
    roles: all,
    open: (client, known) => ask(client, getCustomer, { account_id: accountOf(known) }),
  },
  'older lines of a customer': {
    roles: all,
    async open(client, known) {
      const account_id = accountOf(known);
      const { next } = need(await client.call(getCustomer, { account_id }), 'a customer');
      if (next.moves !== undefined)
        await ask(client, getCustomerMore, { account_id, list: 'moves', after: next.moves });
    },
  },
  market: { roles: operatorRoles, open: (client) => ask(client, getMarketDesk, {}) },
  'exchange rates': { roles: operatorRoles, open: (client) => ask(client, getRatesDesk, {}) },
  'a coin': {
    roles: operatorRoles,
    open: (client) =>
      Promise.all([
        ask(client, getCoinDesk, { coin: 'BTC' }),
        ask(client, getMinutes, { coin: 'BTC', minute_ms: Date.now() - 3_600_000 }), // oxfmt-ignore
      ]),
  },
  corrections: { roles: operatorRoles, open: (client) => ask(client, listCorrections, {}) },
  trading: { roles: operatorRoles, open: (client) => ask(client, getExposure, {}) },
  'open orders': { roles: money, open: (client) => ask(client, listOpenOrders, { pagesize: 50 }) },
  'failed commands': {
    roles: ['risk', 'auditor', 'administrator'],
    open: (client) => ask(client, listSetAside, { pagesize: 50 }),
  },
  money: { roles: money, open: (client) => ask(client, listHouseAccounts, {}) },
  'journal of the house': { roles: money, open: journal(() => ({})) },
  'journal of a customer': { roles: money, open: journal((known) => ({ account: accountOf(known) })) },
  conduct: { roles: operatorRoles, open: (client) => ask(client, getConductDesk, {}) },
  operators: {
    roles: ['administrator'],
    open: (client) => Promise.all([ask(client, listOperators, {}), ask(client, listOperatorSessions, {})]),
  },
  'my access': {
    roles: operatorRoles,
    open: (client) =>
      Promise.all([
        ask(client, getOperatorMe, {}),
        ask(client, getOperatorAccess, {}),
        ask(client, listDeclaredAccounts, {}),
      ]),
  },
  'audit log': {
    roles: ['auditor', 'administrator'],
    open: (client) => ask(client, readAuditLog, { pagesize: 50 }),
  },
  checkpoints: { roles: ['auditor', 'administrator'], open: (client) => ask(client, listCheckpoints, {}) },
  'looks at customers': { roles: ['auditor', 'administrator'], open: (client) => ask(client, listLooks, {}) },
  ...deskPages,
};

const roles = ['administrator', 'risk', 'treasurer', 'support', 'auditor', 'identity-reviewer', 'administrator', 'risk', 'support', 'editor'] as const; // oxfmt-ignore

/** Ten of them, two of a role at most, as a demo offers no more. */
export async function signIn(consoleUrl: string): Promise<Operator[]> {
  const operators: Operator[] = [];
  for (const role of roles) {
    const client = createConsoleClient({ baseUrl: consoleUrl, keepsCookies: true });
    const person = operators.some((other) => other.role === role) ? 2 : 1;
    await ask(client, tryRole, { role, person });
    operators.push({ role, client });
  }
  return operators;
}

export interface BrowsePlan {
  operators: readonly Operator[];
  known: readonly Known[];
  ms: number;
  /** From the opening of a page to that of the next one, of each operator. */
  pauseMs: number;
}

/** Each operator goes through all pages of the role, again and again; resolves with the times in ms by page. */
export async function browse({ operators, known, ms, pauseMs }: BrowsePlan): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(pages).map((name) => [name, []]));
  const until = performance.now() + ms;
  const go = async ({ role, client }: Operator, place: number): Promise<void> => {
    const own = Object.entries(pages).filter(([, page]) => page.roles.includes(role));
    // They begin apart, so that each page has its turn.
    for (let turn = Math.round((place * own.length) / operators.length); performance.now() < until; turn++) {
      const [name, { open }] = own[turn % own.length]!;
      const startedAt = performance.now();
      await open(client, drawFrom(known));
      const took = performance.now() - startedAt;
      times.get(name)!.push(took);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, pauseMs - took)));
    }
  };
  await Promise.all(operators.map(go));
  return times;
}
