/** How many sheets a field for them names; undefined while its text is empty or not a number of them. */
export const readSheets = (text: string): number | undefined => (/^\d+$/.test(text) ? parseInt(text, 10) : undefined);
