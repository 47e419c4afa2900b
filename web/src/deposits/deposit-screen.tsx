// Deposit: a coin, a network, the own address there, and what is arriving, counted live.
import { findCoinAddressByAccount } from '@candor/wire';
import type { DepositWay } from '@candor/wire';
import { ArrowDownToLine } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useList } from '../data/use-list.ts';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { useAddress } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { PagedList } from '../data/paged-list.tsx';
import { List } from '../ui/list.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Heading } from '../ui/text.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { depositList } from './deposit-list.ts';
import { DepositRow } from './deposit-row.tsx';
import { coinsIn, wayOf } from './deposit-ways.ts';
import { WayCard } from './way-card.tsx';
import { WayChoice } from './way-choice.tsx';

/** A network that starts says so itself no sooner than it is asked. */
const startingMs = 1_500;

export function Screen(): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const asked = { user_id: accountId, coin_code: '' };
  const ways = useRead(findCoinAddressByAccount, asked, { isEnabled: accountId !== '', freshMs: 5_000 });
  return (
    <Page title={t('shell.menuDeposit')} back="/asset">
      <Loaded read={ways}>
        {({ RESULT_LIST }) => (
          <>
            <Choice ways={RESULT_LIST} accountId={accountId} />
            {RESULT_LIST.some(({ state }) => state === 'starting') && <AskAgain asked={asked} />}
          </>
        )}
      </Loaded>
      <section className="mt-6">
        <Heading end={<TextLink to="/rechargehistory">{t('deposits.all')}</TextLink>}>{t('deposits.mine')}</Heading>
        <Newest accountId={accountId} />
      </section>
    </Page>
  );
}

function AskAgain({ asked }: { asked: { user_id: string; coin_code: string } }): ReactNode {
  useRead(findCoinAddressByAccount, asked, { everyMs: startingMs });
  return null;
}

function Choice({ ways, accountId }: { ways: readonly DepositWay[]; accountId: string }): ReactNode {
  const t = useT();
  const wanted = new URLSearchParams(useAddress().search).get('coin') ?? undefined;
  const coins = coinsIn(ways);
  const [coin, setCoin] = useState(wanted !== undefined && coins.includes(wanted) ? wanted : coins[0]);
  const [network, setNetwork] = useState<string>();
  const way = wayOf(ways, { coin, network });
  return (
    <div className="flex flex-col gap-3 pt-2">
      <WayChoice
        ways={ways}
        coin={coin}
        way={way}
        onCoin={setCoin}
        onNetwork={setNetwork}
        words={{ coin: t('deposits.coin'), network: t('deposits.network'), off: t('deposits.off') }}
      />
      {way && <WayCard way={way} accountId={accountId} />}
    </div>
  );
}

function Newest({ accountId }: { accountId: string }): ReactNode {
  const t = useT();
  const list = useList(depositList, { user_id: accountId, txid: '' }, { isEnabled: accountId !== '' });
  return (
    <PagedList
      list={list}
      empty={<EmptyState icon={ArrowDownToLine} title={t('deposits.none')} note={t('deposits.noneNote')} />}
      render={(deposits) => (
        <List label={t('deposits.mine')}>
          {deposits.map((deposit) => (
            <DepositRow key={deposit.deposit_id} deposit={deposit} />
          ))}
        </List>
      )}
    />
  );
}
