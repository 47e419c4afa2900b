// Another e-mail address or phone number, with codes to the new one and to the one before.
import { changeContact, codeTiming, countries, getSecurity, sendContactCode, type Failure } from '@candor/wire';
import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useDraft, type Draft } from '../data/use-draft.ts';
import { useRead, type DataOf } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { useMode } from '../device/mode.ts';
import { preferences } from '../device/preferences.ts';
import { AddressField } from '../register/address-field.tsx';
import { CodeField } from '../register/code-field.tsx';
import { OutboxHint } from '../register/outbox-hint.tsx';
import { areaCodeOf } from '../device/area-code.ts';
import { serverNow } from '../device/server-clock.ts';
import { recipientOf } from '../register/register-rules.ts';
import { storeUser, useUser } from '../session/session.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { navigate } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { Text } from '../ui/text.tsx';
import { contactFaults, contactFieldOf, type ContactFields } from './contact-rules.ts';
import { ConfirmFields } from './confirm-fields.tsx';
import { ownerProof } from './owner-proof.ts';
import { noProof, payloadOfWholeProof, type ProofNeeds } from './proof-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const security = useRead(getSecurity, {}, { isEnabled: user !== null, freshMs: 0 });
  const isReached = user !== null && (user.user_name.includes('@') || user.user_phone !== null);
  return (
    <Page title={t('shell.changeContact')} back="/security">
      <div className="flex flex-col gap-3 pt-4">
        <Text as="p" tone="secondary">
          {t('security.contactIntro')}
        </Text>
        {isReached && (
          <Text as="p">
            {t('security.contactNow')} <bdi>{user.user_name.includes('@') ? user.user_name : user.user_phone}</bdi>
          </Text>
        )}
        <Banner tone="warn">{t('security.contactHold')}</Banner>
      </div>
      <Loaded read={security} skeleton={<SkeletonList rows={4} />}>
        {(found) => <ContactForm security={found} />}
      </Loaded>
    </Page>
  );
}

function firstFields(): ContactFields {
  const areaCode = areaCodeOf(preferences());
  const country = countries.find((each) => each.areaCode === areaCode)?.iso ?? 'JP';
  return { channel: 'email', email: '', country, areaCode, phone: '', addressCode: '', ...noProof };
}

function ContactForm({ security }: { security: DataOf<typeof getSecurity> }): ReactNode {
  const t = useT();
  const password = useRef<HTMLInputElement>(null);
  const proof = ownerProof('contact', security);
  const form = useDraft({
    first: firstFields,
    judge: (fields) => contactFaults(fields, proof.needs),
    call: changeContact,
    changes: [getSecurity],
    payloadOf: ({ password, code, messageCode, addressCode, ...address }) => ({
      ...payloadOfWholeProof({ password, code, messageCode }),
      address: recipientOf(address),
      address_code: addressCode.trim(),
    }),
    ...proof.refusals,
    fieldOf: (refused, { channel }) => contactFieldOf(refused, channel, proof.needs),
    onDone(user) {
      storeUser(user);
      toast.success(t('security.contactChanged'));
      navigate('/security', { replace: true });
    },
  });
  return (
    <Form className="gap-4 pt-4" {...form.form}>
      <AddressField form={form} />
      <NewAddressCode form={form} needs={proof.needs} next={password} />
      <ConfirmFields form={form} proof={proof} passwordRef={password} />
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('security.contactChange')}
      </Button>
    </Form>
  );
}

function useContactCode() {
  const language = useLanguage();
  const sending = useSend(sendContactCode, { shows: () => true });
  const [sent, setSent] = useState<{ to: string; at: number }>();
  /** Undefined when it was sent, or when one is under way. */
  async function ask(address: string): Promise<Failure | undefined> {
    const outcome = await sending.send({ address, language });
    if (outcome === undefined) return undefined;
    if (!outcome.ok) return outcome;
    setSent({ to: address, at: serverNow() });
    return undefined;
  }
  return { sent, ask, isSending: sending.isSending };
}

interface NewAddressCodeProps {
  form: Draft<ContactFields>;
  needs: ProofNeeds;
  /** The field after it. */
  next: RefObject<HTMLInputElement | null>;
}

function NewAddressCode({ form, needs, next }: NewAddressCodeProps): ReactNode {
  const t = useT();
  const isDemo = useMode() === 'demo';
  const input = useRef<HTMLInputElement>(null);
  const { sent, ask, isSending } = useContactCode();
  const { channel } = form.fields;
  const recipient = recipientOf(form.fields);
  const isHere = sent?.to === recipient;

  async function send(): Promise<void> {
    if (form.check(channel)) return;
    const failure = await ask(recipient);
    if (failure) form.check(contactFieldOf(failure.code, channel, needs) ?? 'addressCode', failure);
    else input.current?.focus();
  }

  const field = form.field('addressCode');
  return (
    <>
      <CodeField
        field={{ ...field, ref: input }}
        label={t('security.contactCode')}
        hint={isHere ? t('security.codeSentTo', { recipient }) : undefined}
        nextAt={isHere ? sent.at + codeTiming.betweenSendsMs : 0}
        isAgain={isHere}
        isSending={isSending}
        onSend={() => void send()}
      />
      {isDemo && isHere && (
        <OutboxHint recipient={recipient} sentAt={sent.at} onUse={field.onChange} focusNext={() => next.current} />
      )}
    </>
  );
}
