// Ten new recovery codes, shown once.
import { getOperatorAccess, renewOperatorCodes } from '@candor/wire';
import { CopyButton } from '@candor/web/ui/copy-button.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { CodeList } from '../ui/code-list.tsx';
import { Panel } from '../ui/panel.tsx';

export function CodesPanel({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const [codes, setCodes] = useState<readonly string[]>();
  const { send, isSending } = useSend(renewOperatorCodes, { changes: [getOperatorAccess] });
  async function submit(): Promise<void> {
    const outcome = await send({});
    if (outcome?.ok) setCodes(outcome.data.recovery_codes);
  }
  if (codes)
    return (
      <Panel title={t('access.codes')} onClose={onClose}>
        <Note>{t('entry.codesNote')}</Note>
        <CodeList codes={codes} />
        <CopyButton text={codes.join('\n')} label={t('access.codes')} />
      </Panel>
    );
  return (
    <Panel
      title={t('access.newCodes')}
      confirm={t('access.newCodesDo')}
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{t('access.newCodesNote')}</Note>
    </Panel>
  );
}
