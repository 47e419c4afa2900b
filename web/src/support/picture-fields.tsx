// Up to three pictures of a message: sent as soon as they are chosen, and taken off again.
import { supportLimits } from '@candor/wire';
import type { FailureCode } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { sendPicture } from '../data/send-picture.ts';
import type { DraftField } from '../data/use-draft.ts';
import { useRefusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { FileField } from '../ui/file-field.tsx';
import { List, Row } from '../ui/list.tsx';
import { Note } from '../ui/text.tsx';

const sendMaxMs = 120_000;

export function PictureFields({ value, onChange, error }: DraftField<readonly string[]>): ReactNode {
  const [t, words] = [useT(), useRefusalText()];
  const [fault, setFault] = useState<FailureCode>();
  const [isSending, setSending] = useState(false);

  async function send(file: File): Promise<void> {
    setFault(undefined);
    setSending(true);
    const sent = await sendPicture(file, { onProgress: () => undefined, signal: AbortSignal.timeout(sendMaxMs) });
    setSending(false);
    if ('code' in sent) setFault(sent.code);
    else onChange([...value, sent.path]);
  }

  const said = fault ? words({ code: fault, facts: {} }) : error;
  return (
    <div className="flex flex-col gap-2">
      {value.length > 0 && (
        <List isCard label={t('support.pictures')}>
          {value.map((path, place) => (
            <Row
              key={path}
              title={t('support.picture', { number: place + 1 })}
              end={
                <Button
                  isSmall
                  look="quiet"
                  label={t('support.removeOne', { number: place + 1 })}
                  onPress={() => onChange(value.filter((other) => other !== path))}
                >
                  {t('support.remove')}
                </Button>
              }
            />
          ))}
        </List>
      )}
      {value.length < supportLimits.pictures && !isSending && (
        <FileField
          label={t('support.addPicture')}
          note={t('support.picturesNote', { count: supportLimits.pictures })}
          accept="image/jpeg,image/png,image/webp"
          onFile={(file) => void send(file)}
        />
      )}
      <span role="status">{isSending && <Note>{t('support.pictureSending')}</Note>}</span>
      {said !== undefined && <Banner tone="danger">{said}</Banner>}
    </div>
  );
}
