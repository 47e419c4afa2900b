// The second account with bonus money: shown to whom it is open, and to whoever has one, with the number that it logs in by.
import { openExperience, passwordLength, passwordSize, queryExperience } from '@candor/wire';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useDraft } from '../data/use-draft.ts';
import { useRead } from '../data/use-read.ts';
import type { DataOf } from '../data/use-read.ts';
import { useT } from '../text/texts.ts';
import { Translated } from '../text/translated.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Form } from '../ui/form.tsx';
import { Money } from '../ui/money.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Text } from '../ui/text.tsx';

type Offer = DataOf<typeof queryExperience>;

const shown: ReadonlySet<Offer['state']> = new Set(['unverified', 'ready', 'opened']);

/** Nothing for whom none is on offer: a page of settings is no place to say so. */
export function ExperienceCard(): ReactNode {
  const t = useT();
  const offer = useRead(queryExperience, {}).data;
  if (!offer || !shown.has(offer.state)) return null;
  return (
    <Card className="mt-3 flex flex-col gap-3" label={t('personal.experience')}>
      <div className="flex items-center gap-3">
        <RowIcon icon={Sparkles} />
        <span className="flex min-w-0 flex-1 flex-col">
          <Text as="h2" weight="strong">
            {t('personal.experience')}
          </Text>
          {offer.state !== 'opened' && <About offer={offer} />}
        </span>
      </div>
      {offer.user_number !== null && <OwnNumber number={offer.user_number} />}
      {offer.state === 'unverified' && (
        <Text size="small" tone="secondary">
          {t('personal.experienceUnverified')}
        </Text>
      )}
      {offer.state === 'ready' && <Opening />}
    </Card>
  );
}

const About = ({ offer: { amount, coin } }: { offer: Offer }): ReactNode => (
  <Text size="small" tone="secondary">
    <Translated
      id="personal.experienceText"
      values={{ amount: <Money amount={amount} coin={coin} precision="short" hasCoin size="small" tone="secondary" /> }}
    />
  </Text>
);

function OwnNumber({ number }: { number: string }): ReactNode {
  const t = useT();
  return (
    <div className="flex items-center justify-between gap-2">
      <Text className="min-w-0">{t('personal.experienceLogIn', { number })}</Text>
      <CopyButton text={number} label={t('personal.number')} />
    </div>
  );
}

function Opening(): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" isWide onPress={() => setOpen(true)}>
        {t('personal.experienceOpen')}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('personal.experience')}>
        {isOpen && <OpeningForm onDone={() => setOpen(false)} />}
      </Sheet>
    </>
  );
}

function OpeningForm({ onDone }: { onDone: () => void }): ReactNode {
  const t = useT();
  const form = useDraft({
    first: { password: '' },
    judge({ password }) {
      const size = passwordSize(password);
      const isWrong = size < passwordLength.min || size > passwordLength.max;
      return isWrong ? { password: { name: 'refusals.password-length', values: passwordLength } } : {};
    },
    call: openExperience,
    changes: [queryExperience],
    payloadOf: ({ password }) => ({ user_password: password }),
    fieldOf: (code) => (code === 'password-length' || code === 'password-weak' ? 'password' : undefined),
    onDone,
  });
  return (
    <Form className="gap-4" {...form.form}>
      <Banner tone="info">{t('personal.experienceHow')}</Banner>
      <PasswordField
        label={t('personal.experiencePassword')}
        autoComplete="new-password"
        enterKeyHint="go"
        strengthOf={form.fields.password}
        {...form.field('password')}
      />
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('personal.experienceOpen')}
      </Button>
    </Form>
  );
}
