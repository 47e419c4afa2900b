// Every act that binds. What is not listed here can't be proposed.
import type { z } from 'zod';
import type { Act } from './act.ts';
import { setCurrencyRate } from './currency-acts.ts';
import {
  assignDeposit,
  clearDeposit,
  creditContractPayment,
  dismissContractPayment,
  followChainAgain,
} from './deposits-desk.ts';
import { chooseConduct } from './conduct-acts.ts';
import { freezeAccount, releaseAccount } from './account-acts.ts';
import { offerExperience } from './experience-acts.ts';
import { houseMoneyIn, houseMoneyOut } from './house-acts.ts';
import { approveSharedIdentity } from './identity-acts.ts';
import { approveLoanAct } from './lending-acts.ts';
import { correctCandle, haltCoin, reopenCoin } from './market-acts.ts';
import { closeOperator, endDeclaredAccount, renewOperator, setRoles } from './operator-acts.ts';
import { addGood, openGoodPeriod } from './shop-acts.ts';
import { changeSetting } from './settings-desk.ts';
import { sendPrizeAct } from './shop-desk.ts';
import { confirmPurchaseAct, recordRefundAct, returnTransferAct } from './transfers-desk.ts';
import { approveWithdrawalAct, giveBackPayment } from './withdrawals-acts.ts';

export const acts = [
  haltCoin,
  reopenCoin,
  correctCandle,
  houseMoneyIn,
  houseMoneyOut,
  freezeAccount,
  releaseAccount,
  setRoles,
  closeOperator,
  renewOperator,
  endDeclaredAccount,
  changeSetting,
  chooseConduct,
  setCurrencyRate,
  confirmPurchaseAct,
  recordRefundAct,
  returnTransferAct,
  approveSharedIdentity,
  approveLoanAct,
  addGood,
  openGoodPeriod,
  sendPrizeAct,
  approveWithdrawalAct,
  offerExperience,
  clearDeposit,
  assignDeposit,
  creditContractPayment,
  dismissContractPayment,
  followChainAgain,
  giveBackPayment,
] as const;

export type ActKind = (typeof acts)[number]['kind'];
export const actKinds = acts.map(({ kind }) => kind) as [ActKind, ...ActKind[]];

export const actOf = (kind: string): Act<z.ZodType, ActKind> | undefined => acts.find((act) => act.kind === kind);
