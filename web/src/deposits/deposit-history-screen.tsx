// All deposits, and one by the id of its transaction.
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { Field } from '../ui/field.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { ContractPaid } from './contract-paid.tsx';
import { depositList } from './deposit-list.ts';
import { DepositRow } from './deposit-row.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const [typed, setTyped] = useState('');
  const txid = typed.trim().toLowerCase();
  const list = useList(depositList, { user_id: accountId, txid }, { isEnabled: accountId !== '' });
  return (
    <Page title={t('shell.menuDepositHistory')} back="/recharge">
      <div className="flex flex-col gap-3 pt-2">
        <Field
          label={t('deposits.find')}
          hint={t('deposits.findHint')}
          value={typed}
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          onChange={setTyped}
        />
        <ContractPaid accountId={accountId} txid={list.data?.length === 0 ? txid : ''} />
        <PagedList
          list={list}
          empty={
            <EmptyState
              icon={SearchX}
              title={t(txid === '' ? 'deposits.none' : 'deposits.notFound')}
              note={t(txid === '' ? 'deposits.noneNote' : 'deposits.notFoundNote')}
            />
          }
          render={(deposits) => (
            <List label={t('shell.menuDepositHistory')}>
              {deposits.map((deposit) => (
                <DepositRow key={deposit.deposit_id} deposit={deposit} />
              ))}
            </List>
          )}
        />
      </div>
    </Page>
  );
}
