// What a node of the XRP Ledger answers about itself, accounts and transactions, read strictly: whatever has another form is no answer.
import { NodeError, type AskNode } from '../networks/json-rpc.ts';
import { RippledError } from '../networks/rippled-rpc.ts';

/** Resolves with the `result` of a call, also where the node reports an error in it. Rejects if there is no answer. */
export type AskLedger = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>;

export type Fields = Readonly<Record<string, unknown>>;

export interface LedgerState {
  networkId: number;
  /** Number of the newest validated ledger. */
  validated: number;
  /** Ledgers that the node holds whole. */
  complete: readonly LedgerRange[];
  /** In drops. */
  reserves: { account: bigint; object: bigint };
}
export interface LedgerRange {
  first: number;
  last: number;
}

export interface LedgerAccount {
  /** The validated ledger of which all this is true. */
  ledger: number;
  /** The number that the account's next transaction must have. */
  sequence: number;
  drops: bigint;
  objects: number;
  flags: number;
}

/** Asks with `askRippled`, whose errors become results again: some of them are answers. */
export const askLedger =
  (ask: AskNode): AskLedger =>
  async (method, params) => {
    try {
      return await ask(method, params);
    } catch (error) {
      if (error instanceof RippledError) return { ...error.result, error: error.token, status: 'error' };
      throw error;
    }
  };

export async function askState(ask: AskLedger): Promise<LedgerState> {
  const state = fields(good('server_state', await ask('server_state', {}))['state']);
  const ledger = fields(state['validated_ledger']);
  return {
    // A node that does not say which network it follows could follow any.
    networkId: number(state['network_id']),
    validated: number(ledger['seq']),
    complete: ranges(state['complete_ledgers']),
    reserves: { account: BigInt(number(ledger['reserve_base'])), object: BigInt(number(ledger['reserve_inc'])) },
  };
}

/** Returns undefined if a validated ledger has no such account. */
export async function askAccount(ask: AskLedger, address: string): Promise<LedgerAccount | undefined> {
  const result = fields(await ask('account_info', { account: address, ledger_index: 'validated' }));
  const isMissing = result['error'] === 'actNotFound';
  if (!isMissing) good('account_info', result);
  if (result['validated'] !== true) throw new NodeError('account_info', 'the answer is not of a validated ledger');
  if (isMissing) return undefined;
  const account = fields(result['account_data']);
  if (account['Account'] !== address) throw new NodeError('account_info', 'the answer is about another account');
  return {
    ledger: number(result['ledger_index']),
    sequence: number(account['Sequence']),
    drops: drops(account['Balance']),
    objects: number(account['OwnerCount']),
    flags: number(account['Flags']),
  };
}

/** Throws NodeError for an error of the node. */
export function good(method: string, result: unknown): Fields {
  const answer = fields(result);
  if (answer['error'] !== undefined || answer['status'] !== 'success') {
    throw new NodeError(method, String(answer['error'] ?? 'no success').slice(0, 100));
  }
  return answer;
}

export const covers = (complete: readonly LedgerRange[], { first, last }: LedgerRange): boolean =>
  complete.some((range) => range.first <= first && last <= range.last);

export function fields(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Error('a node answers no object where one is expected');
}
export function text(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw new Error(`a node answers ${JSON.stringify(value ?? null).slice(0, 80)} where ${form.source} is expected`);
}
export function number(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value;
  throw new Error(`a node answers ${JSON.stringify(value ?? null).slice(0, 80)} where a number is expected`);
}
export const drops = (value: unknown): bigint => BigInt(text(value, /^(0|[1-9]\d{0,17})$/));

/** As `1-5,7-20`, or `empty`. Neighbouring ranges are one. */
function ranges(value: unknown): readonly LedgerRange[] {
  const list = text(value, /^(empty|\d{1,10}(-\d{1,10})?(,\d{1,10}(-\d{1,10})?)*)$/);
  if (list === 'empty') return [];
  const read = list.split(',').map((range) => {
    const [first, last = first] = range.split('-').map((each) => parseInt(each, 10));
    return { first: first!, last: last! };
  });
  const joined: LedgerRange[] = [];
  for (const range of read.toSorted((one, other) => one.first - other.first)) {
    const before = joined.at(-1);
    if (before && range.first <= before.last + 1) before.last = Math.max(before.last, range.last);
    else joined.push(range);
  }
  return joined;
}
