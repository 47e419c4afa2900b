// Pure: personal data as lists show it. A person who was looked for can be recognised by it, and nobody can be reached, paid or imitated
// with what a list of many has. The page of one customer, payment or withdrawal shows it whole.

const dots = '•••';
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const firstOf = (word: string): string => letters.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** `a•••@example.com`: of a name of one letter nothing is left but the domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = at < 0 ? [email, ''] : [email.slice(0, at), email.slice(at)];
  return maskWord(name) + domain;
}

/** `•••67`: the last two digits. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length < 6 ? dots : `${dots}${digits.slice(-2)}`;
}

/** `A••• L•••`, of names and of what somebody wrote on a payment; digits go as well. */
export const maskWords = (text: string): string => text.split(/\s+/).filter(Boolean).map(maskWord).join(' ');

/** `0x12ab…89ef`: both ends of an address of a network. */
export const maskAddress = (address: string): string =>
  address.length <= 14 ? maskWord(address) : `${address.slice(0, 6)}…${address.slice(-4)}`;

/** How long it is does not show; a single letter is the whole, and does not show either. */
function maskWord(word: string): string {
  const first = firstOf(word);
  return first === word || /\p{N}/u.test(first) ? dots : first + dots;
}
