// What an alert waits for and what it told, in the person's language: said in a toast, a list and a sheet.
import { coinOfCode, formatAmount, parseMarketNumber } from '@candor/wire';
import type { AlertEntry, AlertMessage, Wad } from '@candor/wire';
import type { Texts } from '../text/texts.ts';

type Speaking = Pick<Texts, 't' | 'formats'>;
type Rule = Pick<AlertEntry, 'coin' | 'kind' | 'target'>;

/** Signs and digits keep their order inside text that runs from the right. */
const isolated = (text: string): string => `\u2066${text}\u2069`;

export function priceWords(price: string, coin: string, { formats }: Speaking): string {
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  return isolated(`${formats.price(price, { min: decimals, max: decimals })} USDT`);
}

/** Of percent as decimal text. */
export function percentWords(percent: string, { formats }: Speaking, isSigned = false): string {
  const share = (parseMarketNumber(percent.replace(/^-/, '')) ?? 0n) / 100n;
  const sign = percent.startsWith('-') ? '-' : '';
  return isolated(formats.percent(sign + formatAmount(share as Wad), { isSigned }));
}

const targetWords = ({ coin, kind, target }: Rule, speaking: Speaking): string =>
  kind === 'change' ? percentWords(target, speaking) : priceWords(target, coin, speaking);

export const ruleWords = (rule: Rule, speaking: Speaking): string =>
  speaking.t(`alerts.rule_${rule.kind}`, { target: targetWords(rule, speaking) });

export function firedWords(message: AlertMessage, speaking: Speaking): string {
  const { coin, kind, seen } = message;
  const change = isolated(speaking.formats.percent(seen.change, { isSigned: true }));
  return speaking.t(`alerts.told_${kind}`, { coin, target: targetWords(message, speaking), change });
}
