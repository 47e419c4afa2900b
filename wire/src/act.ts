// What an act that binds is, as data: one operator proposes it, another approves it, and it is carried out once.
import type { z } from 'zod';
import { hasOneOf, type OperatorRole, type WithRoles } from './operator-roles.ts';
import type { RefusalCode } from './refusals.ts';

export interface Act<Body extends z.ZodType = z.ZodType, Kind extends string = string> {
  kind: Kind;
  summary: string;
  /** What is to be done. */
  body: Body;
  /** Who may propose it, and who may approve or refuse what another proposed. */
  proposers: readonly OperatorRole[];
  approvers: readonly OperatorRole[];
  /** Nobody can approve it later than this after it was proposed. */
  lifeMs: number;
  /** Its facts name an account as `account_uuid`; whoever is tied to that account takes no part. */
  concernsAccount?: true;
  /** Who approves it has claimed it: the claim shows what it is decided on. */
  needsClaim?: true;
  /** Facts that change by themselves, such as balances. They are shown but not signed, and left out when earlier signatures are verified. */
  movingFacts?: readonly string[];
  /** Why it can't be proposed, or could not be carried out. */
  refusals: readonly RefusalCode[];
}

export const defineAct = <Body extends z.ZodType, Kind extends string>(act: Act<Body, Kind>): Act<Body, Kind> => act;

type Rights = Pick<Act, 'proposers' | 'approvers'>;
export const mayPropose = ({ proposers }: Rights, person: WithRoles): boolean => hasOneOf(proposers, person);
/** Who may claim, approve or refuse it; never their own. */
export const mayDecide = ({ approvers }: Rights, person: WithRoles): boolean => hasOneOf(approvers, person);
/** Those who take part in it, and those who look after all. */
export const maySee = ({ proposers, approvers }: Rights, person: WithRoles): boolean =>
  hasOneOf([...proposers, ...approvers, 'auditor', 'administrator'], person);
