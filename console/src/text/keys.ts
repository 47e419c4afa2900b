// Every text of the console, as a type: a key that English does not have is a TypeScript error.
import type acts from './en/acts.json';
import type facts from './en/facts.json';
import type queue from './en/queue.json';
import type refusals from './en/refusals.json';
import type shell from './en/shell.json';
import type entry from './en/entry.json';
import type ui from './en/ui.json';
import type words from './en/words.json';

/** An area adds its own beside its first file: `declare module '../text/keys.ts' { interface Areas { staking: typeof staking } }`. */
export interface Areas {
  acts: typeof acts;
  facts: typeof facts;
  queue: typeof queue;
  refusals: typeof refusals;
  shell: typeof shell;
  entry: typeof entry;
  ui: typeof ui;
  words: typeof words;
}

export type TextKey = { [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}` }[keyof Areas];
/** The names of one area's texts: `NamesIn<'refusals'>`. */
export type NamesIn<Area extends keyof Areas> = keyof Areas[Area] & string;
