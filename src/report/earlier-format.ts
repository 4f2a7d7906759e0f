import { memberOf } from '../schema/pointer.ts';

/**
 * A report of the format 1.0 as one of this format: what was seen of case records had other names there. Anything else
 * is left as it is. To be taken out with the next release.
 */
export function inThisFormat(report: unknown): unknown {
  if (memberOf(report, 'formatVersion') !== '1.0') return report;
  const { witnesses, objections, ...others } = report as Readonly<Record<string, unknown>>;
  return {
    ...others,
    formatVersion: '2.0',
    fieldCoverage: witnesses,
    objections: Array.isArray(objections) ? objections.map(renamed) : objections,
  };
}

function renamed(objection: unknown): unknown {
  return memberOf(objection, 'kind') === 'few-witnesses'
    ? { ...Object(objection), kind: 'low-field-coverage' }
    : objection;
}
