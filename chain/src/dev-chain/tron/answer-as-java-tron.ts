// The calls of java-tron that this app makes, answered from the ledger of the development chain.
import { fields } from '../../tron/node-fields.ts';
import { writeTronAddress } from '../../addresses/tron-address.ts';
import { readSigned, tronTxid } from '../../tron/tron-transfer.ts';
import {
  blockAnswer,
  hexAddress,
  hexOf,
  infoAnswer,
  isHexBytes,
  transactionAnswer,
  type WriteAddress,
} from './dev-answers.ts';
import type { DevBlock } from './dev-block.ts';
import { devPrices, type DevLedger, type Refusal } from './dev-ledger.ts';

type Sent = Readonly<Record<string, unknown>>;

export interface TronCalls {
  ledger: DevLedger;
  /** Adds a block with the transaction, and returns once that block survives a kill; returns the refusal otherwise. */
  take: (signed: string) => Refusal | undefined;
  /** Adds a block if time asks for one. */
  goOn: () => void;
}

/** Returns undefined for a path that is not served. Throws for a question that makes no sense. */
export function answerAsJavaTron({ ledger, take, goOn }: TronCalls, path: string, sent: Sent): object | undefined {
  const [, view, call] = /^\/(wallet|walletsolidity)\/([a-z]+)$/.exec(path) ?? [];
  if (view === undefined || call === undefined) return undefined;
  goOn();
  const top = view === 'wallet' ? ledger.newest() : ledger.newestFinal();
  const asked: Asked = { ledger, top, sent, write: sent['visible'] === true ? (address) => address : hexAddress };
  if (Object.hasOwn(reads, call)) return reads[call]!(asked);
  if (view === 'walletsolidity') return undefined;
  if (call === 'broadcasthex') return broadcast(take, sent);
  return Object.hasOwn(states, call) ? states[call]!(asked) : undefined;
}

interface Asked {
  ledger: DevLedger;
  /** The newest block that the question may see. */
  top: DevBlock;
  sent: Sent;
  write: WriteAddress;
}

/** What both views answer. */
const reads: Readonly<Record<string, (asked: Asked) => object>> = {
  getnowblock: ({ top, ledger, write }) => blockAnswer(top, ledger, write),
  getblockbynum({ top, ledger, sent, write }) {
    const block = blockUpTo(top, ledger, sent['num'] ?? 0);
    return block ? blockAnswer(block, ledger, write) : {};
  },
  gettransactioninfobyblocknum({ top, ledger, sent }) {
    const block = blockUpTo(top, ledger, sent['num'] ?? 0);
    return (block?.entries ?? []).map((entry) => infoAnswer({ block: block!, entry }, ledger));
  },
  gettransactionbyid(asked) {
    const place = placeUpTo(asked);
    return place ? transactionAnswer(place.entry, asked.ledger, asked.write) : {};
  },
  gettransactioninfobyid(asked) {
    const place = placeUpTo(asked);
    return place ? infoAnswer(place, asked.ledger) : {};
  },
};

function blockUpTo(top: DevBlock, ledger: DevLedger, height: unknown): DevBlock | undefined {
  if (!Number.isSafeInteger(height)) throw new Error('num must be a whole number');
  return (height as number) <= top.height ? ledger.blockAt(height as number) : undefined;
}

function placeUpTo({ top, ledger, sent }: Asked): ReturnType<DevLedger['placeOf']> {
  const { value } = sent;
  if (!isHexBytes(value, 32)) throw new Error('value must be a transaction id');
  const place = ledger.placeOf(value.toLowerCase());
  return place && place.block.height <= top.height ? place : undefined;
}

/** What only the view of all blocks answers. */
const states: Readonly<Record<string, (asked: Asked) => object>> = {
  // A transaction is in a block as soon as it is taken, so none ever waits.
  gettransactionfrompending: () => ({}),
  getaccount({ ledger, sent, write }) {
    const address = addressIn(sent['address']);
    const balance = ledger.trxOf(address);
    if (balance === undefined) return {};
    return { address: write(address), ...(balance > 0n && { balance }) };
  },
  getchainparameters: () => ({
    chainParameter: [
      { key: 'getTransactionFee', value: devPrices.byte },
      { key: 'getEnergyFee', value: devPrices.energy },
      { key: 'getCreateAccountFee', value: devPrices.createAccount },
      { key: 'getCreateNewAccountFeeInSystemContract', value: devPrices.createInContract },
    ],
  }),
  triggerconstantcontract: tryCall,
  getnodeinfo({ ledger }) {
    const [newest, final] = [ledger.newest(), ledger.newestFinal()];
    return { block: `Num:${newest.height},ID:${newest.id}`, solidityBlock: `Num:${final.height},ID:${final.id}` };
  },
};

function tryCall({ ledger, sent }: Asked): object {
  if (addressIn(sent['contract_address']) !== ledger.usdt) {
    const message = hexOf('Contract validate error : Smart contract is not exist.');
    return { result: { code: 'CONTRACT_VALIDATE_ERROR', message } };
  }
  const call = /^(70a08231|a9059cbb)0{24}([0-9a-f]{40})([0-9a-f]{64})?$/.exec(String(sent['data']));
  const account = call && writeTronAddress(Buffer.from(call[2]!, 'hex'));
  if (!account || (call[1] === 'a9059cbb') !== (call[3] !== undefined)) return reverted(0n);
  if (call[3] === undefined) {
    const held = ledger.tokensOf(account).toString(16).padStart(64, '0');
    return { result: { result: true }, energy_used: 935n, constant_result: [held], transaction: { ret: [{}] } };
  }
  const units = BigInt(`0x${call[3]}`);
  const { energy, isRefused } = ledger.tryTransfer(addressIn(sent['owner_address']), account, units);
  if (isRefused) return reverted(energy);
  const nothing = '0'.repeat(64);
  return { result: { result: true }, energy_used: energy, constant_result: [nothing], transaction: { ret: [{}] } };
}

const reverted = (energy: bigint): object => ({
  result: { result: true, message: hexOf('REVERT opcode executed') },
  energy_used: energy,
  constant_result: [''],
  transaction: { ret: [{ ret: 'FAILED' }] },
});

function broadcast(take: TronCalls['take'], sent: Sent): object {
  const { transaction: signed } = sent;
  const read = typeof signed === 'string' && /^(?:[0-9a-f]{2})+$/.test(signed) ? readSigned(signed) : undefined;
  if (!read) throw new Error('transaction must be one with one signature, in hex');
  const refused = take(signed as string);
  const common = { txid: tronTxid(read.unsigned) };
  return refused
    ? { ...common, result: false, code: refused.code, message: refused.message }
    : { ...common, result: true, code: 'SUCCESS', message: '' };
}

/** Reads an address in base 58 or in hex. */
function addressIn(value: unknown): string {
  if (typeof value !== 'string') throw new Error('an address is missing');
  if (isHexBytes(value, 21) && value.startsWith('41')) return writeTronAddress(Buffer.from(value.slice(2), 'hex'));
  hexAddress(value);
  return value;
}

/** Returns the object in the body of a request, `{}` for an empty body. */
export const readSent = (body: string): Sent => (body.trim() === '' ? {} : fields(JSON.parse(body)));
