import type { PresentSuite } from '../acceptance/added-checks.ts';
import { checksOf } from '../checks/all.ts';
import { suiteVersion } from '../report/suite.ts';
import type { Specification } from '../specification/specification.ts';
import { trafficChecksOf } from '../traffic/traffic-checks.ts';

/** The running suite as reports and locks record it: with all of its checks, not only the selected ones. */
export function presentSuite(specification: Specification): PresentSuite {
  return specification.derive(recorded);
}

function recorded(specification: Specification): PresentSuite {
  const checks = [...checksOf(specification), ...trafficChecksOf(specification)].map(({ id }) => id);
  return Object.freeze({
    version: suiteVersion,
    interface: specification.description.info.version,
    checks: Object.freeze([...new Set(checks)].sort()),
  });
}
