// A form that may need the code of a second factor: it is asked for once the server says so.
import type { Failure, FailureCode } from '@candor/wire';

export interface FactorFields {
  code: string;
  asksCode: boolean;
}

export const noFactor: FactorFields = { code: '', asksCode: false };

/** For `onRefused`: true when the refusal was about the code, which is then at its field. */
export function asksFactor({ code }: Pick<Failure, 'code'>, set: (changed: Partial<FactorFields>) => void): boolean {
  if (!isOfFactor(code)) return false;
  set({ code: '', asksCode: true });
  return true;
}

export const isOfFactor = (code: FailureCode): boolean =>
  code === 'second-factor-required' || code === 'second-factor-wrong';
