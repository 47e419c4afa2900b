// The second account with bonus money: shown to whom it is open, and to whoever has one, with the number that it logs in by.
import { openExperience, queryExperience } from '@candor/wire';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { NewPasswordForm, newPassword } from '../data/new-password-form.tsx';
import { useDraft } from '../data/use-draft.ts';
import { useRead } from '../data/use-read.ts';
import type { DataOf } from '../data/use-read.ts';
import { useT } from '../text/texts.ts';
import { Translated } from '../text/translated.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Money } from '../ui/money.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Text } from '../ui/text.tsx';

type Offer = DataOf<typeof queryExperience>;

const shown: ReadonlySet<Offer['state']> = new Set(['unverified', 'ready', 'opened']);

/** Nothing for whom none is on offer: a page of settings is no place to say so. */
export function ExperienceCard(): ReactNode {
  const t = useT();
  // Whoever comes from the notice of an offer may have looked here a moment before it.
  const offer = useRead(queryExperience, {}, { freshMs: 0 }).data;
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
  const draft = useDraft({ ...newPassword, call: openExperience, changes: [queryExperience], onDone });
  return (
    <NewPasswordForm
      draft={draft}
      text={t('personal.experienceHow')}
      label={t('personal.experiencePassword')}
      submit={t('personal.experienceOpen')}
    />
  );
}
