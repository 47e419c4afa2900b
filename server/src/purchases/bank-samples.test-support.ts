// One made-up export file for each bank, with its text above the heading, its separator, dates and amounts. The headings are those of
// real files of these banks; names, numbers and texts are made up.

/** File with a payment of 1234.50 (JPY: 1234) and an outgoing payment, on days that show the date order. */
export interface BankSample {
  bank: string;
  country: 'DE' | 'CH' | 'SE' | 'UK' | 'JP';
  encoding?: 'utf-16le' | 'windows-1252' | 'shift_jis';
  /** Currency of the account, if the file names none. */
  currency?: 'EUR' | 'USD' | 'SEK' | 'JPY' | 'CHF';
  file: string;
  /** Expected currency, day, payer and bank reference. The text contains `coins`. */
  read: readonly [currency: string, day: string, payer: string, bankReference: string];
  pending?: number;
}

const rows = (...lines: string[]): string => `${lines.join('\r\n')}\r\n`;
const csvCamt = rows(
  '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"',
  '"DE00";"27.11.26";"27.11.26";"GUTSCHR. UEBERWEISUNG";"coins";"";"";"E2E-7";"";"";"";"Ann Lee";"DE01";"X";"1.234,50";"EUR";"Umsatz gebucht"',
  '"DE00";"26.11.26";"26.11.26";"LASTSCHRIFT";"rent";"";"";"";"";"";"";"Bo";"DE02";"X";"-7,00";"EUR";"Umsatz gebucht"',
  '"DE00";"27.11.26";"28.11.26";"GUTSCHR. UEBERWEISUNG";"later";"";"";"";"";"";"";"Cy";"DE03";"X";"9,00";"EUR";"Umsatz vorgemerkt"',
);

export const bankSamples: readonly BankSample[] = [
  { bank: 'Sparkasse (CSV-CAMT V2 and V8)', country: 'DE', encoding: 'windows-1252', file: csvCamt, read: ['EUR', '2026-11-27', 'Ann Lee', ''], pending: 1 },
  { bank: 'Sparkasse (CSV-MT940)', country: 'DE', encoding: 'windows-1252', file: rows(
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer";"BLZ";"Betrag";"Waehrung";"Info"',
    '"DE00";"27.11.26";"27.11.26";"GUTSCHR. UEBERWEISUNG";"SVWZ+coins";"Ann Lee";"DE01";"X";"1234,50";"EUR";"Umsatz gebucht"',
    '"DE00";"26.11.26";"26.11.26";"BUCHUNG";"SVWZ+fee";"Bank";"DE02";"X";"-7,00";"EUR";"Umsatz gebucht"',
  ), read: ['EUR', '2026-11-27', 'Ann Lee', ''] },
  { bank: 'Volksbanken, Raiffeisenbanken, GLS, Sparda', country: 'DE', file: `\uFEFF${rows(
    'Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung;Bemerkung;Gekennzeichneter Umsatz;Glaeubiger ID;Mandatsreferenz',
    'Konto;DE00;X;VR;27.11.2026;27.11.2026;Ann Lee;DE01;X;Gutschrift;coins;1234,5;EUR;2000,7;;;;',
    'Konto;DE00;X;VR;26.11.2026;26.11.2026;Bo;DE02;X;Basislastschrift;rent;-7;EUR;766,2;;;;',
  )}`, read: ['EUR', '2026-11-27', 'Ann Lee', ''] },
  { bank: 'Deutsche Bank, norisbank', country: 'DE', file: `\uFEFF${rows(
    'Umsätze Girokonto;Zeitraum: 01.11.2026 - 27.11.2026;',
    'Neuer Kontostand;2.345,67 EUR',
    '',
    'Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.',
    'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung',
    '27.11.2026;27.11.2026;SEPA-Gutschrift;Ann Lee;coins;DE01;X;E2E-7;;;;;;;;;1.234,50;EUR',
    '3.11.2026;3.11.2026;SEPA-Lastschrift;Bo;rent;DE02;X;NOTPROVIDED;;;;;;;;-7,00;;EUR',
    'Kontostand;27.11.2026;;;2.345,67;EUR',
  )}`, read: ['EUR', '2026-11-27', 'Ann Lee', ''] },
  { bank: 'Postbank', country: 'DE', file: `\uFEFF${rows(
    'Umsätze', 'Konto;Filial-/Kontonummer;IBAN;Währung', 'Girokonto;1;DE00;EUR', '', '1.11.2026 - 27.11.2026', 'Letzter Kontostand;;;;1234,56;EUR',
    'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung',
    '27.11.2026;27.11.2026;Gutschrift;Ann Lee;coins;DE01;;;;;;1234,5;;1;0;;1234,5;EUR',
    '3.11.2026;3.11.2026;Lastschrift;Bo;rent;DE02;;;;;;-7;;1;0;-7;;EUR',
  )}`, read: ['EUR', '2026-11-27', 'Ann Lee', ''] },
  { bank: 'Commerzbank', country: 'DE', file: `\uFEFF${rows(
    'Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber;Kategorie',
    '27.11.2026;27.11.2026;Gutschrift;Ann Lee coins End-to-End-Ref.: E2E-7;1234,5;EUR;DE00;',
    '26.11.2026;26.11.2026;Lastschrift;Bo rent;-7;EUR;DE00;',
  )}`, read: ['EUR', '2026-11-27', '', ''] },
  { bank: 'ING', country: 'DE', encoding: 'windows-1252', file: rows(
    'Umsatzanzeige;Datei erstellt am: 27.11.2026 15:23', '', 'IBAN;DE00', 'Kontoname;Girokonto', 'Bank;ING', 'Kunde;House', 'Zeitraum;17.11.2026 - 27.11.2026', 'Saldo;66.331,90;EUR', '', 'Sortierung;Datum absteigend', '',
    'In der CSV-Datei finden Sie alle bereits gebuchten Umsätze. Die vorgemerkten Umsätze werden nicht aufgenommen, auch wenn sie in Ihrem Internetbanking angezeigt werden.', '',
    'Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung',
    '27.11.2026;27.11.2026;Ann Lee;Gutschrift;coins;66.331,90;EUR;1.234,50;EUR',
    '26.11.2026;26.11.2026;Bo;Lastschrift;rent;65.097,40;EUR;-7,00;EUR',
  ), read: ['EUR', '2026-11-27', 'Ann Lee', ''] },
  { bank: 'DKB', country: 'DE', file: `\uFEFF${rows(
    '"Girokonto";"DE00"', '', '"Kontostand vom 27.11.2026:";"4.093,32 €"', '""',
    '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"',
    '"27.11.26";"27.11.26";"Gebucht";"Ann Lee";"House";"coins";"Eingang";"DE01";"1.234,50";"";"";"E2E-7"',
    '"26.11.26";"26.11.26";"Gebucht";"House";"Bo";"rent";"Ausgang";"DE02";"-7";"";"";""',
    '"27.11.26";"";"Vorgemerkt";"Cy";"House";"later";"Eingang";"DE03";"9";"";"";""',
  )}`, read: ['EUR', '2026-11-27', 'Ann Lee', ''], pending: 1 },
  { bank: 'N26', country: 'DE', file: rows(
    '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
    '2026-11-27,2026-11-27,"Ann Lee",DE01,"Credit Transfer",coins,Main,1234.5,,,', '2026-11-26,2026-11-26,"Bo",DE02,"Debit Transfer",rent,Main,-7,,,',
  ), read: ['EUR', '2026-11-27', 'Ann Lee', ''] },
  { bank: 'comdirect', country: 'DE', encoding: 'windows-1252', file: rows(
    '"Umsätze Girokonto";"Zeitraum: 10 Tage";', '"Neuer Kontostand";"2.345,67 EUR";', '',
    '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";',
    '"27.11.2026";"27.11.2026";"Übertrag";"Auftraggeber: Ann Lee Buchungstext: coins";"1.234,50";', '"26.11.2026";"26.11.2026";"Lastschrift";"Bo rent";"-7,00";', '"Alter Kontostand";"1.118,17 EUR";',
  ), read: ['EUR', '2026-11-27', '', ''] },
  { bank: 'HypoVereinsbank', country: 'DE', encoding: 'utf-16le', file: rows(
    'Kontonummer;Buchungsdatum;Valuta;Empfaenger 1;Empfaenger 2;Verwendungszweck;Betrag;Waehrung',
    '1;27.11.2026;27.11.2026;Ann Lee;;coins;1.234,50;EUR', '1;26.11.2026;26.11.2026;Bo;;rent;-7,00;EUR',
  ), read: ['EUR', '2026-11-27', 'Ann Lee', ''] },
  { bank: 'UBS', country: 'CH', file: `\uFEFF${rows(
    'Kontonummer:;0 1;', 'IBAN:;CH00;', 'Von:;2026-11-01;', 'Bis:;2026-11-27;', 'Anfangssaldo:;7982.61;', 'Schlusssaldo:;9136.16;', 'Bewertet in:;CHF;', 'Anzahl Transaktionen in diesem Zeitraum:;2;', '',
    'Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;',
    '2026-11-27;;2026-11-27;2026-11-27;CHF;;1234.50;;9136.16;TR-1;"Ann Lee";coins;;;', '2026-11-26;;2026-11-26;2026-11-26;CHF;-7.00;;;7901.66;TR-2;Bo;rent;;;',
  )}`, read: ['CHF', '2026-11-27', '', 'TR-1'] },
  { bank: 'UBS (English)', country: 'CH', file: rows(
    'Account number:;0 1;', 'Valued in:;CHF;', '',
    'Trade date;Trade time;Booking date;Value date;Currency;Debit amount;Credit amount;Individual amount;Balance;Transaction no.;Description1;Description2;Description3;Footnotes;',
    '2026-11-27;;2026-11-27;2026-11-27;CHF;;1234.50;;2225.24;TR-1;"Ann Lee";"coins";"";;', '2026-11-26;;2026-11-26;2026-11-26;CHF;-7.00;;;990.74;TR-2;"Bo";"rent";"";;',
  ), read: ['CHF', '2026-11-27', '', 'TR-1'] },
  { bank: 'PostFinance', country: 'CH', file: `\uFEFF${rows(
    'Datum von:;="01.11.2026"', 'Datum bis:;="27.11.2026"', 'Buchungsart:;"=Alle"', 'Konto:;"=CH00"', 'Währung:;"=CHF"', '',
    'Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie', '',
    '27.11.2026;Gutschrift;"GUTSCHRIFT AUFTRAGGEBER: ANN LEE MITTEILUNGEN: coins";1234.5;;;Einnahmen', '26.11.2026;Buchung;"rent";;-7;;Wohnen', '', 'Disclaimer:', 'Dieses Dokument ist kein Kontoauszug.',
  )}`, read: ['CHF', '2026-11-27', '', ''] },
  { bank: 'Raiffeisen', country: 'CH', encoding: 'windows-1252', currency: 'CHF', file: rows(
    'IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date',
    'CH00;2026-11-27 00:00:00.0;Gutschrift Ann Lee;1234.5;2047.86;2026-11-27 00:00:00.0', ';;coins;;;', 'CH00;2026-11-26 00:00:00.0;rent;-7;813.36;2026-11-26 00:00:00.0', 'CH00;2026-11-26 00:00:00.0;info;0;813.36;2026-11-26 00:00:00.0',
  ), read: ['CHF', '2026-11-27', '', ''] },
  { bank: 'Zürcher Kantonalbank', country: 'CH', file: rows(
    '"Datum";"Buchungstext";"Whg";"Betrag Detail";"ZKB-Referenz";"Referenznummer";"Belastung CHF";"Gutschrift CHF";"Valuta";"Saldo CHF";"Zahlungszweck";"Details"',
    '"27.11.2026";"Gutschrift Auftraggeber: Ann Lee";"CHF";"";"Z1";"";"";"1\'234.50";"27.11.2026";"1950.00";"coins";""', '"26.11.2026";"Belastung";"CHF";"";"Z2";"";"7.00";"";"26.11.2026";"715.50";"rent";""',
  ), read: ['CHF', '2026-11-27', '', 'Z1'] },
  { bank: 'Credit Suisse', country: 'CH', currency: 'CHF', file: `\uFEFF${rows(
    'Erstellt am 27.11.2026 16:27:47 CET', 'Buchungen suchen', 'Konto,"Firmenkonto"', "Saldo,18'367.58 CHF", 'Buchungen', 'Buchungsdatum,Text,Belastung,Gutschrift,Valutadatum',
    '27.11.2026,"Ann Lee, coins",,1234.50,27.11.2026', '26.11.2026,"rent",7.00,,26.11.2026',
  )}`, read: ['CHF', '2026-11-27', '', ''] },
  { bank: 'Migros Bank', country: 'CH', currency: 'CHF', file: `\uFEFF${rows(
    '"Kontoauszug von:";"2026-11-01"', '"Kontoauszug bis:";"2026-11-27"', ';', '"Saldo:";""', ';',
    '"Datum";"Buchungstext";"Mitteilung";"Referenznummer";"Betrag";"Saldo";"Valuta"', '"27.11.2026";"Ann Lee";"coins";"7";"1234.50";"2000.00";"27.11.2026"', '"26.11.2026";"Bo";"rent";"8";"-7.00";"765.50";"26.11.2026"',
  )}`, read: ['CHF', '2026-11-27', '', ''] },
  { bank: 'BEKB', country: 'CH', encoding: 'windows-1252', currency: 'CHF', file: rows(
    'Gutschrift / Belastung;Datum;Valuta;Buchungstext;Zusatzinfos Buchung;Name Auftraggeber / Begünstigter;Adresse Auftraggeber / Begünstigter;Konto / Bank;Mitteilung / Referenz;Zusatzinfos Transaktion;Betrag;Saldo',
    'Gutschrift;27.11.2026;27.11.2026;Zahlungseingang;;Ann Lee;Town;CH01;coins;;1234.50;2176.55', 'Belastung;26.11.2026;26.11.2026;Auftrag;;Bo;Town;;rent;;-7.00;942.05',
  ), read: ['CHF', '2026-11-27', 'Ann Lee', ''] },
  { bank: 'Basler Kantonalbank, Bank Cler', country: 'CH', file: rows(
    'Buchungsdatum;Auftragsart;Buchungstext;Belastungsbetrag (CHF);Gutschriftsbetrag (CHF);Saldo (CHF)',
    '27.11.2026;Zahlungseingang;"Ann Lee', 'coins";;1234.50;2292.65', '26.11.2026;Auftrag;rent;7.00;;1058.15',
  ), read: ['CHF', '2026-11-27', '', ''] },
  { bank: 'BCV (English)', country: 'CH', currency: 'CHF', file: rows(
    'Transactions list;;;;;27.11.2026, 23:40', ';;;;;', 'Account No. : CH00;;;;;', 'Balance : ;;;;;', 'Execution date;Transactions;Debit;Credit;Value date;Balance',
    "27.11.2026;Ann Lee coins;;1'234.50;27.11.2026;", '26.11.2026;rent;7.00;;26.11.2026;',
  ), read: ['CHF', '2026-11-27', '', ''] },
  { bank: 'Swedbank', country: 'SE', encoding: 'windows-1252', file: rows(
    '* Transaktioner Period 2026-11-01-2026-11-27 Skapad 2026-11-27 10:34 CEST',
    'Radnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo',
    '1,8327,1,"Företagskonto",SEK,2026-11-27,2026-11-27,2026-11-27,"coins","Ann Lee",1234.50,5270.00', '2,8327,1,"Företagskonto",SEK,2026-11-26,2026-11-26,2026-11-26,"","rent",-7.00,4035.50',
  ), read: ['SEK', '2026-11-27', '', ''] },
  { bank: 'Nordea', country: 'SE', file: `\uFEFF${rows(
    'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Meddelande;Egna anteckningar;Saldo;Valuta',
    'Reserverat;9,00;;;Cy;later;;;;SEK', '2026/11/27;1234,50;;1 2;Ann Lee;Insättning;coins;;9999,99;SEK', '2026/11/26;-7,00;1 2;;Bo;rent;;;8765,49;SEK',
  )}`, read: ['SEK', '2026-11-27', 'Ann Lee', ''], pending: 1 },
  { bank: 'SEB', country: 'SE', currency: 'SEK', file: rows(
    'Bokföringsdatum;Valutadatum;Verifikationsnummer;Text/mottagare;Belopp;Saldo', '2026-11-27;2026-11-27;5490990004;coins;1 234,50;12 345,67', '2026-11-26;2026-11-26;5490990004;rent;-7,00;11 111,17',
  ), read: ['SEK', '2026-11-27', '', ''] },
  { bank: 'Handelsbanken', country: 'SE', currency: 'SEK', file: rows(
    '6000-1', 'Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo', '2026-11-27;2026-11-27;coins;1 234,50;9 999,00', '2026-11-26;2026-11-26;rent;-7,00;8 764,50',
  ), read: ['SEK', '2026-11-27', '', ''] },
  { bank: 'Länsförsäkringar', country: 'SE', currency: 'SEK', file: rows(
    '"Kontonummer";"Kontonamn";"";"Saldo";"Tillgängligt belopp"', '"1";"Rörelsekonto";"";"195 460,31";"195 460,31"', '',
    '"Bokföringsdatum";"Transaktionsdatum";"Transaktionstyp";"Meddelande";"Belopp"', '"2026-11-27";"2026-11-27";"Insättning";"coins";"1 234,50"', '"2026-11-26";"2026-11-26";"Betalning";"rent";"-7,00"',
  ), read: ['SEK', '2026-11-27', '', ''] },
  { bank: 'ICA Banken', country: 'SE', file: rows('Datum;Text;Typ;Budgetgrupp;Belopp;Saldo', '2026-11-27;coins;Insättning;Övrigt;1 234,50 kr;-19 961,17 kr', '2026-11-26;rent;Betalning;Övrigt;-7,00 kr;-21 195,67 kr'), read: ['SEK', '2026-11-27', '', ''] },
  { bank: 'Skandia', country: 'SE', currency: 'SEK', file: rows('Bokföringsdag;Valutadag;Verifikationsnummer;Text;Belopp;Saldo', '2026-11-27;2026-11-27;1;coins;1234,50;32650,00', '2026-11-26;2026-11-26;2;rent;-7,00;31415,50'), read: ['SEK', '2026-11-27', '', ''] },
  { bank: 'Danske Bank', country: 'SE', currency: 'SEK', file: rows('Bokföringsdatum;Specifikation;Belopp;Saldo', '2026-11-27;coins;1 234,50;32 650,00', '2026-11-26;rent;-7,00;31 415,50'), read: ['SEK', '2026-11-27', '', ''] },
  { bank: 'Barclays', country: 'UK', currency: 'EUR', file: rows('Number,Date,Account,Amount,Subcategory,Memo', ' ,27/11/2026,20-00-00 1,1234.50,Counter Credit,ANN LEE coins BGC', ' ,03/11/2026,20-00-00 1,-7.00,Payment,rent'), read: ['EUR', '2026-11-27', '', ''] },
  { bank: 'Lloyds, Halifax, Bank of Scotland', country: 'UK', currency: 'EUR', file: rows('Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance,', "27/11/2026,FPI,'11-22-33,1,ANN LEE coins,,1234.50,7055.03,", "03/11/2026,DD,'11-22-33,1,rent,7.00,,5820.53,"), read: ['EUR', '2026-11-27', '', ''] },
  { bank: 'NatWest, RBS', country: 'UK', currency: 'EUR', file: rows('Date,Type,Description,Value,Balance,Account Name,Account Number', '27 Nov 2026,BAC,"ANN LEE , coins",1234.50,3505.27,House,600000-1', '03 Nov 2026,POS,rent,-7.00,2270.77,House,600000-1'), read: ['EUR', '2026-11-27', '', ''] },
  { bank: 'HSBC UK', country: 'UK', currency: 'EUR', file: rows('Date,Type,Description,Paid out,Paid in,Balance', '27-Nov-26,CR,ANN LEE coins, ,1234.50,12345.67', '03-Nov-26,DD,rent,7.00, ,11111.17'), read: ['EUR', '2026-11-27', '', ''] },
  { bank: 'Monzo', country: 'UK', file: rows(
    'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In',
    'tx_1,27/11/2026,11:26:03,Faster payment,Ann Lee,,Income,1234.50,EUR,1234.50,EUR,coins,,,ANN LEE,,,1234.50', 'tx_2,03/11/2026,07:09:51,Card payment,Bo,,Home,-7.00,EUR,-7.00,EUR,rent,,,BO,,-7.00,',
  ), read: ['EUR', '2026-11-27', 'Ann Lee', 'tx_1'] },
  { bank: 'Starling', country: 'UK', file: rows('Date,Counter Party,Reference,Type,Amount (EUR),Balance (EUR),Spending Category,Notes', '27/11/2026,Ann Lee,coins,FASTER PAYMENT,1234.50,5500.00,INCOME,', '03/11/2026,Bo,rent,FASTER PAYMENT,-7.00,4265.50,PAYMENTS,'), read: ['EUR', '2026-11-27', 'Ann Lee', ''] },
  { bank: 'MUFG', country: 'JP', encoding: 'shift_jis', currency: 'JPY', file: rows('"日付","摘要","摘要内容","支払い金額","預かり金額","差引残高","メモ","未資金化区分","入払区分"', '"2026/11/27","振込１","アン　リー coins","","1,234","1,633,943","","",""', '"2026/11/3","カード","","7","","1,632,709","","",""'), read: ['JPY', '2026-11-27', '', ''] },
  { bank: 'SMBC', country: 'JP', encoding: 'shift_jis', currency: 'JPY', file: rows('年月日,お引出し,お預入れ,お取り扱い内容,残高,メモ,ラベル', '2026/11/27,,1234,"振込　アン　リー coins",9293,"",', '2026/11/3,7,,"カード",8059,"",', ',,,,8059,,'), read: ['JPY', '2026-11-27', '', ''] },
  { bank: 'Mizuho', country: 'JP', encoding: 'shift_jis', currency: 'JPY', file: rows('口座情報,普通', '明細通番,日付,お引出金額,お預入金額,残高,お取引内容', '2,2026.11.27,-,1234,2234,アン　リー coins', '1,2026.11.03,7,-,1000,カード'), read: ['JPY', '2026-11-27', '', ''] },
  { bank: 'Rakuten Bank', country: 'JP', encoding: 'shift_jis', file: rows('取引日,入出金(円),取引後残高(円),入出金内容', '20261127,1234,2234,アン　リー coins', '20261103,-7,1000,カード'), read: ['JPY', '2026-11-27', '', ''] },
  { bank: 'Japan Post Bank', country: 'JP', encoding: 'shift_jis', file: rows('お客さま口座情報', '現在高：,"227,729",円,', '出力日時：令和 08 年 11 月 27 日', '明細件数：2', '取引日,入出金明細ＩＤ,受入金額（円）,払出金額（円）,詳細１,詳細２,現在（貸付）高,', '20261127,202611270000001,"1,234",,送金,アン　リー coins,"227,729",', '20261103,202611030000001,,7,カード,,"226,495",'), read: ['JPY', '2026-11-27', '', '202611270000001'] },
  { bank: 'SBI Sumishin Net Bank', country: 'JP', encoding: 'shift_jis', file: rows('日付,内容,出金金額(円),入金金額(円),残高(円),メモ', '2026/11/27,振込 アン　リー coins,,"1,234","8,904,269",-', '2026/11/03,デビット,7,,"8,903,035",-'), read: ['JPY', '2026-11-27', '', ''] },
  { bank: 'PayPay Bank', country: 'JP', encoding: 'shift_jis', currency: 'JPY', file: rows('"操作日(年)","操作日(月)","操作日(日)","操作時刻(時)","操作時刻(分)","操作時刻(秒)","取引順番号","摘要","お支払金額","お預り金額","残高","メモ"', '"2026","11","27","9","5","1","101","アン　リー coins","","1234","2234",""', '"2026","11","3","9","5","1","100","カード","7","","1000",""'), read: ['JPY', '2026-11-27', '', ''] },
  { bank: 'Sony Bank', country: 'JP', encoding: 'shift_jis', currency: 'JPY', file: rows('お取引日,摘要,お引出し金額,お預入れ金額,残高,メモ', '2026年11月27日,振込 アン　リー coins,,"1,234","2,234",', '2026年11月3日,カード,7,,"1,000",'), read: ['JPY', '2026-11-27', '', ''] },
  { bank: 'JA Bank', country: 'JP', encoding: 'shift_jis', currency: 'JPY', file: rows('"番号","明細区分","取扱日付","起算日","お支払金額","お預り金額","取引区分","残高","摘要"', '"2","","2026年11月27日","","","1,234","振込","2,234","アン　リー coins"', '"1","","2026年11月03日","","7","","カード","1,000",""'), read: ['JPY', '2026-11-27', '', ''] },
]; // oxfmt-ignore
