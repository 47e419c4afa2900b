import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  errorText,
  pongText,
  pushText,
  readMarketMessage,
  replyEnd,
  replyHead,
  subbedText,
} from './market-messages.ts';
import { runs } from '../../test/support/seed.ts';

const idOf = (text: string) => {
  const message = readMarketMessage(text);
  assert.equal(message.kind, 'sub');
  return 'id' in message ? message.id : assert.fail();
};

test('an id comes back in the JSON type and the digits that it was sent in', () => {
  for (const id of ['"1"', '1', '100182534526255757567432481', '9.2E-7', '4.0', '-0', 'true', 'null', '"\\u00e4\\""']) {
    const reply = subbedText('t', idOf(`{"sub":"t","id":${id}}`), 5);
    const expected = id.startsWith('"') ? JSON.stringify(JSON.parse(id)) : id;
    assert.equal(reply, `{"id":${expected},"status":"ok","subbed":"t","ts":5}`);
  }
  assert.equal(subbedText('t', idOf('{"sub":"t"}'), 5), '{"status":"ok","subbed":"t","ts":5}');
});

test('errors have the fields of HTX, and no id where there was none', () => {
  assert.equal(
    errorText('invalid topic', '2', 7),
    '{"ts":7,"status":"error","err-code":"bad-request","err-msg":"invalid topic","id":"2"}',
  );
  assert.equal(
    errorText('not json string', undefined, 7),
    '{"ts":7,"status":"error","err-code":"bad-request","err-msg":"not json string"}',
  );
});

test('tick and data text pass unchanged', () => {
  const tick = '{"id":100182534526255757567432481,"amount":9.20E-7}';
  assert.equal(pushText('market.btcusdt.bbo', tick, 9), `{"ch":"market.btcusdt.bbo","ts":9,"tick":${tick}}`);
  assert.equal(
    replyHead({ topic: 't', id: 'a', now: 9 }) + replyEnd(tick),
    `{"id":"a","rep":"t","status":"ok","ts":9,"data":${tick}}`,
  );
});

test('what is no message is named by its error', () => {
  const errorOf = (text: string): string => {
    const message = readMarketMessage(text);
    return message.kind === 'wrong' ? message.error : message.kind;
  };
  for (const text of ['', 'sub', '[]', '[{"sub":"t"}]', '1', '"sub"', 'null', 'true', '{"sub":', '{"a":01}']) {
    assert.equal(errorOf(text), 'not json string', text);
  }
  for (const text of ['{}', '{"sub":1}', '{"sub":["t"]}', '{"toString":1}', '{"__proto__":{"sub":"t"}}']) {
    assert.equal(errorOf(text), 'invalid topic', text);
  }
  for (const text of ['{"ping":"5"}', '{"ping":1.5}', '{"ping":1e3}', '{"ping":{}}', '{"ping":null}']) {
    assert.equal(errorOf(text), 'invalid ping', text);
  }
  assert.equal(errorOf('{"sub":"t","id":[1]}'), 'invalid id');
  assert.equal(errorOf('{"req":"t","from":1501174799}'), 'invalid from');
  assert.equal(errorOf('{"req":"t","from":1501174800,"to":2556115201}'), 'invalid to');
  assert.equal(errorOf('{"req":"t","to":"1501174800"}'), 'invalid to');
});

test('a ping is answered with its digits', () => {
  const message = readMarketMessage('{"ping":149242047302700000000001}');
  assert.equal(message.kind === 'ping' && pongText(message.value), '{"pong":149242047302700000000001}');
});

test('no text whatever throws, and every answer to it is JSON', () => {
  const wild = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.json(),
    fc.record({ sub: fc.jsonValue(), unsub: fc.jsonValue(), req: fc.jsonValue(), id: fc.jsonValue(), ping: fc.jsonValue(), from: fc.jsonValue() }, { requiredKeys: [] }).map((value) => JSON.stringify(value)),
  ); // oxfmt-ignore
  fc.assert(
    fc.property(wild, (text) => {
      const message = readMarketMessage(text);
      if ('id' in message) JSON.parse(errorText('x', message.id, 1));
      if (message.kind === 'ping') JSON.parse(pongText(message.value));
    }),
    { numRuns: runs(1_000) },
  );
});
