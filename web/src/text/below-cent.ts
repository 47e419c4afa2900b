/** Something of which two decimals show nothing: a small loss is no 0.00. Of decimal text. */
export const isBelowCent = (text: string): boolean => /^-?0\.00\d*[1-9]/.test(text);
