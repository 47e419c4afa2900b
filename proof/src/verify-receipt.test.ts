import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { receiptKinds } from '@candor/wire';
import { rulesFor } from './rules-of-kinds.ts';
import { readReceipt, verifyReceipt } from './verify-receipt.ts';

const root = join(import.meta.dirname, '../..');

test('every kind has rules of its own, which take its name and no other', () => {
  assert.equal(new Set(receiptKinds.map((kind) => rulesFor({ kind }))).size, receiptKinds.length);
  for (const kind of receiptKinds) {
    for (const other of receiptKinds) {
      const parsed = rulesFor({ kind }).schema.safeParse({ kind: other, version: 1 });
      const isOther = !parsed.success && parsed.error.issues.some(({ path }) => path[0] === 'kind');
      assert.equal(isOther, other !== kind, `${other} by the rules of ${kind}`);
    }
  }
});

test('what names no kind is refuted with what is missing', () => {
  for (const value of [{}, { kind: 'toString' }, { kind: 'draw' }, { kind: 5 }]) {
    const form = readReceipt(value);
    assert.ok('faults' in form);
    const { verdict, checks } = verifyReceipt(value);
    assert.deepEqual([verdict, checks], ['refuted', [{ name: 'form', ok: false, detail: form.faults.join('; ') }]]);
  }
});

/** They serve every kind, and look in the tables. */
const shared = [
  'proof/src/{verify-receipt,receipt-form,receipt-rules,archive-spans,collect-archive,fetch-archive}.ts',
  'proof/src/{sign-receipt,check-parts,verify-command}.ts',
  'web/src/receipts/*.{ts,tsx}',
  'server/src/proof/*.ts',
];

test('what reads, signs, verifies, fetches and shows receipts of every kind names none', () => {
  const files = globSync(shared, { cwd: root });
  assert.ok(files.length > 30);
  const ofKind = receiptKinds.map((kind) => `['"]${kind}['"]|\\b(?:${capital(kind)}|${kind})Receipt\\b`);
  const named = new RegExp(ofKind.join('|'));
  assert.deepEqual(files.filter((file) => named.test(readFileSync(join(root, file), 'utf8'))), []); // oxfmt-ignore
});

const capital = (word: string): string => word.replace(/^./, (first) => first.toUpperCase());
