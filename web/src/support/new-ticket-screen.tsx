// A new request: what it is about in a line, the message, and pictures if they help. `?about=` names the order or line of the bills.
import { openSupportTicket, supportLimits } from '@candor/wire';
import type { ReactNode } from 'react';
import { useDraft } from '../data/use-draft.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { Note } from '../ui/text.tsx';
import { PictureFields, useNextPicture } from './picture-fields.tsx';
import { faultsOfTicket } from './ticket-rules.ts';
import { ticketChanges } from './ticket-list.ts';

export function Screen(): ReactNode {
  const [t, language] = [useT(), useLanguage()];
  const about = new URLSearchParams(useAddress().search).get('about') ?? '';
  const form = useDraft({
    first: { subject: '', message: '', about, pictures: [] as readonly string[] },
    keptAs: { name: 'support', fields: ['subject', 'message'] },
    judge: faultsOfTicket,
    call: openSupportTicket,
    changes: ticketChanges,
    payloadOf: ({ pictures, ...asked }) => ({ ...asked, pictures: [...pictures], language }),
    fieldOf: (code) => (code === 'not-found' ? 'about' : code === 'picture-missing' ? 'pictures' : undefined),
    onDone: ({ ticket_id: id }) => navigate(`/support/${id}`, { replace: true }),
  });
  const picture = useNextPicture(form.field('pictures'));
  return (
    <Page title={t('support.new')} back="/support">
      <Form {...form.form} className="gap-4 pt-3">
        <Field label={t('support.subject')} maxLength={supportLimits.subjectLength} {...form.field('subject')} />
        <TextArea label={t('support.message')} maxLength={supportLimits.messageLength} {...form.field('message')} />
        <Field
          label={t('support.about')}
          hint={t('support.aboutHint')}
          isOptional
          dir="ltr"
          maxLength={40}
          {...form.field('about')}
        />
        <PictureFields {...form.field('pictures')} next={picture} />
        <Note>{t('support.never')}</Note>
        <Button type="submit" isWide isBusy={form.isSending} isDisabled={picture.progress !== undefined}>
          {t('support.send')}
        </Button>
      </Form>
    </Page>
  );
}
