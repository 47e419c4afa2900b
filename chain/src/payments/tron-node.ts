// What a payer asks a node of TRON, one function for each question. `ask` takes the path of a call and the object to send. An empty answer
// means that the node does not know it, and nothing else.
import { NodeError, type AskNode } from '../networks/json-rpc.ts';
import { amountOf, fields, idIn, list, matching, numberOf, type Fields } from '../tron/node-fields.ts';

/** `walletsolidity` answers by the blocks that can't change any more, `wallet` by all. */
export type TronView = 'wallet' | 'walletsolidity';

export interface TronHead {
  height: number;
  /** The block's id in hex. */
  id: string;
  /** In milliseconds. */
  timestamp: number;
  txids: readonly string[];
}

export const headOf = async (ask: AskNode, view: TronView): Promise<TronHead> =>
  readHead(await answerOf(ask, `${view}/getnowblock`));

export const blockAt = async (ask: AskNode, view: TronView, height: number): Promise<TronHead> =>
  readHead(await answerOf(ask, `${view}/getblockbynum`, { num: height }));

/** The result of a transaction in a block. */
export interface TronResult {
  height: number;
  isGood: boolean;
}

/** Returns undefined if this view has no block with the transaction. Throws if the node contradicts itself or answers for another one. */
export async function resultOf(ask: AskNode, view: TronView, txid: string): Promise<TronResult | undefined> {
  const info = await answerOf(ask, `${view}/gettransactioninfobyid`, { value: txid });
  if (isEmpty(info)) return undefined;
  if (idIn(info['id']) !== txid) throw new Error('the node answers for another transaction');
  const transaction = await answerOf(ask, `${view}/gettransactionbyid`, { value: txid });
  // The block was taken back between the questions, or another node answered: the next round sees.
  if (isEmpty(transaction)) return undefined;
  if (idIn(transaction['txID']) !== txid) throw new Error('the node answers for another transaction');
  const isGood = isGoodBy(info);
  const ended = matching(fields(list(transaction['ret'])[0])['contractRet'], /^[A-Z_]+$/);
  if ((ended === 'SUCCESS') !== isGood) throw new Error('the node says of a transaction that it succeeded and failed');
  return { height: numberOf(info['blockNumber']), isGood };
}

/** Returns true if the node has the result of a transaction, however it ended. */
export async function hasResult(ask: AskNode, view: TronView, txid: string): Promise<boolean> {
  const info = await answerOf(ask, `${view}/gettransactioninfobyid`, { value: txid });
  return !isEmpty(info) && idIn(info['id']) === txid;
}

/** Returns true if the node holds the transaction, in a block or waiting for one. */
export async function isKnown(ask: AskNode, txid: string): Promise<boolean> {
  for (const call of ['gettransactionbyid', 'gettransactionfrompending']) {
    try {
      if ((await answerOf(ask, `wallet/${call}`, { value: txid }))['txID'] === txid) return true;
    } catch (error) {
      // Some providers leave out the second call.
      if (!(error instanceof NodeError)) throw error;
    }
  }
  return false;
}

/** Prices and fees that the network's operators have voted, by name. */
export async function parametersOf(ask: AskNode): Promise<(name: string) => bigint> {
  const { chainParameter } = await answerOf(ask, 'wallet/getchainparameters');
  const all = new Map(list(chainParameter).map((each) => [fields(each)['key'], fields(each)['value']]));
  return (name) => {
    if (!all.has(name)) throw new Error(`the node does not name the price ${name}`);
    return amountOf(all.get(name));
  };
}

/** Tries a call of the contract without sending it. Throws if the contract refuses. */
export async function tryCall(
  ask: AskNode,
  call: { from: string; contract: string; data: string },
): Promise<{ energy: bigint; returned: string }> {
  const { from, contract, data } = call;
  const sent = { owner_address: from, contract_address: contract, data, visible: true };
  const answer = await answerOf(ask, 'wallet/triggerconstantcontract', sent);
  const result = fields(answer['result']);
  const tried = isEmpty(fields(answer['transaction'] ?? {})) ? [] : list(fields(answer['transaction'])['ret'] ?? []);
  const failed = tried.some((each) => fields(each)['ret'] === 'FAILED');
  if (result['result'] !== true || failed || result['message'] !== undefined) {
    throw new NodeError('triggerconstantcontract', wordsOf(result));
  }
  const returned = list(answer['constant_result'] ?? []).map((each) => matching(each, /^[0-9a-fA-F]*$/));
  return { energy: amountOf(answer['energy_used']), returned: returned.join('') };
}

/** Returns undefined if no such account exists yet: the first TRX that it receives creates it. */
export async function trxOf(ask: AskNode, address: string): Promise<bigint | undefined> {
  const account = await accountAt(ask, address);
  return account && amountOf(account['balance']);
}

/** The network takes no transfer of TRX to a contract (`TransferActuator`). */
export const isContract = async (ask: AskNode, address: string): Promise<boolean> =>
  (await accountAt(ask, address))?.['type'] === 'Contract';

async function accountAt(ask: AskNode, address: string): Promise<Fields | undefined> {
  const account = await answerOf(ask, 'wallet/getaccount', { address, visible: true });
  if (isEmpty(account)) return undefined;
  if (account['address'] !== address) throw new Error('the node answers for another account');
  return account;
}

/** What a node says about a refusal: a code, and a message in plain text or in hex. */
export function wordsOf(answer: Fields): string {
  const message = typeof answer['message'] === 'string' ? answer['message'] : '';
  const isHex = /^(?:[0-9a-fA-F]{2})+$/.test(message);
  const words = isHex ? Buffer.from(message, 'hex').toString() : message;
  const code = typeof answer['code'] === 'string' || typeof answer['code'] === 'number' ? `${answer['code']}: ` : '';
  return `${code}${words}`.slice(0, 300);
}

/** Throws NodeError for the object that a node answers with when it failed. */
export async function answerOf(ask: AskNode, path: string, sent: Fields = {}): Promise<Fields> {
  const answer = fields(await ask(path, sent));
  if (answer['Error'] !== undefined) throw new NodeError(path, JSON.stringify(answer['Error']).slice(0, 300));
  return answer;
}

const isEmpty = (answer: Fields): boolean => Object.keys(answer).length === 0;

/** A transfer of TRX has no result of a contract; the word `DEFAULT` is that of an answer that left it out. */
function isGoodBy(info: Fields): boolean {
  const ended = fields(info['receipt'] ?? {})['result'] ?? 'DEFAULT';
  if (info['result'] === 'FAILED') return false;
  if (info['result'] !== undefined && info['result'] !== 'SUCESS')
    throw new Error('the node does not say how it ended');
  const isCall = info['contract_address'] !== undefined && info['contract_address'] !== '';
  if (ended === 'DEFAULT' && isCall) throw new Error('the node does not say how a call of a contract ended');
  return ended === 'DEFAULT' || ended === 'SUCCESS';
}

function readHead(answer: Fields): TronHead {
  const header = fields(fields(answer['block_header'])['raw_data']);
  const [id, height] = [idIn(answer['blockID']), numberOf(header['number'])];
  if (parseInt(id.slice(0, 16), 16) !== height) throw new Error('the id of a block is of another height');
  const txids = list(answer['transactions'] ?? []).map((each) => idIn(fields(each)['txID']));
  return { height, id, timestamp: numberOf(header['timestamp']), txids };
}
