// The owner's switch: whether anybody who knows the address sees this receipt.
import { getReceiptShare, shareReceipt, unshareReceipt } from '@candor/wire';
import type { ReceiptKind } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { QR } from '../ui/qr.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import { Text } from '../ui/text.tsx';

export function PublicLink(of: { kind: ReceiptKind; id: string }): ReactNode {
  const t = useT();
  const share = useSend(shareReceipt, { changes: [getReceiptShare] });
  const unshare = useSend(unshareReceipt, { changes: [getReceiptShare] });
  return (
    <Card className="mt-3 py-1">
      <Loaded read={useRead(getReceiptShare, of)} skeleton={<Skeleton className="my-2 h-10 w-full" />}>
        {({ token }) => (
          <>
            <Switch
              label={t('receipts.publicLink')}
              note={t('receipts.publicLinkNote')}
              isOn={token !== null}
              isDisabled={share.isSending || unshare.isSending}
              onChange={(isOn) => void (isOn ? share : unshare).send(of)}
            />
            {token !== null && <Address address={sharedAddress(token)} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Address({ address }: { address: string }): ReactNode {
  const t = useT();
  return (
    <div className="flex flex-col items-center gap-3 pb-3">
      <div className="flex w-full items-center gap-2">
        <Text size="small" className="min-w-0 flex-1 wrap-anywhere">
          <bdi dir="ltr">{address}</bdi>
        </Text>
        <CopyButton text={address} label={t('receipts.publicLink')} />
      </div>
      <QR text={address} label={t('receipts.publicLink')} />
    </div>
  );
}

const sharedAddress = (token: string): string => `${location.origin}/#/shared/${token}`;
