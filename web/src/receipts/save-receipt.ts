/** Hands the receipt over as a file, byte for byte as it was signed. */
export function saveReceipt({ id, text }: { id: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `candor-receipt-${id}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
