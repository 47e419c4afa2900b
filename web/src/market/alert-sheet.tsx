// An alert for one coin: what to wait for, typed or by a tap, and how far that is from the present price.
import { alertKinds, alertLimits, createAlert } from '@candor/wire';
import type { AlertKind, Coin, Failure } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { percentWords, priceWords } from '../session/alert-words.ts';
import { readAlertsAgain } from '../session/alerts.ts';
import { usePrice } from '../session/live/use-live.ts';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useSend } from '../session/use-send.ts';
import { useFormats, useText } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Chips, Segmented } from '../ui/choices.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';
import { finishAmount } from '../ui/type-amount.ts';
import { Words } from '../ui/words.tsx';
import { distanceOf, judgeTarget, quickPercents, quickTarget } from './alert-wish.ts';

export interface AlertSheetProps {
  coin: Coin;
  isOpen: boolean;
  onClose: () => void;
}

const atField: ReadonlySet<Failure['code']> = new Set([
  'alert-reached',
  'alert-target',
  'alert-limit',
  'amount-malformed',
  'too-many-decimals',
]);

export function AlertSheet({ coin, isOpen, onClose }: AlertSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('alerts.sheetTitle', { coin: coin.code })}>
      {isOpen && <AlertForm coin={coin} onDone={onClose} />}
    </Sheet>
  );
}

function AlertForm({ coin, onDone }: { coin: Coin; onDone: () => void }): ReactNode {
  const [t, formats, words] = [useText(), useFormats(), useRefusalWords()];
  const price = usePrice(coin.symbol);
  const [kind, setKind] = useState<AlertKind>('above');
  const [target, setTarget] = useState<{ typed: string; percent?: string }>({ typed: '' });
  const [tried, setTried] = useState<{ typed: string; failure?: Failure }>();
  const making = useSend(createAlert, { shows: ({ code }) => atField.has(code) });

  const typed = finishAmount(target.typed);
  const fault = judgeTarget({ kind, typed, price });
  const isTried = tried?.typed === typed;
  // Said when there was a chance to finish typing.
  const error = !isTried ? undefined : fault === undefined ? tried.failure && words(tried.failure) : faultWords();

  function faultWords(): string | undefined {
    if (fault === undefined || fault !== 'range') return fault && t(`alerts.${fault}`);
    const { percentMin, percentMax, priceMax } = alertLimits;
    const [min, max] = kind === 'change' ? [percentMin, percentMax] : ['0', priceMax];
    return words({ code: 'alert-target', facts: { min, max } });
  }

  async function make(): Promise<void> {
    setTried({ typed });
    if (fault !== undefined) return;
    const outcome = await making.send({ coin: coin.code, kind, target: typed });
    if (outcome === undefined) return;
    if (!outcome.ok) return setTried({ typed, failure: outcome });
    readAlertsAgain();
    toast.success(t('alerts.isSet'));
    onDone();
  }

  const away = kind === 'change' ? undefined : distanceOf(typed, price);
  const awayWords =
    away === undefined ? undefined : t('alerts.away', { percent: percentWords(away, { t, formats }, true) });
  return (
    <form
      aria-label={t('alerts.sheetTitle', { coin: coin.code })}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Words tone="secondary" size="small">
        {price !== undefined && t('alerts.now', { price: priceWords(price, coin.code, { t, formats }) })}
      </Words>
      <Segmented
        label={t('alerts.kind')}
        choices={alertKinds.map((value) => ({ value, label: t(`alerts.kind_${value}`) }))}
        value={kind}
        onChange={(chosen) => {
          setKind(chosen);
          setTarget({ typed: '' });
          setTried(undefined);
        }}
      />
      <AmountField
        label={t(kind === 'change' ? 'alerts.targetChange' : 'alerts.targetPrice')}
        coin={kind === 'change' ? '%' : 'USDT'}
        decimals={kind === 'change' ? alertLimits.percentDecimals : coin.priceDecimals}
        value={target.typed}
        onChange={(text) => setTarget({ typed: text })}
        error={error}
        hint={kind === 'change' ? t('alerts.changeHint') : (awayWords ?? t('alerts.once'))}
      />
      <Chips
        label={t('alerts.quick')}
        isEven
        choices={quickPercents[kind].map((percent) => ({
          value: percent,
          label: <QuickLabel kind={kind} percent={percent} />,
        }))}
        value={target.percent}
        onChange={(percent) =>
          setTarget({ typed: quickTarget({ kind, percent, price, decimals: coin.priceDecimals }), percent })
        }
      />
      <Button type="submit" isWide isBusy={making.isSending} className="mt-1">
        {t('alerts.set')}
      </Button>
      <TextLink to="/alerts" size="small" className="justify-center">
        {t('alerts.all')}
      </TextLink>
    </form>
  );
}

function QuickLabel({ kind, percent }: { kind: AlertKind; percent: string }): ReactNode {
  const formats = useFormats();
  const sign = { above: '+', below: '\u2212', change: '±' }[kind];
  return (
    <bdi dir="ltr" className="figure">
      {sign}
      {formats.percent(`0.${percent.padStart(2, '0')}`, { decimals: 0 })}
    </bdi>
  );
}
