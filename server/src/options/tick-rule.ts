// Audit rule: the archived ticks must lead to the result that an option's row holds. The rule uses the code that verifies receipts, which is
// written separately from the code with which the server decides.
import { decideOption } from '@candor/proof';
import { optionTiming, type ArchivedTick } from '@candor/wire';
import { isSameTick, wasNewestThen } from '../market/archive/compare-ticks.ts';
import { tickRule } from '../market/archive/tick-rule.ts';
import { agreedOf } from './issue-receipt.ts';
import { optionOrders, optionsConfig, type OptionOrder, type OptionsConfig } from './order.ts';
import { entryWindow } from './rules.ts';

const { columns } = optionOrders;
const termsName = (configId: string, version: number): string => `${configId} ${version}`;

export const optionTickRule = tickRule({
  name: 'an ended option was decided by the ticks of the archive that its terms give',
  orders: `select ${columns.list} from option_orders where result is not null order by received_at`,
  async open(database, archive) {
    const { rows } = await database.query({ text: `select ${optionsConfig.list} from options_configs`, values: [] });
    const terms = new Map(
      rows
        .map(optionsConfig.read)
        .map((each): [string, OptionsConfig] => [termsName(each.configId, each.version), each]),
    );
    return async (row) => {
      const order = columns.read(row);
      const { from, to } = entryWindow(order.receivedAt);
      // No later tick can decide the order.
      const until = { afterMs: to + order.durationMs + order.exitWaitMs };
      const ticks = await archive.ticks(order.coin, { fromMs: from, until });
      const config = terms.get(termsName(order.configId, order.configVersion));
      const isSound =
        config !== undefined &&
        isDecidedBy(order, config, ticks) &&
        (await wasNewestThen(archive, order.coin, order, optionTiming.entryDelayMs));
      return { name: order.orderId, isSound };
    };
  },
});

function isDecidedBy(order: OptionOrder, config: OptionsConfig, ticks: readonly ArchivedTick[]): boolean {
  const { entry, exit, expiresAt, acceptedSequence, ending } = order;
  const agreed = agreedOf(order, config);
  const decided = decideOption({
    order: agreed.order,
    terms: { ...agreed.terms, exit_wait_ms: order.exitWaitMs },
    ticks: ticks.filter(([sequence]) => sequence > acceptedSequence),
  });
  return (
    isSameTick(entry, decided.entry) &&
    isSameTick(exit, decided.exit) &&
    expiresAt === (decided.expiresMs ?? null) &&
    ending?.result === decided.result &&
    ending.voidReason === decided.voidReason
  );
}
