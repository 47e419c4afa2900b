// What a transaction does to the accounts of the development ledger. Pure. The names of results are those of the network.
import { accountFlags, hasFlag, isAddress, type DevAccount, type Fields } from './dev-xrpl-account.ts';

export type Accounts = ReadonlyMap<string, DevAccount>;

export interface LedgerRules {
  networkId: number;
  /** In drops: what a transaction costs, and what an account keeps. */
  fee: bigint;
  reserve: bigint;
}

export interface ReadTransaction {
  txid: string;
  json: Fields;
  /** The address of the key that signed it. */
  signer: string;
}

/** Only results that begin with `tes` or `tec` come into a ledger; only those have accounts. */
export interface Applied {
  result: string;
  accounts?: Accounts;
}

const dropsForm = /^(0|[1-9]\d{0,17})$/;
const allowedFlags = 0x8000_0000;
const allowedFields: Readonly<Record<string, readonly string[]>> = {
  Payment: ['Destination', 'DestinationTag', 'Amount'],
  AccountSet: ['SetFlag', 'ClearFlag'],
};
const commonFields = [
  'TransactionType',
  'Account',
  'Fee',
  'Sequence',
  'LastLedgerSequence',
  'Flags',
  'NetworkID',
  'SigningPubKey',
  'TxnSignature',
  'SourceTag',
  'Memos',
];

export function applyTransaction(
  transaction: ReadTransaction,
  { accounts, height, rules }: { accounts: Accounts; height: number; rules: LedgerRules },
): Applied {
  const { json, txid, signer } = transaction;
  const malformed = whyMalformed(json, rules);
  if (malformed) return { result: malformed };
  const payer = accounts.get(json['Account'] as string);
  if (!payer) return { result: 'terNO_ACCOUNT' };
  const refused = whyNotNow(json, { payer, signer, height, rules });
  if (refused) return { result: refused };
  const charged = {
    ...payer,
    drops: payer.drops - BigInt(json['Fee'] as string),
    sequence: payer.sequence + 1,
    changedBy: txid,
    changedIn: height,
  };
  const paid = new Map(accounts).set(payer.address, charged);
  if (json['TransactionType'] === 'AccountSet') {
    return { result: 'tesSUCCESS', accounts: paid.set(payer.address, { ...charged, flags: flagsAfter(payer, json) }) };
  }
  const failed = whyNotDelivered(json, { payer, payee: accounts.get(json['Destination'] as string), rules });
  if (failed) return { result: failed, accounts: paid };
  return { result: 'tesSUCCESS', accounts: deliver(json, { paid, charged, height }) };
}

/** Whatever the network refuses without a look at accounts, and whatever this ledger does not know. */
function whyMalformed(json: Fields, rules: LedgerRules): string | undefined {
  const { Account, Fee, Sequence, Flags = 0, NetworkID } = json;
  const own = allowedFields[json['TransactionType'] as string];
  if (!own) return 'temDISABLED';
  if (rules.networkId > 1_024 && NetworkID === undefined) return 'telREQUIRES_NETWORK_ID';
  if (rules.networkId <= 1_024 && NetworkID !== undefined) return 'telNETWORK_ID_MAKES_TX_NON_CANONICAL';
  if (NetworkID !== undefined && NetworkID !== rules.networkId) return 'telWRONG_NETWORK';
  if (!isAddress(Account)) return 'temBAD_SRC_ACCOUNT';
  if (typeof Fee !== 'string' || !dropsForm.test(Fee)) return 'temBAD_FEE';
  if (typeof Sequence !== 'number' || Sequence === 0) return 'temBAD_SEQUENCE';
  if (json['TransactionType'] === 'Payment') {
    if ('Paths' in json) return 'temBAD_SEND_XRP_PATHS';
    if ('SendMax' in json) return 'temBAD_SEND_XRP_MAX';
    if (Math.floor((Flags as number) / 0x0002_0000) % 2 === 1) return 'temBAD_SEND_XRP_PARTIAL';
    const { Amount, Destination } = json;
    if (typeof Amount !== 'string') return 'temDISABLED';
    if (!dropsForm.test(Amount) || Amount === '0') return 'temBAD_AMOUNT';
    if (!isAddress(Destination)) return 'temDST_NEEDED';
    if (Destination === Account) return 'temREDUNDANT';
  }
  if (Flags !== 0 && Flags !== allowedFlags) return 'temINVALID_FLAG';
  return Object.keys(json).every((name) => commonFields.includes(name) || own.includes(name))
    ? undefined
    : 'temDISABLED';
}

function whyNotNow(
  json: Fields,
  { payer, signer, height, rules }: { payer: DevAccount; signer: string; height: number; rules: LedgerRules },
): string | undefined {
  const sequence = json['Sequence'] as number;
  const fee = BigInt(json['Fee'] as string);
  const last = json['LastLedgerSequence'];
  if (signer !== payer.address) return 'tefBAD_AUTH';
  if (sequence < payer.sequence) return 'tefPAST_SEQ';
  if (sequence > payer.sequence) return 'terPRE_SEQ';
  if (typeof last === 'number' && last < height) return 'tefMAX_LEDGER';
  if (fee < rules.fee) return 'telINSUF_FEE_P';
  return payer.drops < fee ? 'terINSUF_FEE_B' : undefined;
}

function whyNotDelivered(
  json: Fields,
  { payer, payee, rules }: { payer: DevAccount; payee: DevAccount | undefined; rules: LedgerRules },
): string | undefined {
  const drops = BigInt(json['Amount'] as string);
  const fee = BigInt(json['Fee'] as string);
  if (!payee && drops < rules.reserve) return 'tecNO_DST_INSUF_XRP';
  if (payee && hasFlag(payee, 'requireDestTag') && json['DestinationTag'] === undefined) return 'tecDST_TAG_NEEDED';
  const kept = rules.reserve > fee ? rules.reserve : fee;
  if (payer.drops < drops + kept) return 'tecUNFUNDED_PAYMENT';
  const isBelowReserve = payee !== undefined && payee.drops <= rules.reserve && drops <= rules.reserve;
  return payee && hasFlag(payee, 'depositAuth') && !isBelowReserve ? 'tecNO_PERMISSION' : undefined;
}

function deliver(
  json: Fields,
  { paid, charged, height }: { paid: Map<string, DevAccount>; charged: DevAccount; height: number },
): Accounts {
  const drops = BigInt(json['Amount'] as string);
  const address = json['Destination'] as string;
  const { changedBy } = charged;
  // An account begins with the number of its first ledger, so that transactions of an account that was deleted are not good again.
  const payee = paid.get(address) ?? { address, drops: 0n, sequence: height, flags: 0 };
  paid.set(charged.address, { ...charged, drops: charged.drops - drops });
  return paid.set(address, { ...payee, drops: payee.drops + drops, changedBy, changedIn: height });
}

function flagsAfter({ flags }: DevAccount, { SetFlag, ClearFlag }: Fields): number {
  const bitOf = (number: unknown): number =>
    Object.values(accountFlags).find((flag) => flag.number === number)?.bit ?? 0;
  return (flags | bitOf(SetFlag)) & ~bitOf(ClearFlag);
}
