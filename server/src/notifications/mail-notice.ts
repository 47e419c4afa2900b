// Sends a notification as a mail, with a link to unsubscribe from its kind.
import { mailHostOf } from '../kit/mail.ts';
import { languageOf, textOf } from '../kit/texts.ts';
import { wayOf, wordsOf } from './catalogue.ts';
import { unknownKind, type Outcome, type Send } from './delivery-outcome.ts';

export const mailNotice: Send = async (delivery, { turns, mail, addressOf, catalogue, links, origin }) => {
  const { accountId, notificationId, kind, says, facts, path, tries } = delivery;
  const listed = catalogue.get(kind);
  if (!listed) return unknownKind;
  const address = await addressOf(accountId);
  if (!address || address.email === null) return { result: 'gone', reason: 'no-address' };
  const { email: to } = address;
  const language = languageOf(address.language);
  const { title, body } = wordsOf(listed, { says, facts, language });
  const lines = [body, textOf(language, 'notice.more', { link: `${origin}/#${path}` })];
  const token = wayOf(listed, 'mail') === 'always' ? undefined : links.tokenOf({ accountId, kind });
  if (token !== undefined) lines.push(textOf(language, 'notice.unsubscribe', { link: links.pageOf(token) }));
  const unsubscribe = token === undefined ? {} : { unsubscribeUrl: links.urlOf(token) };
  const text = lines.join('\n\n');
  const host = mailHostOf(to);
  const outcome = await turns.within(host, async (): Promise<Outcome> => {
    await mail.send({ to, kind, subject: title, text, id: notificationId, isRepeated: tries > 1, ...unsubscribe });
    return { result: 'sent' };
  });
  return outcome === 'busy' ? { result: 'busy', host } : outcome;
};
