// The newest checkpoints of the public log, and how anybody verifies them.
import { listCheckpoints } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { CopyButton } from '@candor/web/ui/copy-button.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { Heading, Note } from '@candor/web/ui/text.tsx';
import { Raw } from '@candor/web/ui/verdict.tsx';
import type { ReactNode } from 'react';
import { Loaded } from '../session/loaded.tsx';
import { useRead } from '../session/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Narrow } from '../ui/columns.tsx';
import { PlacePage } from '../ui/frame.tsx';

const everyMs = 30_000;

export function CheckpointsScreen(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <PlacePage
      title={t('people.checkpoints')}
      badge={
        <Button look="quiet" isSmall to="/audit">
          {t('people.audit')}
        </Button>
      }
    >
      <Narrow>
        <Note>{t('people.checkpointsNote')}</Note>
        <Loaded read={useRead(listCheckpoints, {}, { everyMs })}>
          {({ entries, checkpoints }) => (
            <>
              <Note>
                {t('people.unsigned', { count: entries - (checkpoints[0]?.size ?? 0), all: formats.whole(entries) })}
              </Note>
              {checkpoints.length === 0 && <EmptyState title={t('people.noCheckpoint')} />}
              {checkpoints.map(({ size, note }) => {
                const name = t('people.entriesOf', { count: formats.whole(size) });
                return (
                  <Card key={size} label={name}>
                    <Heading end={<CopyButton text={note} label={name} />}>{name}</Heading>
                    <Raw>{note}</Raw>
                  </Card>
                );
              })}
            </>
          )}
        </Loaded>
      </Narrow>
    </PlacePage>
  );
}
