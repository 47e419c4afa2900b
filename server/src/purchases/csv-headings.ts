// Column names in CSV files of banks: one table for all banks, since a name means the same for each. Names are written as
// `readName` returns them. A name in an earlier list is preferred to a name in a later list. Pure.

const table = {
  /** The booking date is preferred to the transaction date, and both to the value date. */
  bookedOn: [
    ['booked_on', 'booked on', 'booking date', 'booked at', 'booked', 'buchungsdatum', 'buchungstag', 'buchung', 'bokföringsdag', 'bokföringsdatum', 'reskontradatum', 'posting date', 'execution date', 'date de comptabilisation', 'data di contabilizzazione', '勘定日'],
    ['date', 'datum', 'data', 'transaction date', 'created', '日付', '年月日', '取引日', 'お取引日', '取扱日', '取扱日付'],
    ['valuta'],
  ],
  /** Other dates, which help to find the date order of the file. */
  otherDay: [['value date', 'valuta date', 'valuta', 'valutadatum', 'valutadag', 'wertstellung', 'wertstellungsdatum', 'wert', 'transaktionsdatum', 'transaktionsdag', 'abschlussdatum', 'trade date', 'date de valeur', '起算日']],
  year: [['操作日(年)']],
  month: [['操作日(月)']],
  day: [['操作日(日)']],
  /** Amount with a sign, or with its direction in another column. */
  amount: [['amount', 'betrag', 'belopp', 'umsatz', 'value', 'credit/debit amount', 'insättning/uttag', 'montant', 'importo', '入出金', '金額', '取引金額']],
  credit: [['credit', 'credit amount', 'gutschrift', 'gutschriftsbetrag', 'haben', 'money in', 'paid in', 'insättning', 'crédit', 'montant crédité', 'accredito', '預かり金額', 'お預り金額', 'お預かり金額', 'お預入れ', 'お預入れ額', 'お預入れ金額', 'お預入金額', '受入金額', '入金', '入金額', '入金金額']],
  debit: [['debit', 'debit amount', 'belastung', 'belastungsbetrag', 'lastschrift', 'soll', 'money out', 'paid out', 'uttag', 'débit', 'montant débité', 'addebito', '支払い金額', 'お支払金額', 'お支払い金額', 'お引出し', 'お引出し額', 'お引出し金額', 'お引出金額', '払出金額', '出金', '出金額', '出金金額']],
  /** Amount of a single payment of the batch in the row above. */
  part: [['betrag detail', 'betrag einzelzahlung', 'einzelbetrag', 'individual amount', 'sous-montant']],
  direction: [['debit/credit', 'credit/debit', 'd/c', 'soll/haben', 's/h', '受払区分']],
  currency: [['currency', 'währung', 'waehrung', 'whg', 'ccy', 'valuta code', 'valutacode', 'devise', 'divisa', '通貨'], ['valuta']],
  payer: [['payer', 'debtor', 'name', 'from', 'auftraggeber', 'beguenstigter/zahlungspflichtiger', 'begünstigter / auftraggeber', 'auftraggeber/empfänger', 'auftraggeber / begünstigter', 'name auftraggeber / begünstigter', 'name zahlungsbeteiligter', 'zahlungspflichtige*r', 'sender / empfänger', 'empfaenger 1', 'partner name', 'counter party', 'counterparty name', 'namn', '振込依頼人名'], ['payee']],
  payee: [['zahlungsempfänger*in']],
  /** Joined in this order: what the payer wrote, then the bank's description of the payment. */
  text: [
    ['text', 'reference', 'remittance', 'purpose', 'description', 'details', 'mitteilung', 'mitteilung / referenz', 'verwendungszweck', 'zahlungszweck', 'message', 'meddelande', 'rubrik', 'title', 'memo', 'subject', 'notes and #tags', 'payment reference', 'transaction description', 'transactions', 'notification text', 'avisierungstext', 'texte de notification', 'testo di avviso', 'beschreibung1', 'beschreibung2', 'beschreibung3', 'description1', 'description2', 'description3', 'text/mottagare', 'beskrivning', 'specifikation', 'transaktion', 'referens', 'libellé', '摘要内容', '詳細1', '詳細2', '内容', '入出金内容', 'お取り扱い内容', 'お取扱内容', 'お取引内容', '取引内容'],
    ['buchungstext', 'umsatzart', 'umsatztyp', 'auftragsart', 'vorgang', 'type', 'transaction type', 'type of transaction', 'bewegungstyp', 'transaktionstyp', 'typ', '摘要'],
  ],
  /** Only names of columns in which the bank gives each payment its own reference. */
  bankReference: [['bank reference', 'bankreference', 'id', 'transaction id', 'transactionid', 'entry reference', 'entryreference', 'transaktions-nr.', 'transaction no.', 'no de transaction', 'zkb-referenz', '入出金明細id']],
  endToEnd: [['kundenreferenz (end-to-end)', 'kundenreferenz', 'end-to-end id']],
  status: [['status', 'state', 'info']],
  /** Balances, which help to find the decimal mark of the file. */
  balance: [['balance', 'saldo', 'saldo nach buchung', 'bokfört saldo', 'solde', '残高', '差引残高', '取引後残高', '現在(貸付)高']],
} as const; // oxfmt-ignore
export type Kind = keyof typeof table;

/** Words for credit and debit in the column `direction`. */
export const incoming = /^(?:c|cr|crdt|k|h|haben|credit|kredit|預入|受入|入金)$/i;
export const outgoing = /^(?:d|dr|dbit|s|soll|debit|debet|払出|支払|出金)$/i;
/** Words for a payment that the bank has not booked or never will, in the columns `status` and `bookedOn`. */
export const notBooked =
  /vorgemerkt|ausstehend|pending|reserv(?:ed|erad|erat|ation)|preliminär|declined|failed|reverted|cancell?ed|abgelehnt/i;
export const totals =
  /^(?:(?:neuer |alter |letzter )?kontostand|(?:anfangs|end|schluss)?saldo|summe|total|(?:opening |closing )?balance|ingående saldo|utgående saldo|合計)\b/i;

export interface Heading {
  /** Indexes of the columns of each kind, the preferred name first. */
  places: { readonly [One in Kind]: readonly number[] };
  /** Currency in the heading of each column, such as `Betrag (EUR)`; undefined if there is none. */
  currencies: readonly (string | undefined)[];
  /** Number of cells up to the last one with a name. A complete row has at least as many. */
  width: number;
  /** Number of all cells of the heading. */
  cells: number;
  /** Indexes of columns without a name. */
  unnamed: readonly number[];
}

const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', 円: 'JPY', kr: 'SEK' };
export const signCurrency = (sign: string): string => signs[sign.toLowerCase()] ?? sign.toUpperCase();

const stated =
  /^(.*?)(?:\s+(?:in|en|i))?\s*(?:\((EUR|USD|CHF|SEK|JPY|GBP|HKD|€|£|円)\)|\s(EUR|USD|CHF|SEK|JPY|GBP|HKD))$/i;

function readName(cell: string): { name: string; currency: string | undefined } {
  const plain = cell.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase().replace(/:$/, '');
  const [, name, inBrackets, alone] = stated.exec(plain) ?? [];
  if (name === undefined || name === '') return { name: plain, currency: undefined };
  return { name: name.trim(), currency: signCurrency(inBrackets ?? alone!) };
}

/** Limit of columns in a heading; no bank has as many. */
const columnsMax = 200;

/** Returns undefined unless the row names a column for the day and one for the amount. */
export function readHeading(cells: readonly string[]): Heading | undefined {
  if (cells.length > columnsMax) return undefined;
  const names = cells.map(readName);
  const places = Object.fromEntries(
    Object.entries(table).map(([kind, ranks]) => [
      kind,
      (ranks as readonly (readonly string[])[]).flatMap((rank) =>
        names.flatMap(({ name }, place) => (rank.includes(name) ? [place] : [])),
      ),
    ]),
  ) as unknown as Heading['places'];
  const hasDay =
    places.bookedOn.length > 0 || (places.year.length > 0 && places.month.length > 0 && places.day.length > 0);
  if (!hasDay || (places.amount.length === 0 && places.credit.length === 0)) return undefined;
  return {
    places,
    currencies: names.map(({ currency }) => currency),
    cells: cells.length,
    width: names.findLastIndex(({ name }) => name !== '') + 1,
    unnamed: names.flatMap(({ name }, place) => (name === '' ? [place] : [])),
  };
}
