import { type Direction, upgraded } from '../../specification/upgrade.ts';
import type { DescriptionDifference } from './difference.ts';
import { differencesOf } from './differences.ts';
import { spelledMark, withDiscriminatorsSpelledOut } from './discriminators.ts';
import { type Operation, operationsIn } from './document.ts';
import { operationsDiffer } from './operations.ts';
import type { Compared, ComparedOneWay } from './parts.ts';
import { shapesOf } from './shapes.ts';
import { validatorsOf } from './validators.ts';
import type { Progress } from './witness.ts';

/** A parsed description. */
export type Document = Readonly<Record<string, unknown>>;

/**
 * All differences between two descriptions, with the audience that each breaks and a witness. Differences of form alone
 * are left out.
 * @param before - parsed OpenAPI 3.0, 3.1 or 3.2; its references must be internal
 */
export function compareDescriptions(
  before: Document,
  after: Document,
  mostJudged: number = usuallyJudged,
): DescriptionDifference[] {
  const old = readBothWays(before, withDiscriminatorsSpelledOut);
  const now = readBothWays(after, withDiscriminatorsSpelledOut);
  const isPlain = ![old, now].some((one) => JSON.stringify(one.request).includes(spelledMark));
  const progress: Progress = { changes: new Map(), left: mostJudged };
  const oneWay = (direction: Direction): ComparedOneWay => {
    const plainOf = (document: Document) => validatorsOf(readBothWays(document, (one) => one)[direction]);
    return {
      shapes: { before: shapesOf(old[direction]), after: shapesOf(now[direction]) },
      validators: { before: validatorsOf(old[direction]), after: validatorsOf(now[direction]) },
      plainValidators: isPlain ? undefined : { before: plainOf(before), after: plainOf(after) },
      differences: differencesOf(),
      ...{ known: new Map(), progress },
    };
  };
  const request = oneWay('request');
  const isSameBothWays = old.request === old.response && now.request === now.response;
  const compared: Compared = { request, response: isSameBothWays ? request : oneWay('response') };
  const webhooksOf = ({ response }: BothWays) => operationsIn(response, 'webhooks');
  return [
    ...operationsDiffer('operation', operationsBothWays(old), operationsBothWays(now), compared),
    ...operationsDiffer('webhook', webhooksOf(old), webhooksOf(now), compared),
  ];
}

/** The largest published descriptions that were tried, with 186,000 differences, need 290,000. */
const usuallyJudged = 500_000;

/** A description as it applies to requests and to responses. */
type BothWays = Readonly<Record<Direction, Document>>;

function readBothWays(document: Document, asRead: (document: Document) => Document): BothWays {
  const read = (direction?: Direction): Document => asRead(upgraded(document, direction));
  // Only in OpenAPI 3.0 do `readOnly` and `writeOnly` change what is required.
  const isMarked = /"openapi":"3\.0.*"(?:readOnly|writeOnly)":true/s.test(JSON.stringify(document));
  if (isMarked) return { request: read('request'), response: read('response') };
  const both = read();
  return { request: both, response: both };
}

function operationsBothWays({ request, response }: BothWays): ReadonlyMap<string, Operation> {
  const answering = operationsIn(response);
  return new Map(
    [...operationsIn(request)].map(([key, operation]) => [
      key,
      { ...operation, responses: answering.get(key)?.responses ?? operation.responses },
    ]),
  );
}
