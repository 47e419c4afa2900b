/** What a log line may say of a failure: its message alone, as other fields can hold addresses or whole rows. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
