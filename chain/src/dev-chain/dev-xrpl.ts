// The XRP ledger of a demo, on this machine alone: real bytes, signatures, numbers and hashes, and no consensus, as there is one node. Test coins
// come from the account that holds everything in the first ledger; its key is public, as on every such node, and its coins have no value.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { parseXrpAddress } from '../addresses/xrp-address.ts';
import { addressOfPrivateKey, half, type Codec, type DevAccount, type Fields } from './dev-xrpl-account.ts';
import { answerMethod } from './dev-xrpl-answers.ts';
import { openDevXrplState, type DevXrplState } from './dev-xrpl-state.ts';

export interface DevXrplOptions {
  /** Where the ledgers are kept. One process at a time may have it open. */
  directory: string;
  /** Any free one if it is left out. */
  port?: number;
  /** False if ledgers close only by `closeLedger` or the method `ledger_accept`, and not with each transaction. */
  isAutomatic?: boolean;
  now?: () => number;
}

export interface DevXrpl {
  url: string;
  networkId: number;
  /** Returns an account as it is in the newest closed ledger. */
  accountOf(address: string): DevAccount | undefined;
  /** Pays test coins to `r…` or `r…-tag`; resolves with the txid once a closed ledger contains it. */
  send(wanted: { to: string; drops: bigint }): Promise<string>;
  /** Signs and submits a transaction of any account, with number, fee and network filled in. Rejects unless its result is tesSUCCESS. */
  transact(privateKey: Uint8Array, fields: Fields): Promise<string>;
  closeLedger(): void;
  close(): Promise<void>;
}

/** Above 1024: each transaction names the network, so that none is good on another one. */
export const devXrplNetworkId = 21_338;
const rules = { networkId: devXrplNetworkId, fee: 10n, reserve: 1_000_000n };
/** The account "masterpassphrase" of every new ledger. */
const genesisKey = hexToBytes('1acaaedece405b2a958212629e16f2eb46b153eee94cdd350fdeff52795525b7');
const bodyMax = 1_000_000;
const ledgersToLive = 20;

/** Throws where the optional package is left out, or where the file was changed. */
export async function openDevXrpl({
  directory,
  port = 0,
  isAutomatic = true,
  now = Date.now,
}: DevXrplOptions): Promise<DevXrpl> {
  const codec = await loadCodec();
  const state = openDevXrplState({ directory, genesis: addressOfPrivateKey(genesisKey), rules, codec, now });
  const server = createServer((request, response) => void serve(request, response, { state, isAutomatic }));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // What is submitted here and not taken by the ledger was never there, as nothing was signed by anybody else.
  const transact = async (privateKey: Uint8Array, fields: Fields): Promise<string> => {
    const { result, transaction } = state.submit(signAs(privateKey, fields, state))!;
    if (state.open().transactions.length > 0) state.closeLedger();
    if (result !== 'tesSUCCESS') throw new Error(`the development ledger says ${result}`);
    return transaction.txid.toLowerCase();
  };
  return {
    url: urlOf(server),
    networkId: devXrplNetworkId,
    accountOf: (address) => state.newest().accounts.get(address),
    transact,
    async send({ to, drops }) {
      const payee = parseXrpAddress(to);
      if (!payee.ok) throw new TypeError('no address of the XRP Ledger');
      const tag = payee.tag === undefined ? {} : { DestinationTag: payee.tag };
      return transact(genesisKey, {
        TransactionType: 'Payment',
        Destination: payee.address,
        Amount: String(drops),
        ...tag,
      });
    },
    closeLedger: () => state.closeLedger(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      state.close();
    },
  };
}

async function loadCodec(): Promise<Codec> {
  const { encode, decode } = await import('ripple-binary-codec');
  return { encode, decode };
}

function signAs(privateKey: Uint8Array, fields: Fields, state: DevXrplState): string {
  const account = addressOfPrivateKey(privateKey);
  const { codec } = state;
  const { height, accounts } = state.open();
  const json = {
    Account: account,
    Fee: String(rules.fee),
    Flags: 0,
    LastLedgerSequence: height + ledgersToLive,
    NetworkID: devXrplNetworkId,
    Sequence: accounts.get(account)?.sequence ?? 1,
    SigningPubKey: Buffer.from(secp256k1.getPublicKey(privateKey)).toString('hex').toUpperCase(),
    ...fields,
  };
  const signed = half('STX\0', Buffer.from(codec.encode(json), 'hex'));
  const signature = secp256k1.sign(signed, privateKey, {
    prehash: false,
    lowS: true,
    extraEntropy: false,
    format: 'der',
  });
  return codec.encode({ ...json, TxnSignature: Buffer.from(signature).toString('hex').toUpperCase() });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  of: { state: DevXrplState; isAutomatic: boolean },
): Promise<void> {
  try {
    const { method, params } = JSON.parse(await readBody(request)) as { method: unknown; params?: unknown };
    const [first = {}] = Array.isArray(params) ? (params as Fields[]) : [];
    const result = answerMethod({ method: String(method), params: { ...first } }, of);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ result }));
  } catch (error) {
    response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error).slice(0, 200));
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyMax) throw new RangeError('the question is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address && typeof address === 'object') return `http://127.0.0.1:${address.port}`;
  throw new Error('no port');
}
