// A node of the XRP Ledger with one wallet, as the test sets it: each answer can be replaced by a lie.
import type { AskLedger, Fields } from './xrpl-answers.ts';

export interface ScriptedLedger {
  ask: AskLedger;
  networkId: number;
  validated: number;
  complete: string;
  /** Sequence of the wallet in the validated ledger. */
  sequence: number;
  searchedAll: boolean;
  /** What `tx` answers for each txid, in capital letters. */
  known: Map<string, Fields>;
  /** Answers that replace the node's own, by method. */
  lies: Record<string, (params: Fields, honest: Fields) => unknown>;
  readonly asked: { method: string; params: Fields }[];
}

export function scriptLedger(wallet: string): ScriptedLedger {
  const accounts: Record<string, Fields> = {};
  const answers: Record<string, (params: Fields) => Fields> = {
    server_state: () => ({
      state: {
        network_id: node.networkId,
        complete_ledgers: node.complete,
        validated_ledger: { seq: node.validated, reserve_base: 1_000_000, reserve_inc: 200_000 },
      },
    }),
    account_info({ account }) {
      const at = { ledger_index: node.validated, validated: true };
      const own = { Account: wallet, Balance: '90000000', OwnerCount: 2, Flags: 0, Sequence: node.sequence };
      const found = account === wallet ? own : accounts[String(account)];
      return found ? { account_data: found, ...at } : { error: 'actNotFound', status: 'error', ...at };
    },
    tx: ({ transaction, min_ledger }) =>
      node.known.get(String(transaction)) ?? {
        error: 'txnNotFound',
        status: 'error',
        ...(min_ledger === undefined ? {} : { searched_all: node.searchedAll }),
      },
    fee: () => ({ drops: { base_fee: '10', minimum_fee: '10', median_fee: '5000', open_ledger_fee: '12' } }),
    submit: () => ({ engine_result: 'temUNKNOWN' }),
  };
  const node: ScriptedLedger = {
    networkId: 21_338,
    validated: 1_000,
    complete: '1-1000',
    sequence: 23,
    searchedAll: true,
    known: new Map(),
    lies: {},
    asked: [],
    async ask(method, params) {
      node.asked.push({ method, params });
      const honest = { status: 'success', ...answers[method]?.(params) };
      return node.lies[method] ? node.lies[method](params, honest) : honest;
    },
  };
  return node;
}
