import { createHash } from 'node:crypto';
import { childPointer, generalPointer, memberOf, pointerTokens } from '../../schema/pointer.ts';
import { isVersion } from '../../specification/versions.ts';
import { compareDescriptions, type Document } from '../descriptions/compare.ts';
import type { DescriptionDifference } from '../descriptions/difference.ts';
import {
  type Drift,
  type DriftDifference,
  driftLine,
  type GivenAnswer,
  type PlacedFinding,
} from './drift.ts';
import { describing } from './refusals.ts';
import { seenOf, verdictOf } from './verdicts.ts';

/** What a run saw of a deployment, beside its description. */
export interface SeenBeside {
  readonly answers: readonly GivenAnswer[];
  readonly findings: readonly PlacedFinding[];
}

/** So many differences are told. */
const toldDifferences = 100;

/**
 * How a served description differs from the agreed one, and which of the two the answers keep to.
 * @param served - OpenAPI 3.0 or 3.1; its references lead within it
 */
export function compareServed(agreed: Document, served: Document, { answers, findings }: SeenBeside): Drift {
  // Where a deployment is reached is its own affair; what `servers` puts before a path has been looked at.
  const differences = [
    ...versionDiffers(agreed, served),
    ...compareDescriptions(agreed, served).filter(({ keyword }) => keyword !== 'servers'),
  ];
  const contradicting = contradictingIn(findings, differences);
  if (differences.length === 0) return { state: 'none', contradicting };
  const both = { agreed: describing(agreed), served: describing(served) };
  const seen = seenOf(differences, both, answers);
  const agreedNames = new Set([...both.agreed.operations.values()].map(({ name }) => name));
  const told = differences.map((one, place): DriftDifference => {
    const { isShown = false, isRefusedByAgreed = false, isRefusedByServed = false } = seen[place] ?? {};
    const ofPlace = { isShown, isRefusedByAgreed, isRefusedByServed };
    return { ...shown(one, agreedNames), seen: ofPlace, verdict: verdictOf(ofPlace) };
  });
  return {
    state: 'differs',
    digest: digestOf(differences),
    count: differences.length,
    differences: told.toSorted(byLine).slice(0, toldDifferences),
    contradicting,
  };
}

/** That a document is of another version breaks nobody. A patch or a build of the agreed one is none. */
function versionDiffers(agreed: Document, served: Document): DescriptionDifference[] {
  const [due, version] = [agreed, served].map((one) => memberOf(one.info, 'version'));
  if (typeof due !== 'string' || isVersion(String(version).trim(), due)) return [];
  const effect = { verdict: 'compatible', reason: 'No request and no answer is another for it.' } as const;
  return [
    {
      ...{
        operation: undefined,
        part: 'info',
        pointer: '/version',
        places: ['/version'],
        keyword: 'version',
      },
      // Without the version: a document whose version is that of its build would differ otherwise each time.
      message: 'The document is of another version.',
      ...{ consumers: effect, providers: effect },
    },
  ];
}

/** The deviations at places where the descriptions do not differ. */
function contradictingIn(
  findings: readonly PlacedFinding[],
  differences: readonly DescriptionDifference[],
): string[] {
  const byOperation = Map.groupBy(differences, ({ operation }) => operation);
  const found = findings.filter(
    ({ operation, status, pointer }) =>
      !(byOperation.get(operation) ?? []).some(
        (one) => isOfStatus(one.part, status) && isAbout(one.pointer, generalPointer(pointer)),
      ),
  );
  return [...new Set(found.map(({ fingerprint }) => fingerprint))].sort();
}

function isOfStatus(part: string, status: number): boolean {
  const range = `${Math.floor(status / 100)}XX`;
  return ['operation', `response ${status}`, `response ${range}`, 'response default'].includes(part);
}

/** Whether one place is the other, or is above or below it. */
function isAbout(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

/** What differs in full, the words of the target among it, told by nothing but its digest. */
function digestOf(differences: readonly DescriptionDifference[]): string {
  const lines = differences.map(({ operation, part, places, keyword, message }) =>
    JSON.stringify([operation, part, places, keyword, message]),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 16);
}

/** The target chose the words of its description: of them, only what looks like a name is shown. */
function shown(
  { operation, part, pointer, keyword }: DescriptionDifference,
  agreedNames: ReadonlySet<string>,
): Omit<DriftDifference, 'verdict' | 'seen'> {
  return {
    operation: operation === undefined || agreedNames.has(operation) ? operation : shownOperation(operation),
    part: shownWords(part, ' '),
    pointer: pointerTokens(pointer)
      .slice(0, toldLevels)
      .reduce((above, token) => childPointer(above, token === '*' ? token : shownName(token)), ''),
    keyword: shownName(keyword),
  };
}

/** A name that a description gives to a member or a schema: quoted only where it looks like one. */
function shownName(name: string): string {
  return /^[\w$-]{1,60}$/.test(name) ? name : `(a name of ${name.length} characters)`;
}

/** So many levels of a place, words of a part and segments of a path are told. */
const toldLevels = 20;

function shownOperation(operation: string): string {
  const [method = '', path = ''] = operation.split(/ (.*)/s);
  return `${method} ${shownWords(path, '/')}`;
}

function shownWords(text: string, separator: string): string {
  const words = text.split(separator);
  const told = words
    .slice(0, toldLevels)
    .map((word) => (word === '' || /^\{[\w-]{1,60}\}$/.test(word) ? word : shownName(word)));
  return [...told, ...(words.length > toldLevels ? ['…'] : [])].join(separator);
}

function byLine(one: DriftDifference, other: DriftDifference): number {
  return driftLine(one) < driftLine(other) ? -1 : 1;
}
