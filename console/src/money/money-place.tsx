// The house's money: what it holds where, paying in and out, and whether the books are right.
import { checkBooks, getHealth, houseMoneyIn, listHouseAccounts, mayPropose, rolesFor } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import type { Place } from '../queue/place.ts';
import { Loaded } from '../session/loaded.tsx';
import { useMe, type DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import type money from '../text/en/money.json';
import { useFormats, useT } from '../text/texts.ts';
import { Word } from '../text/wire-words.ts';
import { PlacePage } from '../ui/frame.tsx';
import { TitledCard } from '../ui/titled-card.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    money: typeof money;
  }
}

const everyMs = 5_000;
/** It is checked each hour. */
const hourlyMs = 60_000;

export const place: Place = {
  name: 'money',
  title: 'money.title',
  icon: Landmark,
  index: 60,
  roles: rolesFor(checkBooks),
  screens: [{ path: '/money', Screen: MoneyScreen }],
};

function MoneyScreen(): ReactNode {
  const t = useT();
  const me = useMe();
  return (
    <PlacePage
      title={t('money.title')}
      actions={
        mayPropose(houseMoneyIn, me) && (
          <>
            <Button look="secondary" isSmall to="/acts/new?kind=house-money-in&coin=USDT">
              {t('acts.houseMoneyIn')}
            </Button>
            <Button look="secondary" isSmall to="/acts/new?kind=house-money-out&coin=USDT">
              {t('acts.houseMoneyOut')}
            </Button>
          </>
        )
      }
    >
      <Books />
      <TitledCard title={t('money.accounts')}>
        <Loaded read={useRead(listHouseAccounts, {}, { everyMs })}>
          {({ accounts }) => (
            <Table
              label={t('money.accounts')}
              rows={accounts}
              keyOf={({ bucket, coin, book }) => `${bucket}${coin}${book}`}
              columns={[
                { key: 'bucket', label: t('money.bucket'), cell: ({ bucket }) => <Word kind="bucket" code={bucket} /> },
                { key: 'book', label: t('overview.book'), cell: ({ book }) => <Word kind="book" code={book} /> },
                { key: 'coin', label: t('overview.coin'), cell: ({ coin }) => coin },
                { key: 'balance', label: t('money.balance'), isFigure: true, cell: (row) => <Money amount={row.balance} coin={row.coin} /> }, // oxfmt-ignore
              ]}
            />
          )}
        </Loaded>
      </TitledCard>
    </PlacePage>
  );
}

function Books(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const [checked, setChecked] = useState<DataOf<typeof checkBooks>>();
  const last = useRead(getHealth, {}, { everyMs: hourlyMs }).data?.books;
  const { send, isSending } = useSend(checkBooks, { changes: [getHealth] });
  async function check(): Promise<void> {
    const outcome = await send({});
    if (outcome?.ok) setChecked(outcome.data);
  }
  const nameOf = ({ name, examples = [] }: DataOf<typeof checkBooks>['invariants'][number]): string =>
    examples.length === 0 ? name : t('money.ruleBrokenBy', { name, examples: examples.join(', ') });
  const broken = checked?.invariants.filter((each) => each.broken > 0) ?? [];
  return (
    <TitledCard
      title={t('money.books')}
      end={
        <Button look="secondary" isSmall isBusy={isSending} onPress={() => void check()}>
          {t('money.check')}
        </Button>
      }
    >
      <Note>{t('money.booksNote')}</Note>
      {!checked && last && (
        <Banner
          tone={last.broken.length === 0 ? 'good' : 'danger'}
          title={t('money.result', { all: last.invariants, broken: last.broken.length })}
        >
          {t(last.asked_by === null ? 'money.ofTheHour' : 'money.askedBy', { name: last.asked_by ?? '' })}{' '}
          <At at={last.checked_at} /> {last.broken.join('; ')}
        </Banner>
      )}
      {checked && (
        <>
          <Banner
            tone={broken.length === 0 ? 'good' : 'danger'}
            title={t('money.result', { all: checked.invariants.length, broken: broken.length })}
          >
            <At at={checked.checked_at} />
          </Banner>
          <Table
            label={t('money.books')}
            rows={checked.invariants}
            keyOf={({ name }) => name}
            columns={[
              { key: 'name', label: t('money.rule'), cell: nameOf },
              { key: 'checked', label: t('money.checked'), isFigure: true, cell: (row) => formats.whole(row.checked) },
              { key: 'broken', label: t('money.broken'), isFigure: true, cell: (row) => <Badge tone={row.broken === 0 ? 'good' : 'danger'}>{formats.whole(row.broken)}</Badge> }, // oxfmt-ignore
            ]}
          />
        </>
      )}
    </TitledCard>
  );
}
