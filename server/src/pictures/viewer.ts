// Whom a picture is shown to, and what is drawn over it then.
import { toInstant, type Uuid } from '@candor/wire';

export interface Viewer {
  /** Of the account or the operator. */
  key: Uuid;
  /** What is drawn over it. */
  mark: string;
  /** Whether what is drawn is counted: of whoever asks, not of what the server makes by itself. */
  isCounted: boolean;
}

const minutes = (at: number): string => `${toInstant(at).slice(0, 16).replace('T', ' ')} utc`;
const days = (at: number): string => toInstant(at).slice(0, 10);

/** Its owner: the same bytes all day. */
export const shownToOwner = (accountId: Uuid, at: number): Viewer => ({
  key: accountId,
  mark: `you ${days(at)}`,
  isCounted: true,
});

/** To the minute, so that a copy tells which look it came from. */
export const shownToOperator = ({ operatorId, name }: { operatorId: Uuid; name: string }, at: number): Viewer => ({
  key: operatorId,
  mark: `${name} ${minutes(at)}`,
  isCounted: true,
});

/** For the copy of an account's data, which is made in the background. */
export const shownInCopy = (accountId: Uuid, at: number): Viewer => ({
  key: accountId,
  mark: `copy ${minutes(at)}`,
  isCounted: false,
});
