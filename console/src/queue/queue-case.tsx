// The page of one case. What is done to it leads to the next one of the list that it was opened from.
import { Button } from '@candor/web/ui/button.tsx';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useNow } from '../session/now.ts';
import { useMe } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { PlacePage } from '../ui/frame.tsx';
import { offeredOf } from './claims.ts';
import { HeldByOther } from './holder.tsx';
import { KeyHelp } from './key-help.tsx';
import { moveCursor, nextCase } from './list-state.ts';
import type { AnyQueue, QueueAction } from './queue-options.ts';
import { useKeys } from './use-keys.ts';
import { useQueue } from './use-queue.ts';

export function QueueCase({ queue }: { queue: AnyQueue }): ReactNode {
  const { id = '' } = useParams();
  // Nothing of a case is left when another one is shown.
  return <OneCase key={id} queue={queue} id={id} />;
}

function OneCase({ queue, id }: { queue: AnyQueue; id: string }): ReactNode {
  const { name, title, idOf, actions = [], claimOf } = queue;
  const Case = queue.Case!;
  const [t, navigate, me, now] = [useT(), useNavigate(), useMe(), useNow()];
  const { keys, search } = useQueue(queue);
  const [item, setItem] = useState<object>();
  const [acting, setActing] = useState<QueueAction<object>>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const shown = item && idOf(item) === id ? item : undefined;
  const offered = shown ? offeredOf(queue, shown, { me, now }) : [];
  const go = (to: string | undefined): void =>
    void navigate({ pathname: to === undefined ? `/${name}` : `/${name}/${to}`, search: search.toString() }, { replace: true }); // oxfmt-ignore
  const move = (step: 1 | -1) => (): void => {
    const to = moveCursor(keys, id, step);
    if (to !== undefined && to !== id) go(to);
  };
  const onItem = useCallback((found: object | undefined) => setItem(found), []);

  useKeys({
    j: move(1),
    k: move(-1),
    Escape: () => go(undefined),
    '?': () => setHelpOpen(true),
    ...Object.fromEntries(offered.map((action) => [action.key, () => setActing(action)])),
  });

  return (
    <PlacePage
      title={t(title)}
      badge={
        <Button look="quiet" isSmall onPress={() => go(undefined)}>
          {t('queue.toList')}
        </Button>
      }
      actions={offered.map((action) => (
        <Button key={action.key} look={action.look ?? 'secondary'} isSmall onPress={() => setActing(action)}>
          {t(action.label)}
        </Button>
      ))}
    >
      {shown && claimOf && <HeldByOther claim={claimOf(shown)} />}
      <Case id={id} onItem={onItem} />
      {acting && item && (
        <acting.Panel item={item} onClose={() => setActing(undefined)} onDone={() => go(nextCase(keys, id))} />
      )}
      {isHelpOpen && <KeyHelp actions={actions} onClose={() => setHelpOpen(false)} />}
    </PlacePage>
  );
}
