// What a form of an act that is proven hands to useDraft besides its own; <ConfirmFields> draws the fields.
//   const proof = ownerProof('mail-phrase', security);
//   useDraft({ first: { ...noProof, phrase: '' }, judge: (fields) => ({ ...proof.faults(fields), … }), …, ...proof.refusals });
import { getSecurity, type Failure, type FailureCode, type ProvenAct } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';
import { refetch } from '../data/refetch.ts';
import { emptiedBy, isOutdated, needsOf, proofFaults, proofFieldOf } from './proof-rules.ts';
import type { ProofFields, ProofNeeds, SecondFactors } from './proof-rules.ts';

export interface OwnerProof {
  needs: ProofNeeds;
  faults: (fields: ProofFields) => Faults<ProofFields>;
  /** Which field a refusal is said at, how, and what it leaves in them. */
  refusals: {
    fieldOf: (code: FailureCode) => keyof ProofFields | undefined;
    textOf: (code: FailureCode) => 'security.passwordWrong' | undefined;
    onRefused: (failure: Pick<Failure, 'code'>, set: (changed: Partial<ProofFields>) => void) => void;
  };
}

export function ownerProof(act: ProvenAct, factors: SecondFactors): OwnerProof {
  const needs = needsOf(act, factors);
  return {
    needs,
    faults: (fields) => proofFaults(fields, needs),
    refusals: {
      fieldOf: (code) => proofFieldOf(code, needs),
      // The catalogue's words are of a password that is replaced.
      textOf: (code) => (code === 'password-wrong' ? 'security.passwordWrong' : undefined),
      onRefused({ code }, set) {
        set(emptiedBy(code, needs));
        if (isOutdated(code, needs)) refetch(getSecurity);
      },
    },
  };
}
