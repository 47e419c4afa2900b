// Exchange rates: which are in force and until when, which are late or doubted, what the source answered, and how to ask it again.
import { askRates, getRatesDesk, letsIn, mayPropose, setCurrencyRate } from '@candor/wire';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Place } from '../queue/place.ts';
import { Loaded } from '../session/loaded.tsx';
import { useMe, type DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import type currencies from '../text/en/currencies.json';
import { useT } from '../text/texts.ts';
import { PlacePage } from '../ui/frame.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { AnswersTable, RatesTable } from './rate-tables.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    currencies: typeof currencies;
  }
}

const everyMs = 10_000;

export const place: Place = {
  name: 'currencies',
  title: 'currencies.title',
  icon: Coins,
  index: 42,
  screens: [{ path: '/currencies', Screen: RatesScreen }],
};

function RatesScreen(): ReactNode {
  const [t, me] = [useT(), useMe()];
  const read = useRead(getRatesDesk, {}, { everyMs });
  return (
    <PlacePage
      title={t('currencies.title')}
      actions={
        mayPropose(setCurrencyRate, me) && (
          <Button look="secondary" isSmall to="/acts/new?kind=set-currency-rate">
            {t('acts.setCurrencyRate')}
          </Button>
        )
      }
    >
      <Loaded read={read}>
        {({ has_source: hasSource, currencies: rates, answers }) => (
          <>
            <Stopped rates={rates} />
            <TitledCard title={t('currencies.inForce')}>
              <Note>{t('currencies.note')}</Note>
              <RatesTable rates={rates} />
            </TitledCard>
            <TitledCard title={t('currencies.answers')} end={hasSource && letsIn(askRates, me) && <AskNow />}>
              <Note>{t(hasSource ? 'currencies.answersNote' : 'currencies.noSource')}</Note>
              {answers.length > 0 ? (
                <AnswersTable answers={answers} />
              ) : (
                hasSource && <Note>{t('currencies.noAnswers')}</Note>
              )}
            </TitledCard>
          </>
        )}
      </Loaded>
    </PlacePage>
  );
}

/** Currencies in which coins are sold but nobody can buy, with advice. */
function Stopped({ rates }: { rates: DataOf<typeof getRatesDesk>['currencies'] }): ReactNode {
  const t = useT();
  const offered = rates.filter((rate) => rate.is_offered);
  const codes = (states: readonly string[]): string =>
    offered
      .filter(({ state }) => states.includes(state))
      .map(({ code }) => code)
      .join(', ');
  const [refused, doubted] = [codes(['old', 'missing']), codes(['doubted'])];
  return (
    <>
      {doubted !== '' && (
        <Banner tone="danger" title={t('currencies.doubtedTitle', { currencies: doubted })}>
          {t('currencies.doubtedNote')}
        </Banner>
      )}
      {refused !== '' && (
        <Banner tone="danger" title={t('currencies.refusedTitle', { currencies: refused })}>
          {t('currencies.refusedNote')}
        </Banner>
      )}
    </>
  );
}

function AskNow(): ReactNode {
  const t = useT();
  const { send, isSending } = useSend(askRates, { changes: [getRatesDesk] });
  async function ask(): Promise<void> {
    const reply = await send({});
    if (!reply?.ok) return;
    const { outcome } = reply.data;
    if (outcome === 'failed') toast.error(t('currencies.asked_failed'));
    else toast.success(t(`currencies.asked_${outcome}`));
  }
  return (
    <Button look="secondary" isSmall isBusy={isSending} onPress={() => void ask()}>
      {t('currencies.ask')}
    </Button>
  );
}
