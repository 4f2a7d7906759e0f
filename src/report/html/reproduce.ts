import { forgeriesInAll } from '../../folds/tried.ts';
import { seedsOfAllForgeries } from '../../harness/forgeries.ts';
import { chanceInWords } from '../chances.ts';
import { againWith, type Commands } from '../commands.ts';
import { recordedInWords } from '../conclusion-words.ts';
import type { Report } from '../report.ts';
import type { Summary } from '../summary.ts';
import { counted, plural } from '../words.ts';
import { commandHtml, html } from './html.ts';
import type { PageSection } from './section.ts';

export function reproduceSection({ report }: Summary, commands: Commands): PageSection {
  const facts = Object.entries(factsOf(report)).filter(([, value]) => value !== undefined && value !== '');
  const forgeries = Object.values(report.forgeriesTried ?? {});
  return {
    id: 'reproduce',
    heading: 'To reproduce',
    content: html`<dl class="pairs"><div><dt>${againWith('Repeat this run', commands)}</dt><dd>${commandHtml(commands.rerun)}</dd></div>
${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
${report.chances === undefined || report.chances.length === 0 ? undefined : html`<p class="note">${chanceInWords(report.chances)}</p>`}
${forgeries.length === 0 ? undefined : html`<p class="note">${forgeriesInWords(forgeries)}</p>`}`,
  };
}

function forgeriesInWords(tried: readonly (readonly string[])[]): string {
  const sent = tried.flat().length;
  const all = tried.length * forgeriesInAll;
  if (sent === all) return `All ${all} pairs of forged credentials and an operation were sent.`;
  return `${sent} of ${all} pairs of forged credentials and an operation were sent. --thorough sends all of them, and so do ${seedsOfAllForgeries} runs with consecutive seeds.`;
}

function factsOf(report: Report): Readonly<Record<string, string | number | undefined>> {
  const { suite, target, startedAt, durationMs, seed, runs, thorough, repeat, only, shard, failOn } = report;
  const { discovered, recorded, requestsByOperation = {} } = report;
  return {
    Suite: `case-conformance ${suite.version}, report format ${report.formatVersion}`,
    Interface: suite.interface,
    'Description (SHA-256)': suite.description,
    Target: target,
    Started: startedAt,
    Duration: `${(durationMs / 1000).toFixed(1)} s`,
    Requests: counted(Object.entries(requestsByOperation).map(([name, number]) => [number, name])),
    Seed: seed,
    'Random values of each kind': runs,
    Thorough: thorough && 'yes',
    'Repeats of each reading': repeat,
    'Only checks with': only,
    Shard: shard,
    'Fails on': failOn?.join(', '),
    Discovered:
      discovered &&
      `${plural(discovered.identifiers, 'identifier')} in the list of cases, ${discovered.tried} tried${discovered.obstacle === undefined ? '' : `. ${discovered.obstacle}`}`,
    'Recorded traffic': recorded && recordedInWords(recorded),
  };
}
