// The form of every reply: what is around the data of a call, and around a refusal.
import { actionReturnCode, actionSucceeded, isEndpoint, describeRefusal } from '@candor/wire';
import type { Action, Endpoint, Facts, RefusalCode } from '@candor/wire';
import { isRawJson } from '../kit/raw-json.ts';

export interface Answer {
  httpStatus: number;
  /** JSON. */
  body: string;
}

/** Builds a call's replies. */
export interface Envelope {
  success(data: unknown): string;
  refusal(code: RefusalCode, facts: Facts): Answer;
}

export const envelopeOf = (call: Action | Endpoint): Envelope =>
  isEndpoint(call) ? endpointEnvelope(call) : actionEnvelope(call.name, call.statusOf);

/**
 * `status` is 1 on success. Of a refusal it is the number that the call gives it, sent with HTTP 200; a refusal without
 * a number has `status` 0 and the HTTP status of the catalogue.
 */
export function endpointEnvelope(endpoint?: Endpoint): Envelope {
  const statusOf = endpoint?.statusOf;
  return {
    success: endpoint?.form !== undefined ? jsonOf : (data) => `{"status":1,"data":${jsonOf(data)}}`,
    refusal(code, facts) {
      const status = statusOf?.[code];
      return {
        httpStatus: status === undefined ? describeRefusal(code).http : 200,
        body: JSON.stringify({ status: status ?? 0, code, facts }),
      };
    },
  };
}

/** A refusal that the action gives a number carries it as ACTION_INFO, with HTTP 200 and return code 000200. */
export function actionEnvelope(name: string, statusOf?: Action['statusOf']): Envelope {
  const nameText = JSON.stringify(name);
  const head = `{"ACTION_NAME":${nameText},"ACTION_RETURN_CODE":"${actionSucceeded}","ACTION_INFO":`;
  return {
    success: (data) => `${head}${jsonOf(data)}}`,
    refusal(code, facts) {
      const number = statusOf?.[code];
      const answer = {
        ACTION_NAME: name,
        ACTION_RETURN_CODE: actionReturnCode(describeRefusal(code).http),
        code,
        facts,
      };
      if (number === undefined) return { httpStatus: describeRefusal(code).http, body: JSON.stringify(answer) };
      return {
        httpStatus: 200,
        body: JSON.stringify({ ...answer, ACTION_RETURN_CODE: '000200', ACTION_INFO: number }),
      };
    },
  };
}

/** A handler that has the JSON text already hands it over as `rawJson`, so that no digit passes through a float. */
function jsonOf(data: unknown): string {
  return isRawJson(data) ? data.rawJson : JSON.stringify(data ?? null);
}
