// An offline signer's directory and files: what it signs without a socket, what it refuses to read, and what it never overwrites.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { BaseUnits } from '../networks/amounts.ts';
import { makeSigner } from './make-signer.ts';
import { digestOf, readAnswerFile, readExportFile, readWalletsFile, writeOfflineFile } from './offline-file.ts';
import { approvalKeyOf, signApproval, type Payment } from './payment.ts';
import { jsonOf } from './signer-policy.ts';
import { signFile, writeWallets } from './sign-offline.ts';
import { takeDirectory } from './take-directory.ts';
import { writeTransfer } from './transfer.ts';

const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const payee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const serverKey = '11'.repeat(32);
const deployment = randomUUID();
const directory = mkdtempSync(join(tmpdir(), 'candor-sign-'));
const key = join(directory, 'key-directory');
const at = (name: string): string => join(directory, name);
let shown: string[] = [];
const asking = { now: () => 1_000, show: (text: string) => void shown.push(text), confirm: async () => true };

before(() => writeFileSync(at('other'), 'a file of somebody else'));
after(() => rmSync(directory, { recursive: true }));

/** A policy of development chains, so that the server's key approves. */
const policy = {
  networks: {
    ethereum: {
      chain: { chainId: '31337', usdt },
      feeMax: 10n ** 16n,
      coins: { USDT: { twoPersonsAbove: 10n ** 9n, dayMax: 10n ** 9n } },
    },
  },
  approvalKey: approvalKeyOf(serverKey),
};

async function asked(
  units: bigint,
  { nonce, person = 'olga', to = payee }: { nonce: bigint; person?: string; to?: string },
) {
  const payment: Payment = {
    id: randomUUID(),
    network: 'ethereum',
    asset: 'USDT',
    to: payee,
    units: units as BaseUnits,
  };
  const terms = { chainId: 31_337n, usdt, nonce, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n };
  const unsigned = await writeTransfer({ ...payment, to }, terms);
  return { payment, approvals: [signApproval(payment, person, serverKey)], unsigned };
}

test('a new signer has a key and a policy that signs nothing before its owner names approvers, and neither is overwritten', async () => {
  const made = await makeSigner(key);
  assert.deepEqual(
    made.map(({ network, wallet }) => [network, /^(0x[0-9a-fA-F]{40}|[xz]pub\w+)$/.test(wallet)]),
    [
      ['bitcoin', true],
      ['ethereum', true],
    ],
  );
  assert.deepEqual(await makeSigner(key), made);
  await assert.rejects(writeWallets(key, at('wallets'), asking), /approvers is a list of persons/);
  writeFileSync(join(key, 'policy.json'), jsonOf(policy));
  assert.deepEqual(await makeSigner(key), made);
  assert.equal(readFileSync(join(key, 'policy.json'), 'utf8'), jsonOf(policy));
  await assert.rejects(writeWallets(at('nowhere'), at('wallets'), asking), /has no key/);
});

test('the wallets file names no secret and only networks whose payments do not expire', async () => {
  assert.deepEqual(await writeWallets(key, at('wallets'), asking), []);
  const { wallets, policy: read } = readWalletsFile(at('wallets'));
  assert.deepEqual([Object.keys(wallets), read], [['ethereum'], policy]);
  assert.equal(readFileSync(at('wallets'), 'utf8').includes(readFileSync(join(key, 'key'), 'utf8').trim()), false);
  await assert.rejects(writeWallets(key, at('other'), asking), /not overwritten/);
});

test('each payment is shown as its bytes pay it and answered by the rules; the same file gets the same answers', async () => {
  const good = await asked(1_500_000n, { nonce: 0n });
  const elsewhere = await asked(2_000_000n, { nonce: 1n, to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' });
  const sly = await asked(3_000_000n, { nonce: 2n, person: 'olga\u001b[2J' });
  const tooMuch = await asked(1_000_000_000n, { nonce: 3n });
  const garbage = { ...(await asked(1n, { nonce: 4n })), unsigned: '0x02ab' };
  const tron = { ...good, payment: { ...good.payment, id: randomUUID(), network: 'tron' as const } };
  writeOfflineFile(at('export'), {
    candor: 'signer-export',
    deployment,
    payments: [good, elsewhere, sly, tooMuch, garbage, tron],
  });
  shown = [];
  const files = { exported: at('export'), answered: at('answer') };
  assert.equal(await signFile(key, files, { ...asking, confirm: async () => false }), undefined);
  assert.deepEqual([existsSync(at('answer')), readFileSync(join(key, 'signed.jsonl'), 'utf8')], [false, '']);
  assert.equal(shown.length, 6);
  assert.match(
    shown[0]!,
    /^1\. 1\.5 USDT on Ethereum to 0x9858EfFD.*\n {3}fee at most 0\.0001 ETH, approved by olga\n/,
  );
  assert.match(shown[1]!, /to 0x5aAeb6053F/);
  assert.match(shown[4]!, /no payment that this signer knows/);
  assert.equal(
    shown.some((text) => text.includes('\u001b')),
    false,
  );
  const file = (await signFile(key, files, asking))!;
  assert.deepEqual(
    file.answers.map((answer) => ('refused' in answer ? answer.refused : 'signed')),
    ['signed', 'not-as-approved', 'signed', 'day-limit', 'not-a-transfer', 'not-a-transfer'],
  );
  assert.equal(file.answers[0]!.digest, digestOf(good.unsigned));
  assert.deepEqual(readAnswerFile(at('answer')), file);
  const kept = readFileSync(join(key, 'signed.jsonl'), 'utf8');
  assert.deepEqual(await signFile(key, files, asking), file);
  assert.equal(readFileSync(join(key, 'signed.jsonl'), 'utf8'), kept);
  await assert.rejects(signFile(key, { ...files, answered: at('export') }, asking), /not overwritten/);
  await assert.rejects(signFile(key, { ...files, exported: at('answer') }, asking), /no signer-export/);
});

test('a directory that a signer behind a socket has is not used at the same time', async () => {
  const taken = await takeDirectory(key, (socket) => void socket.destroy());
  await assert.rejects(signFile(key, { exported: at('export'), answered: at('answer') }, asking), /another signer/);
  await new Promise((resolve) => taken.close(resolve));
  assert.equal((await signFile(key, { exported: at('export'), answered: at('answer') }, asking))!.answers.length, 6);
});

test('files of another form, with too many payments or with a malformed one are refused as a whole', async () => {
  const good = JSON.parse(readFileSync(at('export'), 'utf8')) as { payments: Record<string, unknown>[] };
  const refused = (change: Record<string, unknown>, reason: RegExp): void => {
    writeFileSync(at('bent'), JSON.stringify({ ...good, ...change }));
    assert.throws(() => readExportFile(at('bent')), reason);
  };
  const [first] = good.payments;
  refused({ payments: Array.from({ length: 10_000 }, () => first) }, /10000 payments/);
  refused({ payments: { length: 1 } }, /no list/);
  refused({ payments: [null] }, /malformed/);
  refused({ payments: [{ ...first, unsigned: '0xZZ' }] }, /malformed/);
  refused(
    { payments: [{ ...first, payment: { ...(first!['payment'] as object), id: randomUUID().toUpperCase() } }] },
    /malformed/,
  );
  refused({ deployment: 'x' }, /deployment/);
  refused({ candor: 'signer-wallets' }, /no signer-export/);
  writeFileSync(at('bent'), readFileSync(at('export'), 'utf8').slice(0, -4));
  assert.throws(() => readExportFile(at('bent')), /not a whole file/);
  writeFileSync(at('bent'), '[]');
  assert.throws(() => readExportFile(at('bent')), /not a whole file/);
});
