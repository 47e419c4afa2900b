// Test double of a bank: keeps what was paid into an account, and writes its statement files, which operators download and upload.
import { createSwitches, faults, type Fault, type Neighbour } from './neighbour.ts';

export interface BankPayment {
  /** YYYY-MM-DD. */
  day: string;
  amount: string;
  currency: string;
  payer: string;
  text: string;
}

interface Booking extends BankPayment {
  reference: string;
}

export interface BankDouble extends Neighbour<'file'> {
  /** Books a payment and returns the bank's reference of it. */
  book(payment: BankPayment): string;
  /** Returns the statement file of everything that was booked so far, or from this reference on. */
  file(from?: string): string;
}

/** Forms of the fault `other-words`: the separator and the decimal sign of other countries, with a byte order mark, or a page instead of a file. */
const wordings: readonly ((bookings: readonly Booking[]) => string)[] = [
  (bookings) =>
    `\uFEFF${linesOf(bookings, ';', ({ amount, ...rest }) => ({ ...rest, amount: amount.replace('.', ',') })).join('\r\n')}\r\n`,
  () => '<html>Back soon.</html>',
  (bookings) => `${linesOf(bookings, '\t').join('\n')}\n`,
];

export function openBankDouble(): BankDouble {
  const switches = createSwitches<'file'>();
  const all: Booking[] = [];
  let [before, worded] = ['', 0];

  function fileWith(fault: Fault | undefined, bookings: readonly Booking[]): string {
    const good = fileOf(bookings);
    if (fault === 'late') return fileOf(bookings.slice(0, -1));
    if (fault === 'empty') return fileOf([]);
    if (fault === 'repeated') return before === '' ? good : before;
    if (fault === 'reordered') return fileOf(bookings.toReversed());
    if (fault === 'partial') return good.slice(0, good.length - 12);
    if (fault === 'withdrawn') return fileOf(bookings.slice(0, -1));
    return fault === 'other-words' ? wordings[worded++ % wordings.length]!(bookings) : good;
  }

  return {
    name: 'bank',
    steps: ['file'],
    faultsAt: () => faults,
    turn: switches.turn,
    mend: switches.mend,
    faultsGiven: switches.given,
    book(payment) {
      const reference = `BANK-${all.length + 1}`;
      all.push({ ...payment, reference });
      return reference;
    },
    file(from) {
      const bookings = all.slice(from === undefined ? 0 : all.findIndex(({ reference }) => reference === from));
      const file = fileWith(switches.take('file'), bookings);
      before = fileOf(bookings);
      return file;
    },
    close: async () => undefined,
  };
}

const head = ['Date', 'Amount', 'Currency', 'Payer', 'Text', 'Bank reference'];

const linesOf = (
  bookings: readonly Booking[],
  separator: string,
  write: (booking: Booking) => Booking = (booking) => booking,
): string[] => [
  head.join(separator),
  ...bookings.map((each) => {
    const { day, amount, currency, payer, text, reference } = write(each);
    return [day, amount, currency, payer, text, reference].join(separator);
  }),
];

const fileOf = (bookings: readonly Booking[]): string => `${linesOf(bookings, ',').join('\n')}\n`;
