// The address book: each with its network, its hold, and the way out of the book.
import { deleteUserAddress, queryAllUserAddress, queryWithdrawTerms } from '@candor/wire';
import type { SavedAddress } from '@candor/wire';
import { BookUser, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Figure } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';
import { HeldUntil, HoldLeft } from './address-choice.tsx';
import { Guest } from './guest.tsx';
import { shortAddress } from '../ui/short-address.ts';

export function Screen(): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const isEnabled = accountId !== '';
  const book = useRead(queryAllUserAddress, { user_id: accountId, coin_code: '' }, { isEnabled });
  const terms = useRead(queryWithdrawTerms, { account_id: accountId }, { isEnabled });
  const [leaving, setLeaving] = useState<SavedAddress>();
  const remove = useSend(deleteUserAddress, { changes: [queryAllUserAddress] });

  async function removeNow(): Promise<void> {
    if (!leaving) return;
    const outcome = await remove.send({ user_id: accountId, address_id: leaving.address_id });
    setLeaving(undefined);
    if (outcome?.ok) toast.success(t('withdrawals.deleted'));
  }

  const add = isEnabled && <IconButton icon={Plus} label={t('withdrawals.add')} to="/addaddress" />;
  return (
    <Page title={t('shell.menuAddresses')} back="/withdraw" actions={add}>
      {!isEnabled && <Guest />}
      {isEnabled && (
        <Loaded read={book}>
          {({ RESULT_LIST }) =>
            RESULT_LIST.length === 0 ? (
              <EmptyState
                icon={BookUser}
                title={t('withdrawals.none')}
                note={t('withdrawals.noneNote')}
                action={<Button to="/addaddress">{t('withdrawals.add')}</Button>}
              />
            ) : (
              <List label={t('shell.menuAddresses')}>
                {RESULT_LIST.map((address) => (
                  <Row
                    key={address.address_id}
                    start={<CoinIcon coin={address.coin_code} />}
                    title={address.address_name}
                    note={<Where saved={address} />}
                    end={
                      <span className="flex items-center gap-1">
                        <HoldLeft address={address} holdSeconds={terms.data?.hold_seconds ?? 86_400} />
                        <IconButton
                          icon={Trash2}
                          label={t('withdrawals.delete', { name: address.address_name })}
                          onPress={() => setLeaving(address)}
                        />
                      </span>
                    }
                  />
                ))}
              </List>
            )
          }
        </Loaded>
      )}
      <Dialog
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t('withdrawals.deleteTitle')}
        confirm={t('withdrawals.deleteNow')}
        look="danger"
        isBusy={remove.isSending}
        onConfirm={() => void removeNow()}
      >
        {t('withdrawals.deleteText', { name: leaving?.address_name ?? '' })}
      </Dialog>
    </Page>
  );
}

const Where = ({ saved }: { saved: SavedAddress }): ReactNode => {
  const t = useT();
  const { address_ip: address, coin_code: coin, network_title: network } = saved;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span>{t('withdrawals.coinOn', { coin, network })}</span>
      <span dir="ltr" className="inline-flex items-center">
        <Figure>{shortAddress(address)}</Figure>
        <CopyButton text={address} label={t('withdrawals.address')} />
      </span>
      <HeldUntil address={saved} />
    </span>
  );
};
