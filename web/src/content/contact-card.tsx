import { queryCustomerservice } from '@candor/wire';
import type { ReactNode } from 'react';
import { useRead } from '../data/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Heading, Note, Text } from '../ui/text.tsx';

/** How to reach a person: when, by the clock of the device. Without an answer it is not there. */
export function ContactCard(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { data } = useRead(queryCustomerservice, {}, { freshMs: 60_000 });
  if (!data) return null;
  const { mail, is_open: isOpen, opens_at: opensAt, closes_at: closesAt } = data;
  return (
    <section className="pt-2">
      <Heading>{t('content.contact')}</Heading>
      <Card className="flex flex-col gap-1">
        <Text weight="medium" tone={isOpen ? 'good' : 'text'}>
          {isOpen
            ? t('content.contactOpen', { time: formats.time(closesAt, 'minutes') })
            : t('content.contactClosed', { time: formats.dateTime(opensAt) })}
        </Text>
        <Note>
          {t('content.contactHours', {
            from: formats.time(opensAt, 'minutes'),
            to: formats.time(closesAt, 'minutes'),
          })}
        </Note>
        <TextLink to="/support">{t('shell.menuSupport')}</TextLink>
        <TextLink to={`mailto:${mail}`} isDocument>
          <bdi dir="ltr">{mail}</bdi>
        </TextLink>
      </Card>
    </section>
  );
}
