// What an act is confirmed with: what a refusal empties, where it stands, and what the server turns out to ask for.
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls } from './support/wire.ts';
import { wordsOf } from './support/words.ts';

afterEach(closeApp);

const word = wordsOf('en');
const unprotected = { authenticator: false, passkeys: 0, trade_password: true, verified: true, frozen: false, mail_phrase: false, holds: [] }; // oxfmt-ignore
const phrase = page.getByRole('textbox', { name: word('security.phrase') });
const password = page.getByLabelText(word('security.password'), { exact: true });
const code = page.getByRole('textbox', { name: word('register.code') });
const factor = page.getByRole('textbox', { name: word('ui.factor') });

/** A phrase is sent and refused; afterwards the server says of the account's protection what is given. */
async function refusedWith(refused: string, then: object = unprotected): Promise<string[]> {
  let security: object = unprotected;
  const asked = answerCalls((call) => {
    if (call === '/api/security') return { data: security };
    if (!call.startsWith('/api/security/')) return 'pending';
    security = then;
    return { refused };
  });
  await openApp({ path: '/mail-phrase' });
  await userEvent.fill(phrase, 'tea for two');
  await userEvent.fill(password, 'correct horse');
  await userEvent.fill(code, '123456');
  await userEvent.click(page.getByRole('button', { name: word('security.phraseSave') }));
  return asked;
}

test('a code that was used up by what was refused for another reason is typed anew', async () => {
  await refusedWith('address-taken');
  await expect.element(code).toHaveValue('');
  await expect.element(password).toHaveValue('correct horse');
  await expect.element(phrase).toHaveValue('tea for two');
});

test('a wrong password is said at its field, in words of that password, and costs no code', async () => {
  await refusedWith('password-wrong');
  await expect.element(page.getByText(word('security.passwordWrong'))).toBeVisible();
  await expect.element(password).toHaveFocus();
  await expect.element(code).toHaveValue('123456');
});

test('an account that is protected otherwise by now is asked for that', async () => {
  await refusedWith('second-factor-required', { ...unprotected, authenticator: true });
  await expect.element(factor).toBeVisible();
  await expect.element(code).not.toBeInTheDocument();
  await expect.element(phrase).toHaveValue('tea for two');
});
