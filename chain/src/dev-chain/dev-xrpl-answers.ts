// What the development ledger answers: the methods of rippled that the platform asks, with the same names and forms.
import { hasFlag, isAddress, type DevAccount, type Fields } from './dev-xrpl-account.ts';
import type { DevLedger, LedgerTransaction } from './dev-xrpl-ledger.ts';
import type { DevXrplState } from './dev-xrpl-state.ts';

type Method = (params: Fields, state: DevXrplState) => Fields;

/** Errors of the node, which are part of the result. */
class AnswerError extends Error {
  readonly more: Fields;
  constructor(error: string, more: Fields = {}) {
    super(error);
    this.more = more;
  }
}

/** `isAutomatic` closes a ledger as soon as a transaction comes into it. */
export function answerMethod(
  { method, params }: { method: string; params: Fields },
  { state, isAutomatic }: { state: DevXrplState; isAutomatic: boolean },
): Fields {
  try {
    const found = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!found) throw new AnswerError('unknownCmd', { error_code: 32, error_message: 'Unknown method.' });
    const answer = found(params, state);
    if (isAutomatic && state.open().transactions.length > 0) state.closeLedger();
    return { ...answer, status: 'success' };
  } catch (error) {
    if (error instanceof AnswerError)
      return { error: error.message, request: { ...params, command: method }, status: 'error', ...error.more };
    throw error;
  }
}

const methods: Readonly<Record<string, Method>> = {
  server_state: (_params, state) => ({ state: serverState(state) }),
  server_info(_params, state) {
    const { validated_ledger: ledger, ...info } = serverState(state);
    const { reserve_base: base, reserve_inc: object, base_fee: fee, ...rest } = ledger;
    const xrp = { base_fee_xrp: fee / 1e6, reserve_base_xrp: base / 1e6, reserve_inc_xrp: object / 1e6 };
    return { info: { ...info, validated_ledger: { ...rest, ...xrp, age: 0 } } };
  },
  ledger(params, state) {
    const ledger = ledgerOf(params, state);
    const { height, hash, header, transactions } = ledger;
    const listed =
      params['transactions'] === true ? { transactions: transactions.map((each) => listedAs(each, params)) } : {};
    const fields =
      params['binary'] === true ? { ledger_data: header.toString('hex').toUpperCase() } : readableHeader(ledger);
    return { ledger: { ...fields, closed: true, ...listed }, ledger_hash: hash, ledger_index: height, validated: true };
  },
  account_info(params, state) {
    const ledger = ledgerOf(params, state);
    const { account, at } = accountIn(ledger, params['account']);
    const { address, drops, flags, sequence, changedBy, changedIn } = account;
    const fields = {
      Account: address,
      Balance: String(drops),
      Flags: flags,
      LedgerEntryType: 'AccountRoot',
      OwnerCount: 0,
      PreviousTxnID: changedBy,
      PreviousTxnLgrSeq: changedIn,
      Sequence: sequence,
    };
    return { account_data: fields, ...at };
  },
  deposit_authorized(params, state) {
    const ledger = ledgerOf(params, state);
    const { account, at } = accountIn(ledger, params['destination_account']);
    const source = accountIn(ledger, params['source_account'], 'srcActNotFound').account;
    const isOpen = !hasFlag(account, 'depositAuth') || account === source;
    return { deposit_authorized: isOpen, source_account: source.address, destination_account: account.address, ...at };
  },
  fee: (_params, state) => ({
    current_ledger_size: String(state.open().transactions.length),
    drops: Object.fromEntries(
      ['base_fee', 'median_fee', 'minimum_fee', 'open_ledger_fee'].map((name) => [name, String(state.rules.fee)]),
    ),
    ledger_current_index: state.open().height,
  }),
  submit({ tx_blob: blob }, state) {
    if (typeof blob !== 'string' || !/^([0-9a-fA-F]{2})+$/.test(blob)) throw new AnswerError('invalidParams');
    const submitted = state.submit(blob.toUpperCase());
    if (!submitted)
      throw new AnswerError('invalidTransaction', { error_exception: 'fails local checks: Invalid signature.' });
    const { result, transaction } = submitted;
    const isApplied = /^te[sc]/.test(result);
    return {
      accepted: isApplied,
      applied: isApplied,
      engine_result: result,
      engine_result_message: result,
      tx_blob: blob,
      tx_json: { ...transaction.json, hash: transaction.txid },
    };
  },
  tx({ transaction: txid, min_ledger: first, max_ledger: last, binary }, state) {
    if (typeof txid !== 'string' || !/^[0-9a-fA-F]{64}$/.test(txid)) throw new AnswerError('notImpl');
    const isRange = typeof first === 'number' && typeof last === 'number';
    if (isRange && last < first) throw new AnswerError('invalidLgrRange');
    if (isRange && last - first > 1_000) throw new AnswerError('excessiveLgrRange');
    const found = state.find(txid.toUpperCase());
    const { height } = state.newest();
    const searched = isRange ? { searched_all: first >= 1 && last <= height } : {};
    const isOutside =
      isRange && found?.ledger !== undefined && (found.ledger.height < first || found.ledger.height > last);
    if (!found || isOutside)
      throw new AnswerError('txnNotFound', { error_code: 29, error_message: 'Transaction not found.', ...searched });
    return transactionAnswer(found.transaction, { ledger: found.ledger, isBinary: binary === true });
  },
  /** Closes a ledger, as the method of this name does on a node that stands alone. */
  ledger_accept(_params, state) {
    state.closeLedger();
    return { ledger_current_index: state.open().height };
  },
  ledger_current: (_params, state) => ({ ledger_current_index: state.open().height }),
};

function serverState(state: DevXrplState) {
  const { rules } = state;
  const { height, hash, closeTime } = state.newest();
  return {
    build_version: 'local XRP ledger with real signatures (simulated)',
    complete_ledgers: `1-${height}`,
    network_id: rules.networkId,
    server_state: 'full',
    validated_ledger: {
      base_fee: countOf(rules.fee),
      close_time: closeTime,
      hash,
      reserve_base: countOf(rules.reserve),
      reserve_inc: countOf(rules.reserve / 5n),
      seq: height,
    },
  };
}

function ledgerOf({ ledger_index: index, ledger_hash: hash }: Fields, state: DevXrplState): DevLedger {
  const named = index === undefined || index === 'validated' || index === 'closed' || index === 'current';
  const byHash = typeof hash === 'string' ? state.ledgers.find((each) => each.hash === hash.toUpperCase()) : undefined;
  const found = byHash ?? (named ? state.newest() : state.ledgers[parseInt(String(index), 10) - 1]);
  if (found) return found;
  throw new AnswerError('lgrNotFound', { error_code: 21, error_message: 'ledgerNotFound' });
}

function accountIn(ledger: DevLedger, address: unknown, missing = 'actNotFound'): { account: DevAccount; at: Fields } {
  const at = { ledger_hash: ledger.hash, ledger_index: ledger.height, validated: true };
  if (!isAddress(address)) throw new AnswerError('actMalformed', { error_code: 35 });
  const account = ledger.accounts.get(address);
  if (account) return { account, at };
  throw new AnswerError(missing, { error_code: 19, error_message: 'Account not found.', account: address, ...at });
}

const readableHeader = ({ height, hash, header, closeTime, coins }: DevLedger): Fields => ({
  ledger_index: String(height),
  ledger_hash: hash,
  parent_hash: hexAt(header, 12),
  transaction_hash: hexAt(header, 44),
  account_hash: hexAt(header, 76),
  close_time: closeTime,
  total_coins: String(coins),
});
const hexAt = (header: Buffer, from: number): string =>
  header
    .subarray(from, from + 32)
    .toString('hex')
    .toUpperCase();

function listedAs({ txid, blob, json, meta, metaBlob }: LedgerTransaction, { expand, binary }: Fields): unknown {
  if (expand !== true) return txid;
  return binary === true
    ? { tx_blob: blob, meta: metaBlob }
    : { ...json, hash: txid, metaData: withDelivered(json, meta) };
}

function transactionAnswer(
  { txid, blob, json, meta, metaBlob }: LedgerTransaction,
  { ledger, isBinary }: { ledger: DevLedger | undefined; isBinary: boolean },
): Fields {
  const place = ledger
    ? { ledger_index: ledger.height, validated: true, date: ledger.closeTime }
    : { validated: false };
  if (isBinary) return { hash: txid, tx: blob, ...(ledger ? { meta: metaBlob } : {}), ...place };
  return { ...json, hash: txid, ...(ledger ? { meta: withDelivered(json, meta) } : {}), ...place };
}

/** Nodes add to the metadata what a payment delivered. */
const withDelivered = (json: Fields, meta: Fields): Fields =>
  json['TransactionType'] === 'Payment' && meta['TransactionResult'] === 'tesSUCCESS'
    ? { ...meta, delivered_amount: json['Amount'] }
    : meta;

const countOf = (drops: bigint): number => parseInt(drops.toString(), 10);
