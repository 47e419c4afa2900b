// Passwords that a guesser comes to soon: a common one, also with capitals, digits for letters, figures and signs around it, or twice in
// a row; and rows of keys. What is left of a password after such changes is looked up, so that no list has to hold them all.
import { isPlainPassword } from '@candor/wire';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The commonest passwords of leaked lists, in lower case. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Fewer letters than these say nothing about a password. */
const coreMin = 4;
/** More figures and signs than these around a common word are a secret of their own, unless they are common themselves. */
const aroundMax = 4;

/** Figures and signs that are written for letters; 1 is both i and l. */
const writtenFor: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '8': 'b', '3': 'e', '6': 'g', '1': 'i', '!': 'i', '0': 'o', '$': 's', '5': 's', '7': 't', '+': 't', '2': 'z' }; // oxfmt-ignore

export function isGuessedPassword(password: string): boolean {
  const typed = password.normalize('NFKC').toLowerCase();
  const spellings = new Set([typed, spelledOut(typed, 'i'), spelledOut(typed, 'l')]);
  return isKeyRow(typed) || [...spellings].some((each) => isCommon(each) || isDressed(each)) || isDressed(typed);
}

const isCommon = (text: string): boolean => common.has(text) || common.has(repeated(text));

const spelledOut = (text: string, one: 'i' | 'l'): string =>
  text.replace(/[@48361!0$57+2]/g, (sign) => (sign === '1' ? one : writtenFor[sign]!));

/** What stands over and over in it, or all of it. */
const repeated = (text: string): string => /^(.{4,}?)\1+$/u.exec(text)?.[1] ?? text;

/** A common word, or a row of keys, between a few figures and signs. */
function isDressed(text: string): boolean {
  const [, before = '', core = '', after = ''] = /^([\d\P{L}]*)(.*?)([\d\P{L}]*)$/u.exec(text) ?? [];
  if (core.length < coreMin || !(isCommon(core) || isPlainPassword(core) || isKeyRow(core))) return false;
  const around = before + after;
  return around.length <= aroundMax || common.has(around) || isPlainPassword(around) || isKeyRow(around);
}

type Graph = Readonly<Record<string, readonly (string | null)[]>>;
const neighboursOn = (graph: Graph): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    Object.entries(graph).map(([key, beside]) => [
      key.toLowerCase(),
      new Set([key, ...beside.flatMap((keys) => [...(keys ?? '')])].map((each) => each.toLowerCase())),
    ]),
  );
const keyboards = (['qwerty', 'qwertz', 'azerty', 'keypad'] as const).map((name) =>
  neighboursOn(adjacencyGraphs[name]),
);

/** Keys beside each other, with a jump at most for each four of them, and two in all: `1qaz2wsx`, `asdfqwer`. */
function isKeyRow(text: string): boolean {
  const keys = [...text];
  if (keys.length < 6) return false;
  const jumpsMax = Math.min(2, Math.ceil(keys.length / 4) - 1);
  return keyboards.some((keyboard) => {
    const jumps = keys.slice(1).filter((key, place) => !keyboard.get(keys[place]!)?.has(key));
    return jumps.length <= jumpsMax;
  });
}
