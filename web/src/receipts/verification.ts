// What is asked of a verification, what it answers with, and what a product says of its checks.
import type { Check, Verification } from '@candor/proof';
import type { TextKey } from '../text/keys.ts';
import type { Seen } from './check-figures.ts';

export interface Verdict extends Verification<string> {
  /** Ticks of the public archive that were compared. */
  ticks: number;
  /** Where only those were that the receipt rests on: how many there are from the order to its end. */
  cutFrom?: number | undefined;
}

/**
 * Three hours at ten a second. Of what lived longer, its receipt's own ticks are compared, and that is said; whoever wants it compares the
 * ticks of a day, which is as much as the memory of a phone has room for.
 */
export const ticksMax = { quick: 100_000, whole: 1_000_000 };

/** The checks of one receipt in words and numbers. */
export interface CheckWords {
  /** Undefined where the words fit that every receipt has for this check. */
  titleOf: (check: Pick<Check<string>, 'name' | 'isNote'>) => TextKey | undefined;
  figuresOf: (name: string, seen: Seen) => string;
}

export interface VerifyRequest {
  /** The receipt as it was signed. */
  text: string;
  /** Every tick of a long life too, which are tens of megabytes; else of those what the receipt rests on. */
  isWhole: boolean;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

export interface Progress {
  done: number;
  pages: number;
}

export type ToVerifier = Pick<VerifyRequest, 'text' | 'isWhole'>;
export type FromVerifier =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'done'; verdict: Verdict }
  | { kind: 'failed' };
