// What somebody of support does to a request, each in a panel that can be filled in and sent by keys alone.
import { answerSupportTicket, claimSupportTicket, closeSupportCase, getSupportCase, listQueues, listSupportTickets, releaseSupportTicket, supportLimits } from '@candor/wire'; // oxfmt-ignore
import type { ListedSupportTicket } from '@candor/wire';
import { Note } from '@candor/web/ui/text.tsx';
import { TextArea } from '@candor/web/ui/text-area.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';
import macros from './macros.json';

interface PanelProps {
  item: ListedSupportTicket;
  onClose: () => void;
  onDone: () => void;
}
const changes = [listSupportTickets, getSupportCase, listQueues];

export function ClaimPanel({ item, onClose }: PanelProps): ReactNode {
  const t = useT();
  const isHeld = item.claimed_by !== null;
  const { send, isSending } = useSend(isHeld ? releaseSupportTicket : claimSupportTicket, { changes });
  async function submit(): Promise<void> {
    if (await send({ ticket_id: item.ticket_id })) onClose();
  }
  const name = t(isHeld ? 'support.unclaim' : 'support.claim');
  return (
    <Panel title={name} confirm={name} isBusy={isSending} onClose={onClose} onConfirm={() => void submit()}>
      <Note>{t('support.claimNote')}</Note>
    </Panel>
  );
}

const macroNames = {
  looking: 'support.macro_looking',
  details: 'support.macro_details',
  receipt: 'support.macro_receipt',
  solved: 'support.macro_solved',
} as const satisfies Record<keyof typeof macros.en, string>;
type Macro = keyof typeof macroNames;

/** In the customer's language; English where there is none. */
const macroIn = (language: string, macro: Macro): string =>
  (Object.hasOwn(macros, language) ? macros[language as keyof typeof macros] : macros.en)[macro];

/** Leaves the case open: the customer may have a further question. */
export function AnswerPanel({ item, onClose }: PanelProps): ReactNode {
  const t = useT();
  const [message, setMessage] = useState('');
  const [macro, setMacro] = useState('');
  const { send, isSending } = useSend(answerSupportTicket, { changes });
  function choose(chosen: string): void {
    setMacro(chosen);
    if (chosen !== '') setMessage(macroIn(item.language, chosen as Macro));
  }
  async function submit(): Promise<void> {
    const outcome = await send({ ticket_id: item.ticket_id, message });
    if (!outcome?.ok) return;
    toast.success(t('support.answeredToast'));
    onClose();
  }
  return (
    <Panel
      title={t('support.answer')}
      confirm={t('support.answer')}
      isBusy={isSending}
      isReady={message.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Select
        label={t('support.macro')}
        value={macro}
        onChange={choose}
        options={[
          { value: '', label: t('support.macro_none') },
          ...Object.entries(macroNames).map(([value, label]) => ({ value, label: t(label) })),
        ]}
      />
      <TextArea label={t('support.message')} value={message} onChange={setMessage} maxLength={supportLimits.messageLength} />
      <Note>{t('support.answerNote', { language: item.language })}</Note>
    </Panel>
  ); // oxfmt-ignore
}

export function ClosePanel({ item, onClose, onDone }: PanelProps): ReactNode {
  const t = useT();
  const { send, isSending } = useSend(closeSupportCase, { changes });
  async function submit(): Promise<void> {
    const outcome = await send({ ticket_id: item.ticket_id });
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('support.closedToast'));
    onDone();
  }
  return (
    <Panel
      title={t('support.close')}
      confirm={t('support.close')}
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{t('support.closeNote')}</Note>
    </Panel>
  );
}
