import { createHash } from 'node:crypto';
import { childPointer, generalPointer, memberOf, pointerTokens } from '../../schema/pointer.ts';
import { isVersion } from '../../specification/versions.ts';
import { compareDescriptions, type Document } from '../descriptions/compare.ts';
import { type DescriptionDifference, differenceIn, writtenAt } from '../descriptions/difference.ts';
import {
  type Drift,
  type DriftChange,
  type DriftDifference,
  driftLine,
  type GivenAnswer,
  type PlacedFinding,
} from './drift.ts';
import { type DescribedResponses, describedResponses } from './refusals.ts';
import { evidenceOf, verdictOf } from './verdicts.ts';

export interface ObservedAnswers {
  readonly answers: readonly GivenAnswer[];
  readonly findings: readonly PlacedFinding[];
}

const shownDifferences = 100;

/**
 * Compares the served description with the agreed description, and decides which of them the answers follow.
 * @param served - OpenAPI 3.0, 3.1 or 3.2 without external references
 */
export function compareServed(
  agreed: Document,
  served: Document,
  { answers, findings }: ObservedAnswers,
): Drift {
  const both = { agreed: describedResponses(agreed), served: describedResponses(served) };
  // `servers` may differ, since a deployment has its own address. Another check judges the paths in `servers`.
  const differences = [
    ...versionDiffers(agreed, served),
    ...compareDescriptions(agreed, served).filter(
      (one) => one.keyword !== 'servers' && !isOpenDefault(one, both.agreed),
    ),
  ];
  const contradicting = contradictingIn(findings, differences);
  if (differences.length === 0) return { state: 'none', contradicting };
  const seen = evidenceOf(differences, both, answers);
  const agreedNames = new Set([...both.agreed.operations.values()].map(({ name }) => name));
  const listed = [...seen].map(
    ([one, ofPlace]): DriftDifference => ({
      ...shown(one, agreedNames),
      ...{ seen: ofPlace, verdict: verdictOf(ofPlace) },
    }),
  );
  return {
    state: 'differs',
    digest: digestOf(differences),
    count: differences.length,
    differences: listed
      .toSorted((one, other) => (driftLine(one) < driftLine(other) ? -1 : 1))
      .slice(0, shownDifferences),
    contradicting,
  };
}

/**
 * The difference in `info.version`, which breaks nobody. Patch and build versions of the agreed version count as equal.
 */
function versionDiffers(agreed: Document, served: Document): DescriptionDifference[] {
  const [due, version] = [agreed, served].map((one) => memberOf(one.info, 'version'));
  if (typeof due !== 'string' || isVersion(String(version).trim(), due)) return [];
  const effect = { verdict: 'compatible', reason: 'It changes no request and no answer.' } as const;
  return [
    {
      ...differenceIn(
        { operation: undefined, name: 'info', written: writtenAt(undefined, undefined) },
        'version-changed',
        [],
      ),
      ...{ pointer: '/version', places: ['/version'], keyword: 'version' },
      // The message does not contain the version: a build number would make a new difference of every build.
      message: 'The document is of another version.',
      ...{ consumers: effect, providers: effect },
    },
  ];
}

/** A description may omit a `default` response without a body, which promises nothing. */
function isOpenDefault(
  { operation, part, keyword }: DescriptionDifference,
  agreed: DescribedResponses,
): boolean {
  if (part !== 'response default' || keyword !== 'responses') return false;
  const described = [...agreed.operations.values()].find(({ name }) => name === operation);
  return described?.responses.get('default')?.media.size === 0;
}

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

function isAbout(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

/** A digest of all differences. It does not reveal what the target wrote. */
function digestOf(differences: readonly DescriptionDifference[]): string {
  const lines = differences.map(({ operation, part, places, keyword, message }) =>
    JSON.stringify([operation, part, places, keyword, message]),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 16);
}

/** The difference for a report: words of the served description are masked unless they look like plain names. */
function shown(
  { operation, part, pointer, keyword, rule }: DescriptionDifference,
  agreedNames: ReadonlySet<string>,
): Omit<DriftDifference, 'verdict' | 'seen'> {
  return {
    operation: operation === undefined || agreedNames.has(operation) ? operation : shownOperation(operation),
    part: shownWords(part, ' '),
    pointer: pointerTokens(pointer)
      .slice(0, shownLevels)
      .reduce((above, token) => childPointer(above, token === '*' ? token : shownName(token)), ''),
    keyword: shownName(keyword),
    change: /-(added|[a-z]+$)/.exec(rule)?.[1] as DriftChange,
  };
}

function shownName(name: string): string {
  return /^[\w$-]{1,60}$/.test(name) ? name : `(a name of ${name.length} characters)`;
}

const shownLevels = 20;

function shownOperation(operation: string): string {
  const [method = '', path = ''] = operation.split(/ (.*)/s);
  return `${method} ${shownWords(path, '/')}`;
}

function shownWords(text: string, separator: string): string {
  const words = text.split(separator);
  const listed = words
    .slice(0, shownLevels)
    .map((word) => (word === '' || /^\{[\w-]{1,60}\}$/.test(word) ? word : shownName(word)));
  return [...listed, ...(words.length > shownLevels ? ['…'] : [])].join(separator);
}
