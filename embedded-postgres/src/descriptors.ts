/** No descriptor was left, neither for the process nor for the machine: what was asked stays unknown. */
export function lacksDescriptors(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'EMFILE' || code === 'ENFILE';
}
