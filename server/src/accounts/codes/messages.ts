// What mails and SMS say of an account. A code stands in the first line, where a phone shows it.
import { securityEventKinds, type SecurityEventKind } from '@candor/wire';
import { textOf } from '../../kit/texts.ts';
import type { Language } from '../../kit/texts.ts';

/** What a code is good for, and nothing else. */
export type CodePurpose = 'register' | 'reset' | 'prove' | 'contact';

const ownTexts = ['already-registered', 'password-changed', 'trade-password-locked'] as const;
/** Events that their owner is not written to about. */
type Silent = 'login' | 'login-refused';
/** Events that their owner is written to about, and can disown. */
export type NoticedKind = Exclude<SecurityEventKind, Silent>;
export type NoticeKind = (typeof ownTexts)[number] | NoticedKind;

export const noticeKinds: readonly NoticeKind[] = [
  ...ownTexts,
  ...securityEventKinds.filter((kind) => kind !== 'login' && kind !== 'login-refused' && kind !== 'password-changed'),
];

interface Message {
  subject: string;
  text: string;
}

export const codeMessage = (purpose: CodePurpose, language: Language, code: string): Message => ({
  subject: textOf(language, 'code.subject'),
  text: textOf(language, `${purpose}-code.text`, { code }),
});

/** `link`: where whoever did not do it freezes the account. */
export function noticeMessage(kind: NoticeKind, language: Language, link?: string): Message {
  const { subject, text } = isOwn(kind)
    ? { subject: textOf(language, `${kind}.subject`), text: textOf(language, `${kind}.text`) }
    : { subject: textOf(language, `security.${kind}`), text: textOf(language, `security.${kind}`) };
  const lines = [
    ...(isOwn(kind) ? [text] : [`${text}.`, textOf(language, 'security.note')]),
    ...(link === undefined ? [] : [textOf(language, 'security.link', { link })]),
  ];
  return { subject, text: lines.join('\n') };
}

/** Words that the customer chose stand at the end of each mail. */
export const withPhrase = (language: Language, text: string, phrase: string | null): string =>
  phrase === null ? text : `${text}\n${textOf(language, 'mail.phrase', { phrase })}`;

const isOwn = (kind: NoticeKind): kind is (typeof ownTexts)[number] => (ownTexts as readonly string[]).includes(kind);
