// One withdrawal by its id, as it goes on.
import { parseWireId, selectWithdraw } from '@candor/wire';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { WithdrawalView } from './withdrawal-view.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  const isId = parseWireId('withdrawal', id) !== undefined;
  return (
    <Page title={t('shell.menuWithdraw')} back="/withdrawhistory">
      <div className="pt-2">
        {isId ? <One id={id} /> : <EmptyState icon={SearchX} title={t('refusals.not-found')} />}
      </div>
    </Page>
  );
}

function One({ id }: { id: string }): ReactNode {
  const account_id = useUser()?.account_id ?? '';
  const read = useRead(selectWithdraw, { account_id, withdraw_id: id }, { isEnabled: account_id !== '' });
  return (
    <Loaded read={read}>
      {({ RESULT_LIST: [withdrawal] }) => withdrawal && <WithdrawalView withdrawal={withdrawal} />}
    </Loaded>
  );
}
