// Withdraw: a coin, a network, an address of the book, an amount with its fee and what arrives, and the proof; or the one that is under way.
import { getSecurity, queryAllUserAddress, queryWithdrawTerms, selectWithdraw } from '@candor/wire';
import type { SavedAddress, WithdrawalMessage } from '@candor/wire';
import { BookUser, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAsked, useKeptFields } from '../data/kept-fields.ts';
import { Loaded } from '../data/loaded.tsx';
import { useRead, type DataOf } from '../data/use-read.ts';
import { coinsIn, wayOf } from '../deposits/deposit-ways.ts';
import { WayChoice } from '../deposits/way-choice.tsx';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Page } from '../ui/page.tsx';
import { Note } from '../ui/text.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { isOpen } from './withdraw-rules.ts';
import { WithdrawalView } from './withdrawal-view.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const account_id = user?.account_id ?? '';
  const isEnabled = account_id !== '' && user?.account_type !== '0';
  const terms = useRead(queryWithdrawTerms, { account_id }, { isEnabled, freshMs: 0 });
  const book = useRead(queryAllUserAddress, { user_id: account_id, coin_code: '' }, { isEnabled });
  const newest = useRead(selectWithdraw, { account_id, withdraw_id: '', pagesize: 1 }, { isEnabled, freshMs: 0 });
  const actions = (
    <>
      <IconButton icon={BookUser} label={t('withdrawals.book')} to="/address" />
      <IconButton icon={History} label={t('shell.menuWithdrawHistory')} to="/withdrawhistory" />
    </>
  );
  return (
    <Page title={t('shell.menuWithdraw')} back="/asset" actions={actions}>
      {user?.account_type === '0' ? (
        <Banner tone="warn">{t('refusals.experience-no-withdrawal')}</Banner>
      ) : (
        <Loaded read={newest}>
          {({ RESULT_LIST: [last] }) =>
            last && isOpen(last) ? (
              <UnderWay withdrawal={last} />
            ) : (
              <Loaded read={terms}>
                {(found) => (
                  <Loaded read={book}>{({ RESULT_LIST }) => <Choice terms={found} book={RESULT_LIST} />}</Loaded>
                )}
              </Loaded>
            )
          }
        </Loaded>
      )}
    </Page>
  );
}

function UnderWay({ withdrawal }: { withdrawal: WithdrawalMessage }): ReactNode {
  const t = useT();
  return (
    <div className="flex flex-col gap-3 pt-2">
      <Banner tone="info">{t('refusals.withdrawal-unfinished')}</Banner>
      <WithdrawalView withdrawal={withdrawal} />
    </div>
  );
}

function Choice({
  terms,
  book,
}: {
  terms: DataOf<typeof queryWithdrawTerms>;
  book: readonly SavedAddress[];
}): ReactNode {
  // oxfmt-ignore
  const [t, formats] = [useT(), useFormats()];
  const [wanted, follow] = useAsked('coin');
  const coins = coinsIn(terms.ways);
  const [{ coin, network }, keep] = useKeptFields(
    { coin: '', network: '' },
    {
      name: 'withdrawal',
      fields: ['coin', 'network'],
      over: (kept) => ({ coin: [wanted, kept.coin].find((each) => coins.includes(each ?? '')) ?? coins[0] ?? '' }),
    },
  );
  const way = wayOf(terms.ways, { coin, network });
  const security = useRead(getSecurity, {}, { freshMs: 0 });
  const [hold] = terms.holds;
  return (
    <div className="flex flex-col gap-3 pt-2">
      <WayChoice
        ways={terms.ways}
        coin={coin}
        way={way}
        onCoin={(chosen) => {
          follow(chosen);
          keep((now) => ({ ...now, coin: chosen }));
        }}
        onNetwork={(chosen) => keep((now) => ({ ...now, network: chosen }))}
        words={{ coin: t('withdrawals.coin'), network: t('withdrawals.network'), off: t('withdrawals.off') }}
      />
      {hold && (
        <Banner tone="warn" title={t('withdrawals.holdTitle')}>
          {t('withdrawals.holdText', { time: formats.dateTime(hold.ends_at) })}
        </Banner>
      )}
      {way?.is_test === true && way.state !== 'off' && <Note>{t('withdrawals.testNote')}</Note>}
      {way?.state === 'off' && (
        <Banner tone="warn" title={t('withdrawals.offTitle', { network: way.network_title })}>
          {t(way.reason === '' ? 'withdrawals.off_no-node' : `withdrawals.off_${way.reason}`)}
        </Banner>
      )}
      {way && way.state !== 'off' && (
        <Loaded read={security}>
          {(found) => (
            <WithdrawForm
              key={`${way.coin_code} ${way.network}`}
              way={way}
              terms={terms}
              book={book}
              security={found}
            />
          )}
        </Loaded>
      )}
    </div>
  );
}
