// Each check in the person's language with the numbers that it was made on; what does not fit is shown as it was found.
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { List, Row } from '../ui/list.tsx';
import { CheckMark, Raw } from '../ui/verdict.tsx';
import { Text } from '../ui/text.tsx';
import { checkTitle } from './check-title.ts';
import type { CheckWords, Verdict } from './verification.ts';

export interface CheckListProps {
  verdict: Verdict;
  words: CheckWords;
}

export function CheckList({ verdict, words }: CheckListProps): ReactNode {
  const { checks, ticks } = verdict;
  const [t, formats] = [useT(), useFormats()];
  return (
    <List label={t('receipts.checks')}>
      {checks.map((check) => {
        const { name, ok, detail, isNote } = check;
        const state = !ok ? 'bad' : isNote ? 'note' : 'good';
        const figures = ok ? words.figuresOf(name, { formats, ticks }) : undefined;
        return (
          <Row
            key={name}
            start={<CheckMark state={state} word={t(`receipts.state_${state}`)} />}
            end={
              ok ? undefined : (
                <Text size="small" tone="danger">
                  {t('receipts.state_bad')}
                </Text>
              )
            }
            title={t(checkTitle(check, words, verdict))}
            tone={ok ? 'text' : 'danger'}
            note={figures === undefined ? <Raw>{detail}</Raw> : figures === '' ? undefined : <Raw>{figures}</Raw>}
          />
        );
      })}
    </List>
  );
}
