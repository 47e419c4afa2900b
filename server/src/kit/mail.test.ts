// A relay may be slow, silent, busy, cut off or use other words: what became of a message is told as it is, and it keeps its name.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  openMailRelay,
  type MailRelay,
  type RelayAnswer,
  type RelayStep,
} from '../../test/support/neighbours/mail-double.ts';
import { MailNotTaken, smtpMail, type Mail, type MailFailure } from './mail.ts';
import { manualTimers, type ManualTimers } from './manual-timers.test-support.ts';

let relay: MailRelay;
let timers: ManualTimers;
before(async () => void (relay = await openMailRelay()));
after(() => relay.close());
beforeEach(() => {
  timers = manualTimers();
  relay.taken.length = 0;
  relay.answer({});
});

const mail: Mail = { to: 'ada@example.com', kind: 'test', subject: 'Test', text: 'One\r\n.\r\nTwo', id: 'message-1' };
const minuteMs = 60_000;
const sender = () => smtpMail({ url: relay.url, from: 'Candor <no-reply@example.com>', timers });
const idOf = (message: string): string | undefined => /^Message-ID: (.*)\r$/im.exec(message)?.[1];
const outcomeOf = (sending: Promise<void>): Promise<'taken' | MailFailure> =>
  sending.then(
    () => 'taken',
    (error: unknown) => (error instanceof MailNotTaken ? error.failure : Promise.reject(error as Error)),
  );
const outcomeWith = (steps: Partial<Record<RelayStep, RelayAnswer>>, more: Partial<Mail> = {}) => {
  relay.answer(steps);
  return outcomeOf(sender().send({ ...mail, ...more }));
};

test('an answer after minutes is an answer', async () => {
  relay.answer({ ends: 'silent' });
  const silent = relay.silence();
  const sending = outcomeOf(sender().send(mail));
  await silent;
  await timers.advance(9 * minuteMs);
  relay.answerLate('250 filtered and taken');
  assert.equal(await sending, 'taken');
  assert.equal(relay.taken.length, 1);
  assert.equal(timers.planned(), 0);
});

test('a message that was not answered in ten minutes may have been taken, and keeps its name at the next try', async () => {
  relay.answer({ ends: 'silent' });
  const silent = relay.silence();
  const sending = outcomeOf(sender().send(mail));
  await silent;
  await timers.advance(10 * minuteMs);
  assert.equal(await sending, 'unanswered');
  assert.equal(await outcomeWith({}, { isRepeated: true }), 'taken');
  assert.deepEqual(relay.taken.map(idOf), ['<message-1@example.com>', '<message-1@example.com>']);
});

test('a relay that is silent before it has the message is given up after a minute', async () => {
  for (const step of ['greets', 'RCPT', 'DATA'] as const) {
    relay.answer({ [step]: 'silent' });
    const silent = relay.silence();
    const sending = outcomeOf(sender().send(mail));
    await silent;
    await timers.advance(minuteMs);
    assert.equal(await sending, 'later', step);
  }
  assert.equal(relay.taken.length, 0);
});

test('what a relay answers decides what becomes of the message', async () => {
  const answers: [Partial<Record<RelayStep, RelayAnswer>>, 'taken' | MailFailure][] = [
    [{ greets: '421 too busy' }, 'later'],
    [{ greets: '554 no service here' }, 'later'],
    [{ greets: 'cut' }, 'later'],
    [{ RCPT: '451 4.7.1 greylisted, come back' }, 'later'],
    [{ RCPT: '550 5.1.1 no such mailbox' }, 'refused'],
    [{ RCPT: '550-5.1.1 no such\r\n550 5.1.1 mailbox' }, 'refused'],
    [{ DATA: '451 not now' }, 'later'],
    [{ DATA: 'cut' }, 'later'],
    [{ ends: '452 4.3.1 full' }, 'later'],
    [{ ends: '554 5.7.1 refused' }, 'refused'],
    [{ ends: '250-2.0.0 taken\r\n250 as 4711' }, 'taken'],
    [{ ends: '250 \xe9\xff tak\xfcn' }, 'taken'],
    [{ ends: 'cut' }, 'unanswered'],
    [{ ends: 'hello' }, 'unanswered'],
  ];
  for (const [steps, outcome] of answers) assert.equal(await outcomeWith(steps), outcome, JSON.stringify(steps));
});

test('a relay that closes at any step, in one line or more, has not taken the message, and the next try is taken once', async () => {
  for (const step of ['greets', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'ends'] as const) {
    for (const answer of ['421 4.3.2 closing', '421-4.3.2 too many\r\n421 4.3.2 connections', '450 4.7.1 greylisted']) {
      relay.taken.length = 0;
      assert.equal(await outcomeWith({ [step]: answer }), 'later', `${step} ${answer}`);
      // The relay lists a message that it read completely and then rejected; such a message does not count as accepted.
      relay.taken.length = 0;
      assert.equal(await outcomeWith({}, { isRepeated: true }), 'taken');
      assert.deepEqual(relay.taken.map(idOf), ['<message-1@example.com>']);
    }
  }
});

test('a refusal before the recipient is named is about us, so the message leaves at a later try', async () => {
  for (const step of ['greets', 'EHLO', 'MAIL'] as const) {
    assert.equal(await outcomeWith({ [step]: '550 5.7.1 not from you' }), 'later', step);
  }
  relay.answer({ RCPT: '550 5.1.1 no such mailbox' });
  await assert.rejects(sender().send(mail), { failure: 'refused', answered: 550 });
});

test('a repetition that the relay calls a duplicate is taken; a first try is not', async () => {
  const steps = { ends: '554 5.7.1 Duplicate message' };
  assert.equal(await outcomeWith(steps, { isRepeated: true }), 'taken');
  assert.equal(await outcomeWith(steps), 'refused');
  assert.equal(await outcomeWith({ RCPT: '550 duplicate recipient' }, { isRepeated: true }), 'refused');
});

test('a server that stops waits for an answer for some seconds, and not for minutes', async () => {
  relay.answer({ ends: 'silent' });
  const mails = sender();
  const silent = relay.silence();
  const sending = outcomeOf(mails.send(mail));
  await silent;
  await timers.advance(0);
  mails.close();
  await timers.advance(5_000);
  assert.equal(await sending, 'unanswered');
});

test('whatever goes wrong at any step, the next try is taken under the same name', async () => {
  for (const step of relay.steps) {
    for (const fault of relay.faultsAt(step)) {
      // Each of the four forms of other words.
      for (let form = 0; form < (fault === 'other-words' ? 4 : 1); form++) {
        relay.taken.length = 0;
        relay.turn(fault, step);
        const silent = relay.silence();
        const sending = outcomeOf(sender().send(mail));
        if (fault === 'late') {
          await silent;
          await timers.advance(10 * minuteMs);
        }
        const outcome = await sending;
        relay.mend();
        const [what, whole] = [`${fault} at ${step}: ${outcome}`, relay.taken.length];
        assert.ok(outcome !== 'refused' || fault === 'withdrawn', what);
        // A message that the relay may have is never sent under another name, and none counts as taken that the relay has not.
        assert.ok(outcome !== 'taken' || whole === 1, what);
        assert.ok(outcome !== 'unanswered' || whole === 1, what);
        if (outcome !== 'taken')
          assert.equal(await outcomeOf(sender().send({ ...mail, isRepeated: true })), 'taken', what);
        assert.ok(
          relay.taken.every((message) => idOf(message) === '<message-1@example.com>'),
          what,
        );
      }
    }
  }
  assert.equal(timers.planned(), 0);
});
