import { Fact, Facts } from '@candor/web/ui/list.tsx';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Key } from '../ui/list-parts.tsx';
import { Panel } from '../ui/panel.tsx';
import type { QueueAction } from './queue-options.ts';

/** Which key does what. */
export function KeyHelp({
  actions,
  onClose,
}: {
  actions: readonly QueueAction<object>[];
  onClose: () => void;
}): ReactNode {
  const t = useT();
  return (
    <Panel title={t('queue.keys')} onClose={onClose}>
      <Facts>
        <Fact label={t('queue.keyNext')}>
          <Key>j</Key>
        </Fact>
        <Fact label={t('queue.keyBefore')}>
          <Key>k</Key>
        </Fact>
        <Fact label={t('queue.keyOpen')}>
          <Key>{t('queue.enter')}</Key>
        </Fact>
        <Fact label={t('queue.keyClose')}>
          <Key>{t('queue.escape')}</Key>
        </Fact>
        {actions.map(({ key, label }) => (
          <Fact key={key} label={t(label)}>
            <Key>{key}</Key>
          </Fact>
        ))}
        <Fact label={t('queue.keyPalette')}>
          <Key>{t('queue.controlK')}</Key>
        </Fact>
        <Fact label={t('queue.keyHelp')}>
          <Key>?</Key>
        </Fact>
      </Facts>
    </Panel>
  );
}
