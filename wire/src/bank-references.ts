// Numbers of banks and what their check digits say: IBAN (ISO 13616) and the creditor reference (ISO 11649).

/** As it is stored and sent: capital letters and digits, without spaces. */
export const plainCode = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase();

/** In groups of four, as people read and type it. */
export const groupedCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The remainder by 97 of a code whose letters count from 10. */
function remainder97(code: string): number {
  let rest = 0;
  for (const sign of code) {
    const value = parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

const turned = (code: string): string => code.slice(4) + code.slice(0, 4);

export const isIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && remainder97(turned(text)) === 1;

/** An IBAN, or a number of a bank that has none: what looks like an IBAN must be one. */
export const isAccountNumber = (text: string): boolean =>
  /^[A-Z]{2}\d{2}/.test(text) ? isIban(text) : /^[0-9][0-9-]{3,33}$/.test(text);

/** RF, two check digits, and what is to be recognised. */
export function creditorReference(body: string): string {
  const check = 98 - remainder97(`${body}RF00`);
  return `RF${String(check).padStart(2, '0')}${body}`;
}

export const isCreditorReference = (text: string): boolean =>
  /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && remainder97(turned(text)) === 1;
