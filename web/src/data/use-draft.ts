// A form: its fields, what is wrong with them and when that is said, and the call that it makes.
//   const form = useDraft({ first: { account: '' }, judge: faultsOf, call: queryLogin, payloadOf, fieldOf, onDone });
//   <Form {...form.form}><Field label={…} {...form.field('account')} /><Button type="submit" isBusy={form.isSending} /></Form>
import type { Action, Endpoint, Facts, Failure, FailureCode } from '@candor/wire';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { afterPress } from '../device/after-press.ts';
import { useUser } from '../session/session.ts';
import type { TextKey } from '../text/keys.ts';
import { useFaultText } from '../text/refusal-text.ts';
import type { Fault } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { afterBlur, afterChange, afterSubmit, newProgress, saidAt } from './draft-rules.ts';
import type { Faults, Progress } from './draft-rules.ts';
import { useKeptFields } from './kept-fields.ts';
import type { KeptAs } from './kept-fields.ts';
import { sayRefusal } from './say-refusal.ts';
import type { DataOf } from './use-read.ts';
import { useSend } from './use-send.ts';
import type { Change } from './use-send.ts';

type Call = Action | Endpoint;

/** What the form begins with, money as text, and what of it outlives the page; or fields that outlive it, with what changes some of them. */
type Origin<Fields> =
  | { first: Fields | (() => Fields); keptAs?: KeptAs<Fields>; kept?: undefined }
  | { first?: undefined; keptAs?: undefined; kept: { fields: Fields; change: (changed: Partial<Fields>) => void } };

export type DraftOptions<Fields extends object, One extends Call> = Origin<Fields> & {
  /** What is wrong before the server is asked; pure, computed at each render. */
  judge: (fields: Fields) => Faults<Fields>;
  call: One;
  /** What the call changes, as with useSend. */
  changes?: readonly Change<DataOf<One>>[];
  /** Undefined: there is nothing to send. */
  payloadOf: (fields: Fields) => One['payload']['_zod']['input'] | null | undefined;
  /** The field that a refusal is said at; one that is about none becomes a toast. */
  fieldOf?: (code: FailureCode, fields: NoInfer<Fields>, facts: Facts) => keyof NoInfer<Fields> | undefined;
  /** Where the catalogue's words for a refusal are not the ones to say here. */
  textOf?: (code: FailureCode) => TextKey | undefined;
  onDone: (data: One['reply']['_zod']['output'], sent: Fields, set: (changed: Partial<Fields>) => void) => void;
  /** Before a refusal is said, e.g. to empty a field; answers true when the screen has said it. */
  onRefused?: (failure: Failure, set: (changed: Partial<NoInfer<Fields>>) => void) => unknown;
  /** Of what is for verified customers: what is done instead of the call for anybody else, and where the server says so. */
  onUnverified?: () => void;
  /** Shows the whole once more before it is sent, where wanted; some fields are filled in only there. */
  review?: { isOn: boolean; fields?: readonly (keyof Fields)[] };
};

/** What a part of the kit needs of its field. */
export interface DraftField<Value> {
  /** What password managers go by. */
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  error: string | undefined;
}

export interface Draft<Fields extends object> {
  fields: Fields;
  field: <Name extends keyof Fields>(name: Name) => DraftField<Fields[Name]>;
  set: (changed: Partial<Fields>) => void;
  /** Says at a field what is wrong with it, or the refusal of another call; true when something is. */
  check: (name: keyof Fields, failure?: Failure) => boolean;
  /** Sends when nothing is wrong, with a change made at once; else the first wrong field gets the focus. */
  submit: (changed?: Partial<Fields>) => Promise<void>;
  /** Of the Form part. */
  form: { ref: RefObject<HTMLFormElement | null>; onSubmit: () => void };
  isSending: boolean;
  isReviewing: boolean;
  leaveReview: () => void;
}

export function useDraft<Fields extends object, One extends Call>(options: DraftOptions<Fields, One>): Draft<Fields> {
  const {
    first,
    keptAs,
    kept,
    judge,
    call,
    changes = [],
    payloadOf,
    fieldOf,
    onDone,
    onRefused,
    onUnverified,
    review,
  } = options;
  const [inside, setInside, forget] = useKeptFields<Fields>(first ?? ({} as Fields), keptAs);
  const [progress, setProgress] = useState<Progress<Fields>>(newProgress);
  const [isReviewing, setReviewing] = useState(false);
  const { ref, focusFault } = useFaultFocus();
  const sending = useSend(call, { changes, shows: () => true });
  const isVerified = useUser()?.status === '1';
  const words = useWords(options.textOf);
  const fields = kept?.fields ?? inside;
  const faults = judge(fields);
  const namesIn = (some: object): (keyof Fields)[] => Object.keys(some) as (keyof Fields)[];

  function set(changed: Partial<Fields>): void {
    if (namesIn(changed).length === 0) return;
    const after = judge({ ...fields, ...changed });
    (kept?.change ?? ((some) => setInside((now) => ({ ...now, ...some }))))(changed);
    setProgress((now) => afterChange(now, { changed, before: faults, after }));
  }

  function check(name: keyof Fields, failure?: Failure): boolean {
    setProgress((now) => ({ ...afterSubmit(now, [name]), refused: failure && { name, fault: failure } }));
    const isWrong = failure !== undefined || faults[name] !== undefined;
    if (isWrong) focusFault();
    return isWrong;
  }

  async function submit(changed: Partial<Fields> = {}): Promise<void> {
    if (onUnverified && !isVerified) return onUnverified();
    const now = { ...fields, ...changed };
    set(changed);
    const later = isReviewing ? [] : (review?.fields ?? []);
    const names = namesIn(now).filter((name) => !later.includes(name));
    setProgress((before) => afterSubmit(before, names));
    const found = judge(now);
    const wrong = names.filter((name) => found[name] !== undefined);
    if (wrong.length > 0) return refuse(wrong);
    if (review?.isOn && !isReviewing) return setReviewing(true);
    const payload = payloadOf(now);
    const outcome = payload ? await sending.send(payload) : undefined;
    if (outcome === undefined) return;
    if (!outcome.ok) return refuseBy(outcome, now);
    setProgress(newProgress);
    setReviewing(false);
    forget();
    onDone(outcome.data, now, set);
  }

  function refuseBy(failure: Failure, sent: Fields): void {
    const isPrompted = failure.code === 'verification-required' && onUnverified !== undefined;
    if (isPrompted) onUnverified();
    const isSaid = onRefused?.(failure, set) === true || isPrompted;
    const name = fieldOf?.(failure.code, sent, failure.facts);
    if (name !== undefined) setProgress((now) => ({ ...now, refused: { name, fault: failure } }));
    else if (!isSaid) sayRefusal(failure, words(failure));
    refuse(name === undefined ? [] : [name]);
  }

  /** Goes back to where the wrong fields are. */
  function refuse(wrong: readonly (keyof Fields)[]): void {
    if (wrong.length === 0 || wrong.some((name) => !review?.fields?.includes(name))) setReviewing(false);
    focusFault();
  }

  return {
    fields,
    field(name) {
      const fault = saidAt(progress, faults, name);
      return {
        name: String(name),
        value: fields[name],
        onChange: (value) => set({ [name]: value } as unknown as Partial<Fields>),
        onBlur: () => afterPress(() => setProgress((now) => afterBlur(now, name, fields[name]))),
        error: fault && words(fault),
      };
    },
    set,
    check,
    submit,
    form: { ref, onSubmit: () => void submit() },
    isSending: sending.isSending,
    isReviewing,
    leaveReview: () => setReviewing(false),
  };
}

/** What is said of a fault. */
function useWords(textOf?: (code: FailureCode) => TextKey | undefined): (fault: Fault) => string {
  const [t, faultText] = [useT(), useFaultText()];
  return (fault) => {
    const own = 'code' in fault ? textOf?.(fault.code) : undefined;
    return own === undefined ? faultText(fault) : t(own);
  };
}

/** The first field that says a fault gets the focus, once it is drawn. */
function useFaultFocus(): { ref: RefObject<HTMLFormElement | null>; focusFault: () => void } {
  const ref = useRef<HTMLFormElement>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [turn]);
  return { ref, focusFault: () => setTurn((now) => now + 1) };
}
