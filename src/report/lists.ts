import { advisoriesByMessage } from '../acceptance/objections.ts';
import { grouped } from '../schema/grouped.ts';
import { type DeviationState, differencesBetween, knownEntries } from './baseline.ts';
import type { Entry, Mark, Section } from './document.ts';
import { driftEntries } from './drift-words.ts';
import { headlineOf, statementOf } from './headline.ts';
import { type Problem, waivedFindings } from './problems.ts';
import { objectionsByRemedy, type Undecided, undecidedIn } from './remedies.ts';
import type { Report } from './report.ts';
import { changeInWords, few, plural } from './words.ts';

const headings = {
  waived: ['Waived', '~'],
  'still-failing': ['As in the baseline', '~'],
  'not-tested': ['In the baseline, not tested now', '~'],
  fixed: ['Fixed since the baseline', '✓'],
  since: ['The run of the baseline differs in', '~'],
  undecided: ['Undecided', '?'],
  changes: ['Changed since the lock', '~'],
  drift: ['Served description', '~'],
  advisories: ['Advisories of public standards', '~'],
  faults: ['The suite itself broke, which says nothing about the target', '!'],
  objections: ['Objections', '!'],
} as const satisfies Readonly<Record<string, readonly [heading: string, Mark]>>;

export type ListId = keyof typeof headings;

export interface List extends Section {
  readonly id: ListId;
}

export function listsOf(report: Report, problems: readonly Problem[]): List[] {
  const { baseline, changes = [], drift, suiteFaults, objections } = report;
  const open = undecidedIn(report, problems);
  const since = baseline === undefined ? [] : differencesBetween(baseline, report);
  const known = (wanted: DeviationState): Entry[] =>
    knownEntries((baseline?.deviations ?? []).filter(({ state }) => state === wanted));
  const entries: Readonly<Record<ListId, readonly Entry[]>> = {
    waived: waived(report),
    'still-failing': known('still-failing'),
    'not-tested': known('not-tested'),
    fixed: known('fixed'),
    since: since.map((words) => ({ words })),
    undecided: undecidedEntries(open),
    changes: changes.map((change) => ({ words: change.id, details: [changeInWords(change)] })),
    drift: drift === undefined ? [] : driftEntries(drift, problemWith(problems)),
    advisories: advisories(report),
    faults: suiteFaults.map(({ check, message }) => ({
      words: `${check}: ${message}.`,
      details: ['Run again with --debug, and report it.'],
    })),
    // Clients that are left changed come first, since the terminal prints only the first entries.
    objections: [...leftChanged(objections), ...objectionsByRemedy(objections, open)],
  };
  return (Object.keys(headings) as ListId[])
    .map((id): List => ({ id, heading: headings[id][0], mark: headings[id][1], entries: entries[id] }))
    .filter((list) => list.entries.length > 0);
}

function leftChanged(objections: Report['objections']): Entry[] {
  const left = objections.filter((one) => one.kind === 'client-left-changed');
  return left.map(({ message, remedy = '' }, place) => ({
    words: message.replace(remedy, '').trimEnd(),
    details: ['', left[place - 1]?.remedy].includes(remedy) ? [] : [remedy],
  }));
}

function problemWith(problems: readonly Problem[]): (fingerprint: string) => number | undefined {
  const numbers = new Map(
    problems.flatMap(({ findings }, index) => findings.map(({ fingerprint }) => [fingerprint, index + 1])),
  );
  return (fingerprint) => numbers.get(fingerprint);
}

function waived(report: Report): Entry[] {
  return waivedFindings(report.results).map((finding) => ({
    words: `${headlineOf(report, finding).headline}.`,
    details: [`${finding.requirement}, until ${finding.waived.until}: ${finding.waived.reason}`],
  }));
}

function undecidedEntries(open: readonly Undecided[]): Entry[] {
  return open.map(({ remedy, problem, checks, accessChecks }) => {
    const access =
      accessChecks === 0
        ? ''
        : `, ${accessChecks === checks.length ? '' : `${accessChecks} `}of access control`;
    return {
      words: remedy,
      aside: `(${plural(checks.length, 'check')}${access})`,
      names: checks,
      ...(problem === undefined ? {} : { problem }),
    };
  });
}

function advisories(report: Report): Entry[] {
  const all = advisoriesByMessage(report.results);
  const alike = grouped(all, ([{ requirement, message, pointer }]) =>
    JSON.stringify([requirement, message.replace(pointer, '')]),
  );
  return alike.map((some) => {
    const [{ requirement, message, pointer, exchange }] = some[0];
    const fields = few(some.map(([one]) => one.pointer));
    const words = some.length < 2 ? message : message.replace(`${pointer} is `, () => `${fields} are `);
    const { method, path } = report.exchanges[exchange]?.request ?? {};
    const times = some.flat().length;
    const place = method === undefined ? '' : `: ${method} ${path}${times === 1 ? '' : `, ${times} times`}`;
    return {
      words: `${words}.`,
      details: [`${requirement} (${statementOf(report, requirement).source})${place}`],
    };
  });
}
