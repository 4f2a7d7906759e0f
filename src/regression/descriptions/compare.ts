import { type Direction, inDirection, isOf30, upgraded } from '../../specification/upgrade.ts';
import type { DescriptionDifference } from './difference.ts';
import { differencesOf } from './differences.ts';
import { type ExplicitDiscriminators, withExplicitDiscriminators } from './discriminators.ts';
import { type Operation, operationsIn } from './document.ts';
import { operationsDiffer } from './operations.ts';
import type { Compared, ComparedOneWay } from './parts.ts';
import { shapesOf } from './shapes.ts';
import { validatorsOf } from './validators.ts';
import type { Progress } from './witness.ts';

export type Document = Readonly<Record<string, unknown>>;

/**
 * All differences between two descriptions that affect what may be sent, with a verdict for consumers and for
 * providers, and a witness for each breaking difference.
 * @param before - parsed OpenAPI 3.0, 3.1 or 3.2 without external references
 */
export function compareDescriptions(
  before: Document,
  after: Document,
  maxJudged: number = defaultMaxJudged,
): DescriptionDifference[] {
  const old = readBothWays(before);
  const now = readBothWays(after);
  const isPlain = ![old, now].some(({ request }) => request.addsConstraints);
  const progress: Progress = { changes: new Map(), left: maxJudged };
  const oneWay = (direction: Direction): ComparedOneWay => {
    const both = { before: old[direction], after: now[direction] };
    const of = <Made>(make: (read: Read) => Made) => ({ before: make(both.before), after: make(both.after) });
    return {
      shapes: of(({ document }) => shapesOf(document)),
      validators: of(({ document }) => validatorsOf(document)),
      plainValidators: isPlain ? undefined : of(({ plain }) => validatorsOf(plain)),
      differences: differencesOf(),
      ...{ known: new Map(), progress },
    };
  };
  const request = oneWay('request');
  const isSameBothWays = old.request === old.response && now.request === now.response;
  const compared: Compared = { request, response: isSameBothWays ? request : oneWay('response') };
  const webhooksOf = ({ response }: BothWays) => operationsIn(response.document, 'webhooks');
  return [
    ...operationsDiffer('operation', operationsBothWays(old), operationsBothWays(now), compared),
    ...operationsDiffer('webhook', webhooksOf(old), webhooksOf(now), compared),
  ];
}

/**
 * The maximum number of values that are validated in search of witnesses. The largest published descriptions that were
 * compared (186,000 differences) needed 290,000.
 */
const defaultMaxJudged = 500_000;

type BothWays = Readonly<Record<Direction, Read>>;

interface Read extends ExplicitDiscriminators {
  readonly plain: Document;
}

function readBothWays(document: Document): BothWays {
  const read = (plain: Document): Read => ({ plain, ...withExplicitDiscriminators(plain) });
  const whole = upgraded(document);
  const [request, response] = (['request', 'response'] as const).map((direction) =>
    isOf30(document) ? inDirection(whole, direction) : whole,
  );
  const asSent = read(request ?? whole);
  return { request: asSent, response: response === request ? asSent : read(response ?? whole) };
}

function operationsBothWays({ request, response }: BothWays): ReadonlyMap<string, Operation> {
  const answering = operationsIn(response.document);
  return new Map(
    [...operationsIn(request.document)].map(([key, operation]) => [
      key,
      { ...operation, responses: answering.get(key)?.responses ?? operation.responses },
    ]),
  );
}
