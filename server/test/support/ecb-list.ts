// Lists of rates in the format of the European Central Bank: units of each currency for one euro.
interface RatesOfDay {
  day: string;
  rates: Readonly<Record<string, string>>;
}

export const ecbList = (day: string, rates: Readonly<Record<string, string>>): string => ecbLists({ day, rates });

/** One document with a list for each day. */
export const ecbLists = (...lists: readonly RatesOfDay[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>${lists.map(dayOf).join('')}</Cube>
</gesmes:Envelope>`;

const dayOf = ({ day, rates }: RatesOfDay): string =>
  `<Cube time='${day}'>${Object.entries(rates)
    .map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`)
    .join('\n')}</Cube>`;
