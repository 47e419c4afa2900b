// TRON's own library makes the same bytes, ids and signatures of a thousand random payments as this app does.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { test } from 'node:test';
import { readTronPayment, signTron, writeTronPayment, type Payment } from '@candor/chain';
import { requireClient } from './support/clients-package.ts';

interface TronWeb {
  TronWeb: { address: { fromPrivateKey(key: string): string | false; toHex(address: string): string } };
  utils: {
    crypto: { signTransaction(key: string, transaction: object): { signature: string[] } };
    transaction: {
      txJsonToPb(transaction: object): object;
      txPbToTxID(message: object): string;
      txPbToRawDataHex(message: object): string;
    };
  };
}

const { TronWeb, utils } = requireClient('tronweb') as TronWeb;
const toHex = (address: string): string => TronWeb.address.toHex(address);

interface Drawn {
  key: Buffer;
  from: string;
  to: string;
  usdt: string;
  asset: 'TRX' | 'USDT';
  units: number;
  reference: { bytes: string; hash: string };
  timestamp: number;
  expiration: number;
  feeLimit: number;
}

/** Amounts of this library are numbers, so they are drawn from those that a number holds exactly. */
function draw(): Drawn {
  const asset = randomInt(2) === 0 ? 'TRX' : 'USDT';
  const key = randomBytes(32);
  const [from, to, usdt] = [key, randomBytes(32), randomBytes(32)].map(addressOf) as [string, string, string];
  const timestamp = randomInt(1, 2 ** 42);
  return {
    key,
    from,
    to,
    usdt,
    asset,
    units: randomInt(1, 2 ** randomInt(1, 48)),
    reference: { bytes: randomBytes(2).toString('hex'), hash: randomBytes(8).toString('hex') },
    timestamp,
    expiration: timestamp + randomInt(1, 86_400_001),
    feeLimit: asset === 'TRX' ? 0 : randomInt(1, 15_000_000_000),
  };
}

function addressOf(key: Buffer): string {
  const address = TronWeb.address.fromPrivateKey(key.toString('hex'));
  assert.ok(address !== false);
  return address;
}

function madeByTronWeb(drawn: Drawn): { unsigned: string; txid: string; signature: string } {
  const { asset, from, to, usdt, units, reference, expiration, timestamp, feeLimit } = drawn;
  const word = (digits: string): string => digits.padStart(64, '0');
  const data = `a9059cbb${word(toHex(to).slice(2))}${word(units.toString(16))}`;
  const [type, value] =
    asset === 'TRX'
      ? ['TransferContract', { to_address: toHex(to), amount: units }]
      : ['TriggerSmartContract', { contract_address: toHex(usdt), data }];
  const parameter = {
    value: { owner_address: toHex(from), ...value },
    type_url: `type.googleapis.com/protocol.${type}`,
  };
  const raw = {
    contract: [{ parameter, type }],
    ref_block_bytes: reference.bytes,
    ref_block_hash: reference.hash,
    expiration,
    timestamp,
    ...(feeLimit > 0 && { fee_limit: feeLimit }),
  };
  const transaction = { visible: false, txID: '', raw_data: raw };
  const message = utils.transaction.txJsonToPb(transaction);
  const txid = utils.transaction.txPbToTxID(message).replace(/^0x/, '');
  const unsigned = utils.transaction.txPbToRawDataHex(message).toLowerCase();
  const whole = { ...transaction, txID: txid, raw_data_hex: unsigned };
  const { signature } = utils.crypto.signTransaction(drawn.key.toString('hex'), whole);
  return { unsigned, txid, signature: signature[0]!.toLowerCase() };
}

test('a thousand random payments', () => {
  for (let count = 0; count < 1_000; count++) {
    const drawn = draw();
    const { asset, from, to, usdt, reference, expiration, timestamp } = drawn;
    const expected = madeByTronWeb(drawn);
    const units = BigInt(drawn.units);
    const payment = { id: String(count), network: 'tron', asset, to, units } as unknown as Payment;
    const terms = { from, reference, expiration, timestamp, feeLimit: BigInt(drawn.feeLimit) };
    const unsigned = writeTronPayment(payment, terms, { usdt });
    assert.equal(unsigned, expected.unsigned, JSON.stringify(drawn));
    const read = readTronPayment(unsigned, { chain: { usdt }, wallet: from });
    assert.deepEqual([read?.to, read?.units, read?.asset], [to, units, asset], JSON.stringify(drawn));
    const { signed, txid } = signTron(unsigned, drawn.key);
    assert.equal(txid, expected.txid);
    assert.ok(signed.endsWith(`1241${expected.signature}`), JSON.stringify(drawn));
  }
});
