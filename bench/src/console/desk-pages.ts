// The desks of the console, each with its list, what waits there, and a case.
import {
  getInventory,
  getLoan,
  getLoanBook,
  getPrize,
  getPurchaseDesk,
  getSettingHistoryDesk,
  getSettingsDesk,
  getShopPeriod,
  getSupportCase,
  getSwapResult,
  getTransfer,
  getWithdrawal,
  listDeliveries,
  listLoans,
  listPrizes,
  listPurchases,
  listRefills,
  listShopPeriods,
  listSupportTickets,
  listSwaps,
  listTransfers,
  listContractPayments,
  listWaitingDeposits,
  listWallets,
  listWithdrawals,
  operatorRoles,
  type Endpoint,
} from '@candor/wire';
import { ask, type Cases, type Open, type Page } from './page.ts';

const money = ['treasurer', 'risk', 'auditor', 'administrator'] as const;
const sends = ['support', 'editor', 'administrator'] as const;
const support = ['support', 'auditor', 'administrator'] as const;

const list =
  (call: Endpoint, payload: object = {}): Open =>
  (client) =>
    ask(client, call, { pagesize: 50, ...payload });
const one =
  (call: Endpoint, field: string, name: keyof Cases): Open =>
  (client, { cases }) =>
    ask(client, call, { [field]: cases[name] });

export const deskPages: Readonly<Record<string, Page>> = {
  settings: { roles: operatorRoles, open: (client) => ask(client, getSettingsDesk, {}) },
  'history of settings': { roles: operatorRoles, open: (client) => ask(client, getSettingHistoryDesk, {}) },
  deliveries: { roles: support, open: list(listDeliveries) },
  'deliveries that failed': { roles: support, open: list(listDeliveries, { state: 'failed' }) },
  support: { roles: support, open: list(listSupportTickets) },
  'requests that wait': { roles: support, open: list(listSupportTickets, { state: 'open' }) },
  'a request': { roles: support, open: one(getSupportCase, 'ticket_id', 'ticket') },
  loans: { roles: money, open: list(listLoans) },
  'loans under review': { roles: money, open: list(listLoans, { state: 'review' }) },
  'a loan': { roles: money, open: one(getLoan, 'loan_id', 'loan') },
  'loan book': { roles: money, open: (client) => ask(client, getLoanBook, {}) },
  swaps: { roles: money, open: list(listSwaps) },
  inventory: {
    roles: money,
    open: (client) => Promise.all([ask(client, getInventory, {}), ask(client, getSwapResult, {})]),
  },
  'refills that wait': { roles: money, open: list(listRefills, { state: 'open' }) },
  withdrawals: { roles: money, open: list(listWithdrawals) },
  'payments of contracts': { roles: money, open: list(listContractPayments) },
  'waiting deposits': { roles: money, open: list(listWaitingDeposits) },
  wallets: { roles: money, open: (client) => ask(client, listWallets, {}) },
  'withdrawals under review': { roles: money, open: list(listWithdrawals, { step: 'review' }) },
  'a withdrawal': { roles: money, open: one(getWithdrawal, 'withdraw_id', 'withdrawal') },
  purchases: { roles: money, open: list(listPurchases) },
  'purchases to confirm': { roles: money, open: list(listPurchases, { state: 'to-confirm' }) },
  'a purchase': { roles: money, open: one(getPurchaseDesk, 'purchase_id', 'purchase') },
  transfers: { roles: money, open: list(listTransfers) },
  'a transfer': { roles: money, open: one(getTransfer, 'transfer_id', 'transfer') },
  'transfers that wait': { roles: money, open: list(listTransfers, { use: 'open' }) },
  'shop periods': { roles: ['editor', ...money], open: list(listShopPeriods) },
  'a period': { roles: ['editor', ...money], open: one(getShopPeriod, 'periods_id', 'period') },
  prizes: { roles: sends, open: list(listPrizes) },
  'prizes that wait': { roles: sends, open: list(listPrizes, { state: 'addressed' }) },
  'a prize': { roles: sends, open: one(getPrize, 'order_id', 'prize') },
};
