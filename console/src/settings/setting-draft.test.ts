import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SettingMessage } from '@candor/wire';
import { changedIn, keepDraft, keptDraft, typedOf, valueOf, valuesOf } from './setting-draft.ts';

const fields: SettingMessage['fields'] = [
  { name: 'fee_rate', form: 'share', favours: 'less' },
  { name: 'lever_max', form: 'count', favours: 'more' },
  { name: 'is_offered', form: 'flag', favours: 'more' },
  { name: 'limit_distances', form: 'shares', favours: 'neither' },
];
const values = { fee_rate: '0.01', lever_max: 50, is_offered: true, limit_distances: { DAI: '0.1', DOGE: '0.7' } };
const setting = {
  fields,
  in_force: { version: 2, values, asked_at: '', in_force_from: '', proposed_by: null, approved_by: null },
};

test('what is typed and what is sent say the same', () => {
  for (const field of fields) {
    const value = values[field.name as keyof typeof values];
    assert.deepEqual(valueOf(field, typedOf(value)), value, field.name);
  }
  assert.equal(valueOf(fields[1]!, 'fifty'), 'fifty');
  assert.deepEqual(valueOf(fields[3]!, ''), {});
});

test('a draft changes what it names and nothing else', () => {
  assert.deepEqual(valuesOf(setting, { fee_rate: ' 0.005 ' }), { ...values, fee_rate: '0.005' });
  assert.deepEqual(valuesOf(setting, {}), values);
  assert.deepEqual(changedIn(setting, { fee_rate: '0.01', lever_max: '20' }), { lever_max: '20' });
});

test('where a device keeps nothing, a draft goes on without being kept', (context) => {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse });
  context.after(() =>
    before
      ? Object.defineProperty(globalThis, 'localStorage', before)
      : Reflect.deleteProperty(globalThis, 'localStorage'),
  );
  const place = { name: 'contracts', id: 'btc' } as unknown as SettingMessage;
  keepDraft(place, { lever_max: '20' });
  keepDraft(place, {});
  assert.deepEqual(keptDraft(place), {});
});
