/** Volumes and sparklines move slowly; prices come by the socket. */
export const summaryReading = { freshMs: 60_000, everyMs: 300_000 } as const;
