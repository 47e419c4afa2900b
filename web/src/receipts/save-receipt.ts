/** Hands the receipt over as a file, byte for byte as it was signed. */
export const saveReceipt = ({ id, text }: { id: string; text: string }): void =>
  keepFile(new File([text], `candor-receipt-${id}.json`, { type: 'application/json' }));

/** Into the device's downloads. */
export function keepFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
