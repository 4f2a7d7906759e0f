import type { ReportedDeviation } from '../conformance/result.ts';
import { tokenNames } from '../harness/target.ts';
import { vouched } from '../harness/token-places.ts';
import type { Redacted } from '../http/redact.ts';
import { is2xx } from '../http/status.ts';
import { guardedOperations } from '../rules/operations.ts';
import { childPointer, pointerTokens, valueAt } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import { aboveItems, type Evidence } from '../trace/evidence.ts';
import { isNotMade, type Problem } from './problems.ts';
import type { Report } from './report.ts';
import { exchangeInWords, few, inList, jsonInWords, plural } from './words.ts';

/** How often a problem was seen, and what all occurrences have in common and no passing request has, in sentences. */
export function conditionsIn(report: Report): (problem: Problem) => string[] {
  const { exchanges, results, discovered, recorded } = report;
  const deviating = new Set(results.flatMap((check) => check.findings.flatMap(placesOf)));
  const isPassing = ({ response }: Evidence, place: number): boolean =>
    !deviating.has(place) && response.status < 300;
  const passing = exchanges.filter(isPassing);
  // A sweep keeps some exchanges only, so nothing is known of the other cases.
  const types = discovered?.swept === undefined ? typesOfCases(report) : new Map<string, string>();
  return ({ findings, operations }) => {
    const causes = [...new Set(findings.map(({ exchange, causedBy = exchange }) => causedBy))].flatMap(
      (place) => exchanges[place] ?? [],
    );
    const judged = [...new Set(findings.flatMap(({ check }) => check.evidence))].flatMap((place) => {
      const one = exchanges[place];
      return one !== undefined && isPassing(one, place) ? [one] : [];
    });
    const fields = new Set(findings.map(({ pointer }) => pointer.split('/')[1] ?? ''));
    const changes = changesAlike(causes, passing);
    const named = namedFields(causes, changes, fields);
    const cases = [
      ...casesInWords(types, causes, exchanges, commonPlace(findings)),
      ...(recorded === undefined ? foreignInWords(findings, causes, exchanges) : []),
    ];
    return [
      ...(cases.length > 0
        ? cases
        : (everyChange(causes, exchanges, fields) ?? seenInWords(findings, operations))),
      ...(recorded === undefined ? elsewhere(findings, causes, exchanges) : []),
      ...asMember(causes, exchanges),
      ...afterOthers(causes, exchanges),
      ...concurrency(causes, judged),
      ...clientsInWords(causes, passing, fields),
      ...named,
      ...valuesInWords(findings, causes, passing),
      ...(named.length === 0 && findings.every(isNotMade) ? severalFields(causes, changes, fields) : []),
    ];
  };
}

/** The exchanges that a finding names. */
function placesOf({ exchange, causedBy = exchange }: ReportedDeviation): number[] {
  return [exchange, causedBy];
}

function seenInWords(findings: Problem['findings'], operations: Problem['operations']): string[] {
  const times = new Set(findings.map(({ exchange }) => exchange)).size;
  const where = operations.length === 1 ? '' : `: ${operations.join(', ')}`;
  return times === 1 ? [] : [`Seen ${times} times${where}.`];
}

/** Says so if all changes of one field by the caller are wrong. */
function everyChange(
  causes: readonly Evidence[],
  exchanges: readonly Evidence[],
  wrong: ReadonlySet<string>,
): string[] | undefined {
  const [field = '', ...more] = wrong;
  const isOfField = (one: Evidence): boolean =>
    isChange(one) &&
    one.request.credentials === causes[0]?.request.credentials &&
    fieldsOf(one).includes(field);
  const isEvery =
    more.length === 0 &&
    causes.length >= fewest &&
    causes.every(isOfField) &&
    exchanges.every((one) => !isOfField(one) || causes.includes(one));
  return isEvery ? [`In all ${causes.length} changes of ${field}.`] : undefined;
}

/** The answers of other operations to the same wrong credentials: a run does not send all of them to each. */
function elsewhere(
  findings: Problem['findings'],
  causes: readonly Evidence[],
  exchanges: readonly Evidence[],
): string[] {
  const sent = new Set(causes.map(({ request }) => request.credentials));
  const isOfCredentials = findings.every(
    ({ requirement, way }) => requirement === 'credentials-401' && way === undefined,
  );
  if (!isOfCredentials || causes.length === 0) return [];
  const wrong = new Set(causes.map(({ operation }) => operation));
  const statuses = guardedOperations
    .filter((operation) => !wrong.has(operation))
    .map((operation) => ({
      operation,
      answered: exchanges
        .filter((one) => one.operation === operation && sent.has(one.request.credentials))
        .map(({ response }) => response.status),
    }));
  const refusing = statuses.filter(
    ({ answered }) => answered.length > 0 && answered.every((one) => one === 401),
  );
  const untried = statuses.filter(({ answered }) => answered.length === 0);
  const it = sent.size > 1 ? 'them' : 'it';
  const methods = new Set(causes.map(({ request }) => request.method));
  const alike = exchanges.filter(({ request }) => methods.has(request.method));
  const also = [...wrong].flatMap((operation) => refusals(alike, operation, sent, it));
  const others = also.length > 0 ? [] : otherKindsRefused(exchanges, wrong, sent);
  const headers =
    sent.size === 1 && sent.has(vouched.title)
      ? [`The headers: ${Object.keys(vouched.besides?.('').headers ?? {}).join(', ')}.`]
      : [];
  if (untried.length === statuses.length && untried.length > 0)
    return [...headers, ...also, `This run sent ${it} to no other operation.`, ...others];
  return [
    ...headers,
    ...also,
    ...(refusing.length === 0 ? [] : [`Refused by ${namesIn(refusing)}.`]),
    ...(untried.length === 0 ? [] : [`This run did not send ${it} to ${namesIn(untried)}.`]),
    ...others,
  ];
}

/** How often an operation refused these credentials on a path that a member uses, and one of the requests. */
function refusals(
  exchanges: readonly Evidence[],
  wanted: OperationId,
  sent: ReadonlySet<string>,
  it: string,
): string[] {
  const own = exchanges.filter(({ operation }) => operation === wanted);
  const plain = new Set(
    own.filter(({ request }) => request.credentials === 'member').map(({ request }) => request.path),
  );
  const [first, ...others] = own.filter(
    ({ request, response }) =>
      sent.has(request.credentials) && plain.has(request.path) && response.status === 401,
  );
  if (first === undefined) return [];
  const times = others.length === 0 ? 'once' : `${others.length + 1} times, first`;
  return [`${wanted} refused ${it} ${times}: ${exchangeInWords(first)}.`];
}

/** How many other kinds of invalid credentials these operations always refused. */
function otherKindsRefused(
  exchanges: readonly Evidence[],
  wrong: ReadonlySet<OperationId>,
  sent: ReadonlySet<string>,
): string[] {
  const others = exchanges.filter(
    ({ operation, request: { credentials } }) =>
      wrong.has(operation) && !sent.has(credentials) && !isCaller(credentials),
  );
  const kinds = [...Map.groupBy(others, ({ request }) => request.credentials).values()].filter((some) =>
    some.every(({ response }) => response.status === 401),
  ).length;
  const who = wrong.size === 1 ? inList([...wrong]) : 'These operations';
  return kinds === 0 ? [] : [`${who} refused ${plural(kinds, 'other kind')} of invalid credentials.`];
}

/** How a member is answered who sends what a colleague with fewer permissions sent. */
function asMember(causes: readonly Evidence[], exchanges: readonly Evidence[]): string[] {
  const [first] = causes;
  const isOfRestricted = (one: Evidence): boolean =>
    isReading(one) && one.request.credentials === 'restricted';
  if (first === undefined || !causes.every(isOfRestricted)) return [];
  const { path } = first.request;
  const member = exchanges.find(
    (one) =>
      isReading(one) &&
      one.request.credentials === 'member' &&
      one.request.path.toLowerCase() === path.toLowerCase() &&
      one.response.status !== first.response.status,
  );
  if (member === undefined) return [];
  const what = member.request.path === path ? 'it' : 'the path in the other letter case';
  return [`As member, ${what} is answered ${member.response.status}.`];
}

/** Whether creations were accepted until another one was wrong, and never again. */
function afterOthers(causes: readonly Evidence[], exchanges: readonly Evidence[]): string[] {
  if (causes.length < fewest || !causes.every(({ operation }) => operation === 'createOrganisation'))
    return [];
  const creations = exchanges.filter(({ operation }) => operation === 'createOrganisation');
  const accepted = creations.filter(({ response }) => is2xx(response.status)).length;
  const isFirst = creations.slice(0, accepted).every(({ response }) => is2xx(response.status));
  return accepted === 0 || !isFirst
    ? []
    : [`Only the first ${accepted === 1 ? 'creation' : `${accepted} creations`} of the run succeeded.`];
}

function namesIn(some: readonly { readonly operation: OperationId }[]): string {
  return inList(some.map(({ operation }) => operation));
}

/**
 * In which of the cases that the caller requested the problem shows.
 * @param types - the case type by path
 * @param place - the pointer that all findings have in common; '' if they have none
 */
function casesInWords(
  types: ReadonlyMap<string, string>,
  causes: readonly Evidence[],
  exchanges: readonly Evidence[],
  place: string,
): string[] {
  const callers = new Set(causes.map(({ request }) => request.credentials));
  const caller = callers.has('member') ? 'member' : ([...callers][0] ?? '');
  const wrong = new Set(causes.filter(isReading).map(pathOf));
  // Readings with further headers say no more, if the same case is wrong without them.
  if (wrong.size === 0 || !causes.every((one) => wrong.has(pathOf(one)))) return [];
  if (![...callers].every(isCaller) || ![...wrong].every((path) => types.has(path))) return [];
  const asked = new Set(exchanges.filter((one) => isAnswered(one, caller)).map(pathOf));
  const known = [...types].filter(([path]) => wrong.has(path) || asked.has(path));
  if (known.length === 1) return known.map(([, type]) => `The case is a ${type}.`);
  if (wrong.size === known.length) return [`In all ${wrong.size} cases.`];
  const shares = [...Map.groupBy(known, ([, type]) => type)].map(([type, cases]) => ({
    ...{ type, cases: cases.length },
    some: cases.filter(([path]) => wrong.has(path)).length,
  }));
  const [{ some, cases } = { some: 0, cases: 0 }] = shares;
  // The request that is shown names the only one.
  const isNamed =
    wrong.size > 1 && wrong.size <= mostNamed && shares.some(({ some, cases }) => some > 0 && some < cases);
  const ids = new Map(causes.map((one) => [pathOf(one), one.request.path.split('/')[4]]));
  const names = isNamed ? `: ${[...ids.values()].join(', ')}` : '';
  const isOfTypes = new Set([...wrong].map((path) => types.get(path)));
  const right = known.filter(([path]) => !wrong.has(path));
  const alike = right.filter(([, type]) => isOfTypes.has(type));
  const others = othersInWords([[...wrong], alike.map(first), right.map(first)], exchanges, place);
  if (shares.length > 1 && shares.every((one) => one.some === some && one.cases === cases))
    return [`In ${some} of the ${cases} cases of each type${names}.`, ...others];
  const words = shares.flatMap((one) => (one.some === 0 ? [] : [shareInWords(one)]));
  return [`In ${inList(words)}, in no other case${names}.`, ...others];
}

const first = ([path]: readonly [path: string, type: string]): string => path;

/** What the right cases of the same types hold where the others are wrong, if none of those holds the same. */
function othersInWords(
  [wrong, alike, right]: readonly (readonly string[])[],
  exchanges: readonly Evidence[],
  place: string,
): string[] {
  if (place === '') return [];
  const contentsOf = (paths: readonly string[] = []): string[] => {
    const shown = paths.flatMap((path) => {
      const reading = exchanges.find((one) => isAnswered(one, 'member') && pathOf(one) === path);
      // Of an answer that is not JSON, nothing is known.
      return reading?.response.body === undefined ? [] : [valueAt(reading.response.body, place)];
    });
    return [...new Set(shown.map(contentInWords))];
  };
  const [ofWrong, ofRight] = [contentsOf(wrong), contentsOf(alike)];
  const isApart = ofWrong.length > 0 && ofRight.length > 0 && !ofRight.some((one) => ofWrong.includes(one));
  if (!isApart) return [];
  if (contentsOf(right).every((one) => one === missing)) return [`Every case that has ${place} is wrong.`];
  const either = ofRight.length > mostAlternatives ? few(ofRight) : inList(ofRight, 'or');
  return [`Where it is right, ${place} is ${either}.`];
}

/** The place above all findings. Elements of several records have nothing in common. */
function commonPlace(findings: Problem['findings']): string {
  const [first = [], ...others] = findings.map(({ pointer }) => pointerTokens(aboveItems(pointer)));
  const end = first.findIndex((token, index) => others.some((tokens) => tokens[index] !== token));
  return first.slice(0, end < 0 ? first.length : end).reduce(childPointer, '');
}

/** What the items of a list are, by their values that are not masked. */
function itemsInWords(items: readonly unknown[]): string {
  const said = items.flatMap((item) =>
    Object.entries(Object(item)).flatMap(([name, value]) =>
      typeof value === 'string' && isUnmasked.test(value) ? [`${name} ${jsonInWords(value)}`] : [],
    ),
  );
  return said.length === 0 ? 'an array' : `an array with ${inList([...new Set(said)].sort())}`;
}

const isUnmasked = /^[^(].*[a-wyz]/i;

const missing = 'missing';
const mostAlternatives = 3;

function contentInWords(value: unknown): string {
  if (value === undefined) return missing;
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : itemsInWords(value);
  return typeof value === 'object' && value !== null ? 'an object' : jsonInWords(value as Redacted);
}

/** The maximum number of cases that are named. */
const mostNamed = 4;

/** An identifier in capitals names the same case. */
function pathOf({ request: { path } }: Evidence): string {
  return path.toLowerCase();
}

function isReading({ operation, request: { method, headers } }: Evidence): boolean {
  return operation === 'getCaseData' && method === 'GET' && headers === undefined;
}

/** Whether the caller was answered. Nothing is known of a case that the member could not read. */
function isAnswered(one: Evidence, caller: string): boolean {
  const { request, response } = one;
  return isReading(one) && request.credentials === caller && (caller !== 'member' || is2xx(response.status));
}

function isCaller(credentials: string): boolean {
  return tokenNames.some((name) => name === credentials);
}

/** In how many cases of other organisations it is so, of those that the checks asked for. */
function foreignInWords(
  findings: Problem['findings'],
  causes: readonly Evidence[],
  exchanges: readonly Evidence[],
): string[] {
  if (findings.some(({ requirement }) => requirement !== 'case-data-404-foreign')) return [];
  const pathsOf = (some: readonly (Evidence | undefined)[]): Set<string> =>
    new Set(some.flatMap((one) => (one !== undefined && isReading(one) ? [pathOf(one)] : [])));
  const asked = pathsOf(findings.flatMap(({ check }) => check.evidence).map((place) => exchanges[place]));
  const foreign = [...asked].filter((path) => !path.includes('?') && plainPath.test(path));
  const wrong = pathsOf(causes);
  const some = foreign.filter((path) => wrong.has(path)).length;
  return some === 0 || foreign.length < 2
    ? []
    : [`In ${some} of ${foreign.length} cases of other organisations.`];
}

const plainPath = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/data$/;

function shareInWords({ type, some, cases }: { type: string; some: number; cases: number }): string {
  if (some < cases) return `${some} of ${cases} ${type}s`;
  return cases === 1 ? `the only ${type}` : `every ${type}`;
}

/** The paths of the member's cases in lower case, with the type under which checks of its record read each. */
function typesOfCases({ results, exchanges }: Report): ReadonlyMap<string, string> {
  return new Map(
    results.flatMap(({ id, evidence }) => {
      const type = typeInId(id);
      if (type === undefined) return [];
      return evidence.flatMap((place) => {
        const { method, credentials, path = '' } = exchanges[place]?.request ?? {};
        return method === 'GET' && credentials === 'member' ? [[path.toLowerCase(), type] as const] : [];
      });
    }),
  );
}

/** The checks of what a record holds are of one type of cases each. */
function typeInId(check: string): string | undefined {
  return /^getCaseData\.([A-Z]\w+)\./.exec(check)?.[1];
}

/** The same reading passed when it was sent alone. */
function concurrency(causes: readonly Evidence[], passing: readonly Evidence[]): string[] {
  const requests = new Set(causes.map(lineOf));
  const isRace =
    causes.length >= fewest &&
    causes.every(({ request: { method, concurrent } }) => method === 'GET' && concurrent) &&
    [...requests].every((line) => passing.some((one) => lineOf(one) === line && !one.request.concurrent));
  return isRace ? ['Seen only when requests were sent at the same moment.'] : [];
}

function lineOf({ request: { method, path, credentials } }: Evidence): string {
  return `${method} ${path} ${credentials}`;
}

/** No change of these fields of the client passed, and such a change of each field of other clients did. */
function clientsInWords(
  causes: readonly Evidence[],
  passing: readonly Evidence[],
  wrong: ReadonlySet<string>,
): string[] {
  const [first] = causes;
  const clients = new Set(causes.map(({ request: { path } }) => path));
  if (first === undefined || !causes.every(isChange) || clients.size > 1) return [];
  const alike = passing.filter(
    (one) => isChange(one) && one.request.credentials === first.request.credentials,
  );
  const [own, others] = [true, false].map((wanted) =>
    alike.filter(({ request }) => clients.has(request.path) === wanted).flatMap(fieldsOf),
  ) as [string[], string[]];
  return [...wrong].every((field) => others.includes(field) && !own.includes(field))
    ? ['Seen of this client only: other clients were changed.']
    : [];
}

/** The values of a field with which a change is wrong, and those with which the same caller's changes are right. */
function valuesInWords(
  [first, ...others]: Problem['findings'],
  causes: readonly Evidence[],
  passing: readonly Evidence[],
): string[] {
  const { pointer } = first;
  if (others.some((one) => one.pointer !== pointer) || !causes.every(isChange)) return [];
  const valuesOf = (some: readonly Evidence[]): string[] => [
    ...new Set(
      some.flatMap(({ request: { body, whole } }) => {
        const value = whole === true && body !== undefined ? valueAt(body, pointer) : undefined;
        const isShown =
          value !== undefined && typeof value !== 'object' && String(value).length <= longestValue;
        return isShown ? [jsonInWords(value as Redacted)] : [];
      }),
    ),
  ];
  const wrong = valuesOf(causes);
  const caller = causes[0]?.request.credentials;
  const right = valuesOf(passing.filter((one) => isChange(one) && one.request.credentials === caller)).filter(
    (value) => !wrong.includes(value),
  );
  if (wrong.length === 0 || wrong.length + right.length < fewest) return [];
  return [
    ...(wrong.length < fewest ? [] : [`Wrong with ${few(wrong)}.`]),
    ...(right.length === 0 ? [] : [`Right with ${few(right)}.`]),
  ];
}

/** Characters of a value that is one of several. */
const longestValue = 40;

/** A single occurrence has nothing in common with others. */
const fewest = 2;

/** The changes by the same caller that passed; none if the causes are not several changes. */
function changesAlike(causes: readonly Evidence[], passing: readonly Evidence[]): readonly Evidence[] {
  const [first] = causes;
  if (first === undefined || causes.length < fewest || !causes.every(isChange)) return [];
  return passing.filter(
    (one) =>
      isChange(one) && one.request.credentials === first.request.credentials && fieldsOf(one).length > 0,
  );
}

function isChange({ request: { method } }: Evidence): boolean {
  return method === 'PATCH';
}

/** The further fields that every cause named. Changes with and without the field that is wrong are not compared. */
function namedFields(
  causes: readonly Evidence[],
  passing: readonly Evidence[],
  wrong: ReadonlySet<string>,
): string[] {
  const namesWrong = (one: Evidence): boolean => fieldsOf(one).some((field) => wrong.has(field));
  const others = passing.filter(
    (one) => causes[0] !== undefined && namesWrong(one) === namesWrong(causes[0]),
  );
  const common = fieldsOf(causes[0]).filter(
    (field) =>
      !wrong.has(field) &&
      causes.every((one) => fieldsOf(one).includes(field)) &&
      !others.some((one) => fieldsOf(one).includes(field)),
  );
  return others.length === 0 || common.length === 0
    ? []
    : [`Every change that did so named ${inList(common)}.`];
}

/** Says so if each wrong field was changed correctly when it was sent alone. The fields of a long body are not known. */
function severalFields(
  causes: readonly Evidence[],
  passing: readonly Evidence[],
  wrong: ReadonlySet<string>,
): string[] {
  const alone = new Set(passing.map(fieldsOf).flatMap((fields) => (fields.length === 1 ? fields : [])));
  const sent = causes.map((one) => fieldsOf(one).length).filter((fields) => fields > 0);
  return sent.length >= fewest && Math.min(...sent) > 1 && [...wrong].every((field) => alone.has(field))
    ? ['Only changes of several fields; each of these fields alone can be changed.']
    : [];
}

function fieldsOf(one: Evidence | undefined): readonly string[] {
  const { body, fields } = one?.request ?? {};
  return fields ?? (typeof body === 'object' && body !== null ? Object.keys(body) : []);
}
