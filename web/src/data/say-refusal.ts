// Where a refusal that no field says is said. One that nobody solves alone leads to people.
import type { Failure, FailureCode } from '@candor/wire';
import { currentRefusalText } from '../text/refusal-text.ts';
import { currentTexts } from '../text/texts.ts';
import { toast } from '../ui/toast.ts';

const needsPeople: readonly FailureCode[] = ['account-frozen', 'outcome-unknown', 'unknown-error'];

export function sayRefusal(failure: Failure, text = currentRefusalText(failure)): void {
  const { code } = failure;
  // The question about new terms says it.
  if (code === 'legal-not-accepted') return;
  toast.error(text, needsPeople.includes(code) ? { to: '/support/new', text: currentTexts().t('shell.menuSupport') } : undefined); // oxfmt-ignore
}
