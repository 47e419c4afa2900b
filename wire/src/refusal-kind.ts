// What a refusal says of itself. Those of a product stand in its `<product>-refusals.ts`; refusals.ts lists these files.

export interface RefusalKind {
  /** The status when the spec gives the case no number of its own. */
  http: 200 | 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 429 | 500 | 503;
  /** What happened and what to do. */
  text: string;
  /** Any call may refuse with it, before it looks at what is asked: of a try before with the same key it says nothing. */
  isCommon?: true;
  /** Nothing was done, and the same may succeed in a moment: it is not kept under its key. */
  isRetryable?: true;
  /** It does not say whether it was done or will be: only the same key may be sent again. */
  isUndecided?: true;
}
