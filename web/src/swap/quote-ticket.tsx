// A swap at once: either amount is typed, the quote says the other and is renewed while one looks, and one button accepts it.
import { submitExchange, swapTerms } from '@candor/wire';
import type { AssetCode, FailureCode } from '@candor/wire';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { useKeptFields } from '../data/kept-fields.ts';
import { useDraft } from '../data/use-draft.ts';
import { useUser } from '../session/session.ts';
import { useRefusalText } from '../text/refusal-text.ts';
import { noFigure } from '../text/formats.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Figure, Note, Text } from '../ui/text.tsx';
import { CoinAmount } from './coin-amount.tsx';
import { GivenCoin } from './given-coin.tsx';
import { swapChanges } from './swap-list.ts';
import { dayNoteOf, judgeGiven, withCoin, type Pair } from './swap-rules.ts';
import { useQuote, type Quote, type Side } from './use-quote.ts';

export interface TicketProps {
  pair: Pair;
  setPair: (pair: Pair) => void;
  available: (coin: AssetCode) => string | undefined;
  onUnverified: () => void;
  onPlaced: () => void;
}

/** After these a new quote is all that it needs. */
const renewed: ReadonlySet<FailureCode> = new Set(['quote-expired', 'quote-used', 'quote-moved', 'quote-altered']);

export const loadCountdown = () => import('../ui/countdown.tsx');
const Countdown = lazyPart(async () => (await loadCountdown()).Countdown, <span className="size-14" />);

interface Typed {
  side: Side;
  amount: string;
}
const nothingTyped: Typed = { side: 'from', amount: '' };

export function QuoteTicket({ pair, setPair, available, onUnverified, onPlaced }: TicketProps): ReactNode {
  const t = useT();
  const user = useUser();
  const refusalText = useRefusalText();
  const [typed, keepTyped, forget] = useKeptFields<Typed>(nothingTyped, { name: `swap ${pair.from} ${pair.to}`, fields: ['side', 'amount'] }); // oxfmt-ignore
  const setTyped = (next: Typed): void => keepTyped(() => next);
  const quote = useQuote(pair, typed);
  const given = typed.side === 'from' ? typed.amount : (quote.data?.base_amount ?? '');
  const received = typed.side === 'to' ? typed.amount : (quote.data?.quote_amount ?? '');
  const form = useDraft({
    kept: { fields: { given }, change: (changed) => setTyped({ side: 'from', amount: changed.given ?? '' }) },
    judge: (fields) => ({ given: judgeGiven(fields.given, pair.from, available(pair.from)) }),
    call: submitExchange,
    changes: swapChanges,
    payloadOf: () => user && quote.data && { account_id: user.account_id, quote_id: quote.data.quote_id, baseCurrency: pair.from, quoteCurrency: pair.to }, // oxfmt-ignore
    fieldOf: (code) => (code === 'insufficient-balance' ? 'given' : undefined),
    textOf: (code) => (code === 'insufficient-balance' ? 'swap.short' : undefined),
    onDone() {
      setTyped(nothingTyped);
      forget();
      onPlaced();
    },
    onRefused({ code }) {
      if (renewed.has(code)) quote.refetch();
    },
    onUnverified,
  });
  const choose = (next: Pair): void => {
    setPair(next);
    setTyped(nothingTyped);
  };
  return (
    <Form label={t('swap.ticket')} {...form.form}>
      <Card className="flex flex-col gap-3">
        <GivenCoin
          label={t('swap.give')}
          pair={pair}
          onPair={choose}
          available={available(pair.from)}
          {...form.field('given')}
        />
        <CoinAmount
          label={t('swap.receive')}
          coinLabel={t('swap.receiveCoin')}
          coin={pair.to}
          onCoin={(coin) => choose(withCoin(pair, 'to', coin))}
          available={available(pair.to)}
          value={received}
          onChange={(amount) => setTyped({ side: 'to', amount })}
        />
      </Card>
      {quote.isAsked && quote.error && !quote.data && <Banner tone="warn">{refusalText(quote.error.failure)}</Banner>}
      <QuoteLine quote={quote.data} pair={pair} />
      <Button type="submit" isWide isBusy={form.isSending} isDisabled={quote.data === undefined}>
        {t('swap.confirm')}
      </Button>
      <Text size="small" tone="secondary" align="center">
        {t('swap.noFee')}
      </Text>
    </Form>
  );
}

/** Said before the day's number of swaps at the smallest value is used up, and from then on. */
function DayNote(day: Quote['day']): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const said = dayNoteOf(day);
  if (said === undefined) return null;
  const { placed, swaps, least_value, ends_at } = day;
  return (
    <Note>
      {t(`swap.${said}`, {
        placed,
        swaps,
        min: formats.decimal(least_value, { min: 0, max: 2 }),
        time: formats.dateTime(ends_at),
      })}
    </Note>
  );
}

/** The rate both ways, and how long it is good. */
function QuoteLine({ quote, pair }: { quote: Quote | undefined; pair: Pair }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const plain = (rate: string): string => formats.decimal(rate, { min: 2, max: 10 });
  return (
    <>
      <div className="flex min-h-14 items-center justify-between gap-3">
        <span className="flex min-w-0 flex-col">
          <Text size="small" tone="secondary">
            {t('swap.rate')}
          </Text>
          {quote === undefined ? (
            <Figure>{noFigure}</Figure>
          ) : (
            <>
              <Figure>{`1 ${pair.from} = ${plain(quote.price)} ${pair.to}`}</Figure>
              <Text size="small" tone="secondary">
                <Figure>{`1 ${pair.to} = ${plain(quote.inverse_price)} ${pair.from}`}</Figure>
              </Text>
            </>
          )}
        </span>
        {quote && (
          <Countdown
            key={quote.quote_id}
            endsAt={Date.parse(quote.expires_at)}
            lengthMs={swapTerms.quoteMs}
            now={serverNow}
            label={t('swap.quoteEnds')}
          />
        )}
      </div>
      {quote && <DayNote {...quote.day} />}
    </>
  );
}
