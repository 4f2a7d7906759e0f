import { memberOf } from '../schema/pointer.ts';

/**
 * A report of an earlier format as one of this format. In 1.0, what was seen of case records had other names; up to 2.0,
 * findings had no fingerprints, and have none here. Anything else is left as it is. To be taken out with the next release.
 */
export function inThisFormat(report: unknown): unknown {
  switch (memberOf(report, 'formatVersion')) {
    case '1.0':
      return { ...withPresentNames(Object(report)), formatVersion };
    case '2.0':
      return { ...Object(report), formatVersion };
    default:
      return report;
  }
}

const formatVersion = '2.1';

/** Whether it says that it is a report of an earlier format, whose findings cannot be known again. */
export function isOfEarlierFormat(report: unknown): boolean {
  return ['1.0', '2.0'].includes(String(memberOf(report, 'formatVersion')));
}

function withPresentNames(report: Readonly<Record<string, unknown>>): object {
  const { witnesses, objections, ...others } = report;
  return {
    ...others,
    fieldCoverage: witnesses,
    objections: Array.isArray(objections) ? objections.map(renamed) : objections,
  };
}

function renamed(objection: unknown): unknown {
  return memberOf(objection, 'kind') === 'few-witnesses'
    ? { ...Object(objection), kind: 'low-field-coverage' }
    : objection;
}
