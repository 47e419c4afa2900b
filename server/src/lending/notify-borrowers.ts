// Borrowers are written to by mail about what was decided and what falls due, each once; in the app they see it at once.
import { add, formatAmount, zero, type Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { dayWords } from '../kit/local-words.ts';
import { log } from '../kit/log.ts';
import { failureOf, mailPatienceMs, type MailSender } from '../kit/mail.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { languageOf, textOf, type Language } from '../kit/texts.ts';
import { collectedOf, owedNow, type Loan } from './loan.ts';
import { findOwnLoan, putNoticeBack, takeNotices } from './store.ts';

export interface NotifyOptions {
  pool: Pool;
  clock: Clock;
  mail: MailSender;
  addressOf: (accountId: Uuid) => Promise<{ email: string | null; language: string } | undefined>;
}

const everyMs = 30_000;
const batchMax = 32;

type Notice = Awaited<ReturnType<typeof takeNotices>>[number];

/** Woken by each change of a loan. */
export function notifyBorrowers({ pool, clock, mail, addressOf }: NotifyOptions): Job {
  async function write({ accountId, noticeId, loanId, kind, daysLeft }: Notice): Promise<void> {
    try {
      const [address, loan] = await Promise.all([addressOf(accountId), findOwnLoan(pool, accountId, loanId)]);
      if (!address || address.email === null || !loan) return;
      const language = languageOf(address.language);
      const values = { ...figuresOf(loan, { language, now: clock.now() }), days: String(daysLeft ?? '') };
      const name = kind === 'overdue' && loan.collectsInParts ? 'borrow-overdue-parts' : (`borrow-${kind}` as const);
      const [subject, text] = [textOf(language, `${name}.subject`, values), textOf(language, `${name}.text`, values)];
      await mail.send({ to: address.email, kind: name, subject, text, id: noticeId });
    } catch (error) {
      const isFinal = failureOf(error) === 'refused';
      log.warn('a borrower was not written to', { noticeId, isFinal, reason: reasonOf(error) });
      if (!isFinal) await putNoticeBack(pool, accountId, noticeId);
    }
  }

  return createJob({
    name: 'loan-notices',
    role: 'web',
    every: everyMs,
    isShared: true,
    patienceMs: mailPatienceMs,
    async run(_signal, beside) {
      if (beside.isFull()) return;
      const notices = await takeNotices(pool, clock.now(), batchMax);
      await Promise.all(notices.map((notice) => beside.wait(write(notice))));
    },
  });
}

/** The figures are those of now, so they take in what was collected between the notice and the mail. */
const figuresOf = (loan: Loan, { language, now }: { language: Language; now: number }) => ({
  amount: formatAmount(loan.amount),
  total: formatAmount(add(loan.amount, loan.cost)),
  collected: formatAmount(collectedOf(loan)),
  owed: formatAmount(owedNow(loan, now) ?? zero),
  due: loan.run ? dayWords(loan.run.dueAt, language) : '',
});
