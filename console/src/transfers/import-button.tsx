// Takes in a statement of a bank, as a file.
import { currencyCodes, importStatement, letsIn, listPurchases, listTransfers } from '@candor/wire';
import type { RefusalCode } from '@candor/wire';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { FileField } from '@candor/web/ui/file-field.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useMe } from '../session/session.ts';
import { refetch } from '../session/use-read.ts';
import { refusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';

export function ImportButton(): ReactNode {
  const t = useT();
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  if (!letsIn(importStatement, me)) return null;
  return (
    <>
      <Button isSmall onPress={() => setOpen(true)}>
        {t('transfers.import')}
      </Button>
      {isOpen && <ImportPanel onClose={() => setOpen(false)} />}
    </>
  );
}

interface Counts {
  lines: number;
  added: number;
  matched: number;
  doubtful: number;
  reversed: number;
  unreadable: number;
  unknown_returns: number;
  pending: number;
}
interface Taken extends Counts {
  problems: { line: number; reason: string }[];
  returns: { booked_on: string; amount: string; text: string }[];
}
const asFile = 'as-file';
interface Said {
  currency: string;
  dates: string;
}
type Answer = { data: Taken } | { code: RefusalCode; facts: Record<string, string> };

function ImportPanel({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const [file, setFile] = useState<File>();
  const [isSending, setSending] = useState(false);
  const [leftOut, setLeftOut] = useState<Taken>();
  const [said, setSaid] = useState<Said>({ currency: asFile, dates: asFile });

  async function submit(): Promise<void> {
    if (!file || isSending) return;
    setSending(true);
    const answer = await sendStatement(file, said);
    setSending(false);
    if ('code' in answer) {
      toast.error(refusalText({ ok: false, httpStatus: 400, ...answer } as never));
      return;
    }
    const { problems, returns, ...counts } = answer.data;
    void refetch(listTransfers, listPurchases);
    setFile(undefined);
    // A toast would be hidden behind the panel, and disappear before the operator has read the lines.
    if (problems.length + returns.length > 0) return setLeftOut(answer.data);
    toast.success(t('transfers.importDone', counts));
    onClose();
  }

  return (
    <Panel
      title={t('transfers.import')}
      confirm={t('transfers.import')}
      isBusy={isSending}
      isReady={file !== undefined}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <FileField
        label={file?.name ?? t('transfers.importChoose')}
        note={t('transfers.importNote')}
        accept=".xml,.csv,.txt,.sta,.mt940,.940,.mta,text/xml,application/xml,text/csv,text/plain"
        onFile={setFile}
      />
      <SaidFields said={said} onChange={setSaid} />
      {leftOut && <LeftOut taken={leftOut} />}
    </Panel>
  );
}

/** Fields for what the operator states about a file that does not say it. */
function SaidFields({ said, onChange }: { said: Said; onChange: (said: Said) => void }): ReactNode {
  const t = useT();
  return (
    <>
      <Select
        label={t('transfers.importCurrency')}
        value={said.currency}
        onChange={(currency) => onChange({ ...said, currency })}
        options={[
          { value: asFile, label: t('transfers.importAsFile') },
          ...currencyCodes.map((code) => ({ value: code, label: code })),
        ]}
      />
      <Select
        label={t('transfers.importDates')}
        value={said.dates}
        onChange={(dates) => onChange({ ...said, dates })}
        options={[
          { value: asFile, label: t('transfers.importAsFile') },
          { value: 'day-first', label: t('transfers.importDates_day-first') },
          { value: 'month-first', label: t('transfers.importDates_month-first') },
        ]}
      />
    </>
  );
}

/** Result of an import with unreadable lines, or with returns of unknown payments. */
function LeftOut({ taken: { problems, returns, ...counts } }: { taken: Taken }): ReactNode {
  const t = useT();
  return (
    <Banner tone="warn" title={t('transfers.importLeftOut')}>
      <Note>{t('transfers.importDone', counts)}</Note>
      {problems.map(({ line, reason }) => (
        <Note key={line}>{t('transfers.importProblem', { line, reason })}</Note>
      ))}
      {returns.map(({ booked_on: day, amount, text }, place) => (
        <Note key={place}>{t('transfers.importReturn', { day, amount, text })}</Note>
      ))}
    </Banner>
  );
}

/** Sends `said` in the path, because the body contains only the file. */
async function sendStatement(file: File, said: Said): Promise<Answer> {
  const form = new FormData();
  form.append('file', file);
  const path = importStatement.path.replace(':currency', said.currency).replace(':dates', said.dates);
  try {
    const response = await fetch(path, { method: importStatement.method, body: form });
    const {
      data,
      code,
      facts = {},
    } = (await response.json()) as { data?: Taken; code?: RefusalCode; facts?: Record<string, string> };
    return data ? { data } : { code: code ?? 'upload-failed', facts };
  } catch {
    return { code: 'upload-failed', facts: {} };
  }
}
