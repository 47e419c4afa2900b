// The words that a customer chose stand at the end of each mail to them, whoever writes it: a mail without them is forged.
import type { MailSender } from '../../kit/mail.ts';
import type { Pool } from '../../kit/postgres.ts';
import { languageOf } from '../../kit/texts.ts';
import { readMailPhraseAt } from '../store.ts';
import { withPhrase } from './messages.ts';

/** An address that is nobody's, or not yet somebody's, gets the mail as it is. */
export function withMailPhrases({ pool, mail }: { pool: Pool; mail: MailSender }): MailSender {
  return {
    async send(letter) {
      const found = await readMailPhraseAt(pool, letter.to);
      const text = found ? withPhrase(languageOf(found.language), letter.text, found.phrase) : letter.text;
      await mail.send({ ...letter, text });
    },
    close: () => mail.close(),
  };
}
