import type { Behaviour, ServiceAnswer } from '../../faults/behaviour.ts';
import { recordIn } from '../../faults/client-behaviours.ts';
import { objectIn } from '../../faults/requests.ts';
import type { GeneratedType } from '../generation/records.ts';
import type { Json, JsonObject } from '../reference/json.ts';
import type { Specification } from '../specification/specification.ts';
import { typeOf } from './organisations.ts';
import type { Numbering, StubRecords } from './records.ts';

interface AnswerSource {
  readonly specification: Specification;
  readonly records: StubRecords;
  readonly seed: number;
  readonly numbering: Numbering;
}

/**
 * Replaces the records in answers by generated records, which the headers `Stub-Seed` and `Stub-Path` identify. A
 * client field that was ever changed has the reference's value. All other answers, such as refusals, are the
 * reference's.
 */
export function generatedAnswers({ specification, records, seed, numbering }: AnswerSource): Behaviour {
  const changed = new Map<string, Set<string>>();
  const changeable = specification.fieldsOf('ClientPatch');
  const shown = (type: GeneratedType, identifier: Json, own: JsonObject): Shown => {
    const number = numbering(type, String(identifier));
    const record = records(type).at(number) as JsonObject;
    return {
      headers: { 'stub-seed': String(seed), 'stub-path': String(number) },
      body: JSON.stringify({ ...record, ...own }),
    };
  };
  const shownCase = ({ caseId = null, ...held }: JsonObject): Shown =>
    shown(typeOf(held), caseId, { caseId });
  const shownClient = ({ id = null, ...held }: JsonObject, patch: JsonObject): Shown => {
    const names = changed.get(String(id)) ?? new Set();
    changed.set(String(id), names);
    for (const name of Object.keys(patch)) if (changeable.includes(name)) names.add(name);
    const kept = Object.entries(held).filter(([name]) => names.has(name));
    return shown('Client', id, { ...Object.fromEntries(kept), id });
  };
  return async (request, reference) => {
    const answer = await reference(request);
    if (answer.status !== 200) return answer;
    const showing = ({ headers, body }: Shown): ServiceAnswer => {
      return { ...answer, headers: { ...answer.headers, ...headers }, body };
    };
    switch (specification.operationAt(request.method, request.path)) {
      case 'getCaseData':
        return showing(shownCase(recordIn(answer)));
      case 'updateClient':
        return showing(shownClient(recordIn(answer), objectIn(request)));
      default:
        return answer;
    }
  };
}

type Shown = Pick<ServiceAnswer, 'headers' | 'body'>;
