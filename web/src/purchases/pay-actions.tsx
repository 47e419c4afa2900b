// What a customer says about an order: that it is paid, with a picture as proof if there is one, or that it is not wanted any more.
import { cancelPurchase, markPurchasePaid } from '@candor/wire';
import type { Purchase } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PictureInput } from '../data/picture-input.tsx';
import { usePicture, type PictureState } from '../data/use-picture.ts';
import { useSend } from '../data/use-send.ts';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Text } from '../ui/text.tsx';
import { purchaseChanges } from './purchase-list.ts';

export function PayActions({ order: { id, state } }: { order: Purchase }): ReactNode {
  const t = useT();
  const [proof, setProof] = useState('');
  const picture = usePicture(setProof);
  const [isAsked, setAsked] = useState(false);
  const paid = useSend(markPurchasePaid, { changes: purchaseChanges });
  const cancel = useSend(cancelPurchase, { changes: purchaseChanges });
  return (
    <div className="flex flex-col gap-3">
      <ProofField proof={proof} picture={picture} />
      <Button
        isWide
        isBusy={paid.isSending}
        isDisabled={picture.progress !== undefined}
        onPress={() => void paid.send({ id, proof })}
      >
        {t('purchases.paid')}
      </Button>
      {state === 'waiting-payment' && (
        <Button look="secondary" isWide onPress={() => setAsked(true)}>
          {t('purchases.cancel')}
        </Button>
      )}
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={t('purchases.cancelTitle')}
        confirm={t('purchases.cancel')}
        look="danger"
        isBusy={cancel.isSending}
        onConfirm={() => void cancel.send({ id }).then(() => setAsked(false))}
      >
        <p>{t('purchases.cancelText')}</p>
      </Dialog>
    </div>
  );
}

function ProofField({ proof, picture }: { proof: string; picture: PictureState }): ReactNode {
  const t = useT();
  return (
    <PictureInput
      label={t('purchases.proof')}
      note={t('purchases.proofNote')}
      sending={t('purchases.proofSending')}
      picture={picture}
    >
      {proof !== '' && (
        <Text size="small" tone="good">
          {t('purchases.proofKept')}
        </Text>
      )}
    </PictureInput>
  );
}
