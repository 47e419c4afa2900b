// The link of a renewal that two administrators approved, to be passed on.
import { listOperators, makeRenewalLink } from '@candor/wire';
import { Note } from '@candor/web/ui/text.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DataOf } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { LinkShown } from './link-shown.tsx';

export function RenewalPanel({ name, onClose }: { name: string; onClose: () => void }): ReactNode {
  const t = useT();
  const [made, setMade] = useState<DataOf<typeof makeRenewalLink>>();
  const { send, isSending } = useSend(makeRenewalLink, { changes: [listOperators] });
  async function submit(): Promise<void> {
    const outcome = await send({ name });
    if (outcome?.ok) setMade(outcome.data);
  }
  if (made)
    return (
      <Panel title={t('people.renewalLink')} onClose={onClose}>
        <LinkShown made={made} />
      </Panel>
    );
  return (
    <Panel
      title={t('people.renewalLink')}
      confirm={t('people.renewalDo')}
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{t('people.renewalNote', { name })}</Note>
    </Panel>
  );
}
