// Answers of a node of the XRP Ledger that are changed on their way.
type Params = Readonly<Record<string, unknown>>;
export type XrplLie = (method: string, params: Params, honest: () => Promise<unknown>) => unknown;

/** The wallet's sequence is higher by so many than the ledger says. */
export const sequenceMoved =
  (wallet: string, more: number): XrplLie =>
  async (method, params, honest) => {
    const answer = (await honest()) as { account_data: { Sequence: number } };
    if (method !== 'account_info' || params['account'] !== wallet) return answer;
    return { ...answer, account_data: { ...answer.account_data, Sequence: answer.account_data.Sequence + more } };
  };

/** The node describes itself otherwise. */
export const stateWith =
  ({ complete, reserve }: { complete?: string; reserve?: number }): XrplLie =>
  async (method, _params, honest) => {
    const answer = (await honest()) as { state: { validated_ledger: object } };
    if (method !== 'server_state') return answer;
    const validated = { ...answer.state.validated_ledger, ...(reserve === undefined ? {} : { reserve_base: reserve }) };
    const history = complete === undefined ? {} : { complete_ledgers: complete };
    return { ...answer, state: { ...answer.state, ...history, validated_ledger: validated } };
  };

/** What is submitted is answered so, and not taken. */
export const submitAnswers =
  (answer: object): XrplLie =>
  (method, _params, honest) =>
    method === 'submit' ? { status: 'success', ...answer } : honest();
