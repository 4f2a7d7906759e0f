import { differencesBetween } from '../../regression/reports/circumstances.ts';
import { causesIn, type DeviationState } from '../../regression/reports/deviations.ts';
import { waivedDeviations } from '../causes.ts';
import type { Report } from '../report.ts';
import { type Html, html } from './html.ts';
import type { Section } from './section.ts';

const states: Readonly<Record<DeviationState, string>> = {
  'still-failing': 'As in the baseline',
  'not-tested': 'In the baseline, and not tested now',
  fixed: 'Fixed since the baseline',
};

/**
 * The section of deviations that do not count, because they are waived or in the baseline, and of fixed deviations of
 * the baseline.
 */
export function knownSection(report: Report): Section | undefined {
  const { results, baseline } = report;
  const waived = waivedDeviations(results).map(({ message, requirement, terms: { until, reason } }) =>
    entryHtml(message, `${requirement}, until ${until}: ${reason}`),
  );
  const byState = Map.groupBy(baseline?.deviations ?? [], ({ state }) => state);
  const lists = [
    listHtml('Waived', waived),
    ...Object.entries(states).map(([state, heading]) =>
      listHtml(
        heading,
        causesIn(byState.get(state as DeviationState) ?? []).map(({ message, requirement, operations }) =>
          entryHtml(message, `${requirement}, ${operations.join(', ')}`),
        ),
      ),
    ),
  ];
  if (lists.every((list) => list === undefined)) return undefined;
  const differences = baseline === undefined ? [] : differencesBetween(baseline, report);
  return {
    id: 'known',
    heading: 'Known deviations',
    content: html`${lists}
${differences.length === 0 ? undefined : html`<p class="notice">The baseline is of a run that differs in ${differences.join(', ')}.</p>`}`,
  };
}

function listHtml(heading: string, entries: readonly Html[]): Html | undefined {
  return entries.length === 0 ? undefined : html`<h3>${heading}</h3>\n<ul class="entries">${entries}</ul>\n`;
}

function entryHtml(message: string, details: string): Html {
  return html`<li>${message}. <small>${details}</small></li>\n`;
}
