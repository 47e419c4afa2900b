// Each check in the person's language with the numbers that it was made on; what does not fit is shown as it was found.
import type { Receipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { List, Row } from '../ui/list.tsx';
import { CheckMark, Raw } from '../ui/verdict.tsx';
import { Words } from '../ui/words.tsx';
import { figuresOf } from './check-figures.ts';
import { checkTitle } from './check-titles.ts';
import type { AnyCheck } from './verify-receipt.ts';

export interface CheckListProps {
  checks: readonly AnyCheck[];
  receipt: Receipt;
  /** Compared with the public archive. */
  ticks: number;
}

export function CheckList({ checks, receipt, ticks }: CheckListProps): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  return (
    <List label={t('receipts.checks')}>
      {checks.map(({ name, ok, detail, isNote }) => {
        const state = !ok ? 'bad' : isNote ? 'note' : 'good';
        const figures = ok ? figuresOf(name, receipt, { formats, ticks }) : undefined;
        return (
          <Row
            key={name}
            start={<CheckMark state={state} word={t(`receipts.state_${state}`)} />}
            end={
              ok ? undefined : (
                <Words size="small" tone="danger">
                  {t('receipts.state_bad')}
                </Words>
              )
            }
            title={t(checkTitle({ name, kind: receipt.kind, isNote: isNote === true }))}
            tone={ok ? 'text' : 'danger'}
            note={figures === undefined ? <Raw>{detail}</Raw> : figures === '' ? undefined : <Raw>{figures}</Raw>}
          />
        );
      })}
    </List>
  );
}
