// Says that orders have ended, wherever the person is: each once, several that end together as one sum.
import { add, zero } from '@candor/wire';
import type { CachedList } from '../data/cached-list.ts';
import type { Ending, EndingRule, EventRule } from '../data/event-rule.ts';
import { answerOf, nameOf, queryClient, readKey } from '../data/use-read.ts';
import { currentUser } from '../session/session.ts';
import { moneyText } from '../text/money-text.ts';
import { currentTexts, needTexts } from '../text/texts.ts';
import { toast, toastMs } from '../ui/toast.ts';
import { rememberOrders } from './remember-orders.ts';

/** Orders that end within this time are said together. */
const gatherMs = 1_200;

export interface Endings {
  /** An order as an event has just brought it. */
  note(rule: EventRule, order: unknown): void;
  /** Looks for those that ended while events were missed. */
  catchUp(): Promise<void>;
  /** For the next person. */
  forget(): void;
}

interface OrderRule extends EventRule {
  list: CachedList<unknown>;
  ending: EndingRule;
}

export function watchEndings(rules: readonly EventRule[]): Endings {
  const ofOrders = rules.filter(isOfOrders);
  const orders = rememberOrders();
  const waiting = gatherEndings();

  async function notify({ ending: rule }: OrderRule, order: unknown): Promise<void> {
    await needTexts(rule.parts);
    const ending = rule.endingOf(order, currentTexts());
    if (!ending) return;
    if (ending.receipt === undefined) return notifyTogether([ending]);
    waiting.add(ending);
  }

  function note(rule: OrderRule, order: unknown, isPushed: boolean): void {
    const [id, isEnded] = [rule.list.idOf(order), rule.ending.isEnded(order)];
    if (orders.note({ id, isEnded, isPushed })) notify(rule, order).catch(() => undefined);
  }

  async function readMissed(rule: OrderRule, accountId: string): Promise<void> {
    for (const question of rule.ending.endedLists?.(accountId) ?? []) {
      const answer = await queryClient.fetchQuery({
        // Under a name of its own, so that no list on a page changes its length.
        queryKey: ['missed endings', nameOf(rule.list.call), question],
        queryFn: ({ signal }) => answerOf(rule.list.call, question, { signal }),
        gcTime: 0,
      });
      if (currentUser()?.account_id === accountId) noteAnswer(rule, answer);
    }
  }

  const noteAnswer = (rule: OrderRule, answer: unknown): void =>
    listedIn(answer).forEach((order) => note(rule, order, false));

  for (const rule of ofOrders) {
    for (const [, answer] of queryClient.getQueriesData({ queryKey: readKey(rule.list.call) }))
      noteAnswer(rule, answer);
  }
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const rule = ofOrders.find(({ list }) => nameOf(list.call) === event.query.queryKey[0]);
    if (rule) noteAnswer(rule, event.query.state.data);
  });
  return {
    note(rule, order) {
      if (isOfOrders(rule)) note(rule, order, true);
    },
    async catchUp() {
      const accountId = currentUser()?.account_id;
      if (accountId === undefined || !orders.areRunning()) return;
      await Promise.allSettled(ofOrders.map((rule) => readMissed(rule, accountId)));
    },
    forget() {
      orders.forget();
      waiting.forget();
    },
  };
}

/** Those of one name wait for each other, from the first of them on. */
function gatherEndings() {
  let waiting = new Map<string, Ending[]>();
  return {
    add(ending: Ending): void {
      const [all, name] = [waiting, ending.together?.name ?? ''];
      const others = all.get(name);
      if (others) return void others.push(ending);
      const gathered = [ending];
      all.set(name, gathered);
      setTimeout(() => {
        // Those of a person who has gone since are told to nobody.
        if (all !== waiting) return;
        all.delete(name);
        notifyTogether(gathered);
      }, gatherMs);
    },
    forget(): void {
      waiting = new Map();
    },
  };
}

const isOfOrders = (rule: EventRule): rule is OrderRule => rule.list !== undefined && rule.ending !== undefined;

function notifyTogether(endings: readonly Ending[]): void {
  const { t, formats } = currentTexts();
  const [first, ...others] = endings;
  if (!first) return;
  const link = first.receipt === undefined ? undefined : { to: first.receipt, text: t('shell.receipt') };
  if (others.length === 0) {
    if (first.gain === undefined) toast.error(first.text, link);
    else toast.notice(first.text, toastMs.ending, link);
    return;
  }
  const { together } = first;
  if (together) return void toast.notice(together.textOf(endings.length), toastMs.ending, together.link);
  const gain = endings.reduce((sum, each) => add(sum, each.gain ?? zero), zero);
  const text = t('shell.endedTogether', { count: endings.length, gain: moneyText(formats, gain) });
  toast.notice(text, toastMs.ending, { to: '/orders', text: t('shell.menuOrders') });
}

interface Listed {
  RESULT_LIST: readonly unknown[];
}

/** Of a list as it is read, at once or page by page. */
function listedIn(answer: unknown): readonly unknown[] {
  const found = answer as Partial<Listed & { pages: readonly Listed[] }> | undefined;
  return found?.pages?.flatMap(({ RESULT_LIST }) => RESULT_LIST) ?? found?.RESULT_LIST ?? [];
}
