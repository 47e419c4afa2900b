// Text of an MT940 entry (:86:): numbered subfields (Germany, Austria and Switzerland), code words between slashes, or plain text. Pure.

export interface Said {
  payer: string;
  text: string;
  endToEnd: string;
  isReturn: boolean;
}

export function textOf86(field: string): Said {
  const numbered = /^\d{3}([^\w\s/])\d{2}/.exec(field);
  if (numbered) return ofNumbers(field, numbered[1]!);
  // Banks break such a field after 65 characters, even within a word.
  const whole = field.replaceAll('\n', '');
  return slashed.test(whole)
    ? ofWords(whole)
    : { payer: '', text: field.replaceAll('\n', ' '), endToEnd: '', isReturn: false };
}

/** ?00 names the type, ?20 to ?29 and ?60 to ?63 hold the text, ?32 and ?33 the name of the other party. */
function ofNumbers(field: string, sign: string): Said {
  const parts = field
    .replaceAll('\n', '')
    .split(sign)
    .slice(1)
    .map((part) => ({ number: parseInt(part.slice(0, 2), 10), words: part.slice(2) }));
  const within = (from: number, to: number) => parts.filter(({ number }) => number >= from && number <= to);
  // A subfield of full length continues in the next one, even within a word.
  const text = [...within(20, 29), ...within(60, 63)]
    .map(({ words }) => (words.length >= 27 ? words : `${words} `))
    .join('')
    .trim();
  const tags = tagsIn(text);
  const kind = within(0, 0)
    .map(({ words }) => words)
    .join(' ');
  const name = within(32, 33)
    .map(({ words }) => words)
    .join('');
  return {
    payer: name || (tags['ABWA'] ?? ''),
    text: [tags['SVWZ'] ?? (Object.keys(tags).length > 0 ? '' : text), kind].filter((each) => each !== '').join(' '),
    endToEnd: tags['EREF'] ?? '',
    isReturn: 'RTRN' in tags || /r(?:ü|ue)ck|return|storno|retoure/i.test(kind),
  };
}

const sepaTag = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|RTRN|IBAN|BIC)\+/;

function tagsIn(text: string): Record<string, string> {
  const [, ...pieces] = text.split(sepaTag);
  const found: Record<string, string> = {};
  for (let place = 0; place + 1 < pieces.length; place += 2) found[pieces[place]!] = pieces[place + 1]!.trim();
  return found;
}

const words = [
  'EREF',
  'REMI',
  'NAME',
  'IBAN',
  'BIC',
  'ORDP',
  'BENM',
  'TRTP',
  'RTRN',
  'PREF',
  'MARF',
  'CSID',
  'CNTP',
  'PURP',
  'ISDT',
  'TRCD',
  'OCMT',
  'CHGS',
  'EXCH',
  'BUSP',
  'SVCL',
  'ULTC',
  'ULTD',
  'ULTB',
  'ADDR',
  'RFB',
].join('|');
const slashed = new RegExp(`^/(?:${words})/`);

function ofWords(field: string): Said {
  const [, ...pieces] = field.split(new RegExp(`/(${words})/`));
  const found: Record<string, string> = {};
  for (let place = 0; place + 1 < pieces.length; place += 2) found[pieces[place]!] ??= pieces[place + 1]!;
  const remittance = (found['REMI'] ?? '').replace(/^(?:USTD|STRD)\/(?:CUR)?\/?/, '').replace(/\/+$/, '');
  // /CNTP/ holds account, bank, name and town of the other party.
  const [, , named = ''] = (found['CNTP'] ?? '').split('/');
  const party = (found['NAME'] ?? found['ORDP'] ?? '').replaceAll('/', ' ').trim();
  return {
    payer: party || named,
    text: [remittance, found['TRTP'] ?? ''].filter((each) => each !== '').join(' '),
    endToEnd: (found['EREF'] ?? '').replace(/\/+$/, ''),
    isReturn: 'RTRN' in found,
  };
}
