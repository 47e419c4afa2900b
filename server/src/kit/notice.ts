// What a product tells customers when something happened to what is theirs. A product lists its sources in its face; the notifications
// read what the outbox names, ask the source for what is to be said, and bring it to the person.
import type { AssetCode, EventAction, NoticeCategory, NoticeChannel, Uuid } from '@candor/wire';
import type { EventName } from './bus.ts';
import { arrayOf, type Database } from './postgres.ts';
import { languages, type Language } from './texts.ts';

/** As it is kept, and put into words in whichever language it is read in. Amounts and prices are decimal text, a share is 0.05 for 5 %. */
export type Fact =
  | string
  | { amount: string; coin: AssetCode; isSigned?: true }
  | { price: string; coin: string }
  | { share: string }
  | { count: number }
  | { at: number }
  /** One of the kind's own words. */
  | { word: string };

/** What the outbox says: that something of this object was committed. */
export interface Subject {
  accountId: Uuid;
  objectId: Uuid;
}

export interface Notice extends Subject {
  /** Of the source's kinds. */
  kind: string;
  /** Of the kind's texts. The same is said of an object once, however often it is read. */
  says: string;
  facts: Readonly<Record<string, Fact>>;
  /** A path of the app that shows more. */
  path: string;
}

/** What a customer may switch as one. */
export interface NoticeKind {
  category: NoticeCategory;
  /** Names of its texts, each with a title and a body. */
  says: readonly string[];
  /** What a fact of it may be, as `reason_under-age`. */
  words?: readonly string[];
  /** Where it is otherwise than for its category: never, where something else sends it that way. */
  ways?: Partial<Record<NoticeChannel, 'on' | 'off' | 'never'>>;
}

/** By language: `<kind>.name`, `<says>.title` and `<says>.body`, with `{fact}` in them, and the words that are facts. */
export type NoticeWords = Readonly<Record<Language, Readonly<Record<string, string>>>>;

export interface NoticeSource {
  /** By this name its command, or `keepHappening`, tells the outbox. */
  event: EventName;
  /** What sockets hear of the same, which a customer who is away would miss. */
  tells: readonly EventAction[];
  kinds: Readonly<Record<string, NoticeKind>>;
  words: NoticeWords;
  /** Of these objects, as they are now, what there is to say: with one query for all. */
  read: (database: Database, subjects: readonly Subject[]) => Promise<readonly Notice[]>;
}

/** The condition of a query for rows of these subjects, by the column of their ids; its values are the first two. */
export const ofSubjects = Object.assign(
  (idColumn: string): string => `(account_id, ${idColumn}) in (select * from unnest($1::uuid[], $2::uuid[]))`,
  {
    values: (subjects: readonly Subject[]): string[] => [
      arrayOf(subjects, ({ accountId }) => accountId),
      arrayOf(subjects, ({ objectId }) => objectId),
    ],
  },
);

/** What the texts of the sources lack or have too much, by name. */
export function findWordFaults(sources: readonly NoticeSource[]): string[] {
  return sources.flatMap(({ kinds, words }) => {
    const keys = Object.entries(kinds).flatMap(([kind, { says, words: own = [] }]) => [
      `${kind}.name`,
      ...own,
      ...says.flatMap((each) => [`${each}.title`, `${each}.body`]),
    ]);
    return languages.flatMap((language) => [
      ...keys.filter((key) => !words[language][key]).map((key) => `${key} is not said in ${language}`),
      ...Object.keys(words[language])
        .filter((key) => !keys.includes(key))
        .map((key) => `${key} is said in ${language} and of no kind`),
      ...keys
        .filter((key) => placesOf(words[language][key]) !== placesOf(words.en[key]))
        .map((key) => `${key} has other facts in ${language} than in en`),
    ]);
  });
}

const placesOf = (text = ''): string => (text.match(/\{\w+\}/g) ?? []).toSorted().join(' ');
