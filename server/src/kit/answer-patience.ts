/** How long a service outside may take to answer, 5 s: its signal ends what is asked. */
export const answerPatience = (): AbortSignal => AbortSignal.timeout(5_000);
