// Proposals in words: their kinds, states and reasons.
import { Badge } from '@candor/web/ui/badge.tsx';
import type { BadgeTone } from '@candor/web/ui/badge.tsx';
import type { ActKind, ProposalState, decisionReasons } from '@candor/wire';
import type { ReactNode } from 'react';
import type { TextKey } from '../text/keys.ts';
import { useT } from '../text/texts.ts';
import { textOf } from '../session/value-text.ts';

export const actKindNames: Record<ActKind, TextKey> = {
  'halt-coin': 'acts.haltCoin',
  'reopen-coin': 'acts.reopenCoin',
  'correct-candle': 'acts.correctCandle',
  'house-money-in': 'acts.houseMoneyIn',
  'house-money-out': 'acts.houseMoneyOut',
  'freeze-account': 'acts.freezeAccount',
  'release-account': 'acts.releaseAccount',
  'set-roles': 'acts.setRoles',
  'close-operator': 'acts.closeOperator',
  'renew-operator': 'acts.renewOperator',
  'end-declared-account': 'acts.endDeclaredAccount',
  'change-setting': 'acts.changeSetting',
  'choose-conduct': 'acts.chooseConduct',
  'set-currency-rate': 'acts.setCurrencyRate',
  'confirm-purchase': 'acts.confirmPurchase',
  'record-refund': 'acts.recordRefund',
  'return-transfer': 'acts.returnTransfer',
  'approve-loan': 'acts.approveLoan',
  'approve-identity': 'acts.approveIdentity',
  'add-good': 'acts.addGood',
  'open-period': 'acts.openPeriod',
  'send-prize': 'acts.sendPrize',
  'approve-withdrawal': 'acts.approveWithdrawal',
  'offer-experience-account': 'acts.offerExperience',
  'clear-deposit': 'acts.clearDeposit',
  'assign-deposit': 'acts.assignDeposit',
  'credit-contract-payment': 'acts.creditContractPayment',
  'dismiss-contract-payment': 'acts.dismissContractPayment',
  'follow-chain-again': 'acts.followChainAgain',
  'give-back-payment': 'acts.giveBackPayment',
};

export const stateNames: Record<ProposalState, TextKey> = {
  proposed: 'acts.proposed',
  approved: 'acts.approved',
  done: 'acts.done',
  failed: 'acts.failed',
  refused: 'acts.refused',
  withdrawn: 'acts.withdrawn',
  expired: 'acts.expired',
};

const stateTones: Partial<Record<ProposalState, BadgeTone>> = { proposed: 'accent', done: 'good', failed: 'danger' };

export function StateBadge({ state }: { state: ProposalState }): ReactNode {
  const t = useT();
  return <Badge tone={stateTones[state]}>{t(stateNames[state])}</Badge>;
}

export const reasonNames: Record<(typeof decisionReasons)[number], TextKey> = {
  'not-justified': 'acts.notJustified',
  'wrong-facts': 'acts.wrongFacts',
  'not-needed-any-more': 'acts.notNeeded',
  mistake: 'acts.mistake',
  other: 'acts.otherReason',
};

/** What is to be done, on one line. */
export const brief = (body: Readonly<Record<string, unknown>>): string => Object.values(body).map(textOf).join(' · ');
