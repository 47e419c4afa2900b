// Tables of the rates and of the answers of their source.
import { mayPropose, setCurrencyRate, type getRatesDesk, type RateState } from '@candor/wire';
import { Badge, type BadgeTone } from '@candor/web/ui/badge.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import type { ReactNode } from 'react';
import { Ago, At } from '../queue/ago.tsx';
import { useNow } from '../session/now.ts';
import { useMe, type DataOf } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';

type Desk = DataOf<typeof getRatesDesk>;
type Rate = Desk['currencies'][number];
type Answer = Desk['answers'][number];

const tones: Record<RateState, BadgeTone> = {
  good: 'good',
  late: 'warn',
  old: 'danger',
  doubted: 'danger',
  missing: 'danger',
};

export function RatesTable({ rates }: { rates: readonly Rate[] }): ReactNode {
  const [t, me, formats] = [useT(), useMe(), useFormats()];
  const maySet = mayPropose(setCurrencyRate, me);
  return (
    <Table
      label={t('currencies.inForce')}
      rows={rates}
      keyOf={({ code }) => code}
      columns={[
        { key: 'code', label: t('currencies.currency'), cell: ({ code }) => code },
        { key: 'state', label: t('currencies.state'), cell: (rate) => <StateOfRate rate={rate} /> },
        {
          key: 'rate',
          label: t('currencies.rate'),
          isFigure: true,
          cell: ({ per_usd: rate }) => formats.decimal(rate, { min: 2, max: 6 }),
        },
        { key: 'day', label: t('currencies.day'), cell: ({ day }) => (day === null ? '' : <AgeOfDay day={day} />) },
        {
          key: 'source',
          label: t('currencies.source'),
          cell: ({ source }) => (source === null ? '' : t(`currencies.source_${source}`)),
        },
        {
          key: 'offered',
          label: t('currencies.offered'),
          cell: (rate) => t(rate.is_offered ? 'currencies.yes' : 'currencies.no'),
        },
        { key: 'until', label: t('currencies.goodUntil'), cell: (rate) => <At at={rate.good_until} /> },
        { key: 'expected', label: t('currencies.expectedBy'), cell: (rate) => <At at={rate.expected_by} /> },
        { key: 'doubt', label: t('currencies.doubt'), cell: (rate) => <DoubtOfRate rate={rate} /> },
        { key: 'act', label: '', cell: (rate) => maySet && isOpenToOperators(rate) && <SetRate code={rate.code} /> },
      ]}
    />
  );
}

/** Returns whether operators may set a rate: they may not while the source's own rate is good. */
const isOpenToOperators = ({ source, state }: Rate): boolean =>
  source !== 'bank' || state === 'old' || state === 'doubted';

function SetRate({ code }: Pick<Rate, 'code'>): ReactNode {
  const t = useT();
  return (
    <span className="whitespace-nowrap">
      <TextLink to={`/acts/new?kind=set-currency-rate&currency=${code}`} size="small">
        {t('currencies.setRate')}
      </TextLink>
    </span>
  );
}

/** Shows a problem in a neutral tone if no coins are sold in the currency, since nobody has to act. */
function StateOfRate({ rate: { state, is_offered: isOffered } }: { rate: Rate }): ReactNode {
  const t = useT();
  return (
    <Badge tone={isOffered ? tones[state] : state === 'good' ? 'good' : 'neutral'}>
      {t(`currencies.state_${state}`)}
    </Badge>
  );
}

const dayMs = 24 * 3_600_000;

/** Shows the day, and how many days ago it was. */
function AgeOfDay({ day }: { day: string }): ReactNode {
  const [formats, now] = [useFormats(), useNow()];
  const [today, at] = [Math.floor(now / dayMs) * dayMs, Date.parse(`${day}T00:00:00Z`)];
  const date = formats.date(`${day}T12:00:00Z`);
  return at < today ? `${date} · ${formats.relative(at, today)}` : date;
}

function DoubtOfRate({ rate: { doubt } }: { rate: Rate }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  if (doubt === null) return null;
  const listed = {
    rate: formats.decimal(doubt.per_usd, { min: 2, max: 6 }),
    day: formats.date(`${doubt.day}T12:00:00Z`),
  };
  return t(doubt.is_answered ? 'currencies.doubtAnswered' : 'currencies.doubtOf', listed);
}

export function AnswersTable({ answers }: { answers: readonly Answer[] }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Table
      label={t('currencies.answers')}
      rows={answers}
      keyOf={(answer) => `${answer.first_at}${answer.outcome}${answer.reason}`}
      columns={[
        { key: 'last', label: t('currencies.lastAt'), cell: (answer) => <Ago at={answer.last_at} /> },
        {
          key: 'outcome',
          label: t('currencies.outcome'),
          cell: ({ outcome }) => (
            <Badge tone={outcome === 'failed' ? 'danger' : outcome === 'older' ? 'warn' : 'good'}>
              {t(`currencies.outcome_${outcome}`)}
            </Badge>
          ),
        },
        {
          key: 'day',
          label: t('currencies.listDay'),
          cell: ({ day }) => (day === null ? '' : formats.date(`${day}T12:00:00Z`)),
        },
        { key: 'detail', label: t('currencies.detail'), cell: (answer) => <DetailOf answer={answer} /> },
        { key: 'times', label: t('currencies.times'), isFigure: true, cell: ({ times }) => formats.whole(times) },
        { key: 'first', label: t('currencies.firstAt'), cell: (answer) => <At at={answer.first_at} /> },
      ]}
    />
  );
}

function DetailOf({ answer: { reason, missing, doubted, changed } }: { answer: Answer }): ReactNode {
  const t = useT();
  const lists = { missing, doubted, changed };
  const parts = (['missing', 'doubted', 'changed'] as const)
    .filter((name) => lists[name].length > 0)
    .map((name) => t(`currencies.${name}`, { currencies: lists[name].join(', ') }));
  return [...(reason === '' ? [] : [reason]), ...parts].join(' · ');
}
