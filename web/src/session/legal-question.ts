// The server has refused something until new terms are accepted: whoever asks the person about them listens here.
let listener = (): void => undefined;

/** One at a time. */
export const onTermsOwed = (next: () => void): void => void (listener = next);
export const askAboutTerms = (): void => listener();
