// Carries out the rules of events: answers that were read change or are read again, and what has ended is said.
import type { NotifyEvent } from '@candor/wire';
import type { EventRule } from '../data/event-rule.ts';
import { refetch } from '../data/refetch.ts';
import { refetchNewest } from '../data/refetch-newest.ts';
import type { Call } from '../data/use-read.ts';
import { watchEndings } from './endings.ts';

export interface EventHandlers {
  /** An event that no rule names, as a newer server may send, changes nothing. */
  handle(event: NotifyEvent): void;
  /** After a time in which events may have been missed. This page has listened for whoever is logged in for so long. */
  catchUp(listenedMs: number): void;
  /** For the next person. */
  forget(): void;
}

export function handleEvents(rules: readonly EventRule[]): EventHandlers {
  const endings = watchEndings(rules);
  return {
    handle({ action, notify }) {
      for (const rule of rules.filter((each) => each.action === action)) {
        rule.list?.update(notify);
        refetch(...(rule.refetches ?? []));
        rule.refetchesNewest?.forEach((list) => refetchNewest(list));
        rule.apply?.(notify);
        endings.note(rule, notify);
      }
    },
    catchUp(listenedMs) {
      // More than one rule may name the same answer.
      refetch(...new Set(rules.flatMap(callsOf)));
      void endings.catchUp();
      for (const rule of rules) rule.catchUp?.(listenedMs).catch(() => undefined);
    },
    forget: () => endings.forget(),
  };
}

const callsOf = ({ list, refetches = [], refetchesNewest = [] }: EventRule): Call[] => [
  ...(list ? [list.call] : []),
  ...refetches,
  ...refetchesNewest.map(({ call }) => call),
];
