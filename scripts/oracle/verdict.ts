import { faults } from '../../faults/faults.ts';
import { foundElsewhere, type PlaceFound } from '../../proof/fault-trial.ts';

export interface Verdict {
  readonly isRight: boolean;
  readonly text: string;
}

const faultsById = new Map(faults.map((fault) => [fault.id, fault]));
const finding = /^[a-z]\w*\.\S+ (advises )?[a-z0-9-]+ (\/\S*|-) \S+ [0-9a-f]{8}$/;

/** The verdict on one line of the golden file, or undefined if the line is not about a fault or a variant. */
export function verdictOf(line: string): Verdict | undefined {
  const [name = '', items = ''] = line.split(' | ');
  const [kind, ...rest] = name.split(' ');
  const findings = items.split('; ').filter((item) => finding.test(item));
  if (kind === 'variant') return verdictOnVariant(name, findings);
  const fault = faultsById.get(rest.at(-1) ?? '');
  if (kind !== 'fault' || fault === undefined) return undefined;
  const { requirement, pointer, unseenBy } = fault;
  const place = `${requirement} ${pointer === '' ? '-' : pointer}`;
  const caught = findings.filter((item) => item.includes(` ${place} `));
  const elsewhere =
    caught.length > 0 ? undefined : foundElsewhere(fault, placesIn(findings, fault.requirement));
  const isVisible = rest.length === 1 || unseenBy?.includes('restore') !== true;
  const result = caught.length > 0 ? `caught by ${checksOf(caught)}` : 'not caught';
  return {
    isRight: isVisible === caught.length > 0,
    text: `${name} (${place}): ${result}${isVisible ? '' : ', which its row says that restore cannot see'}.${elsewhere === undefined ? '' : ` ${elsewhere}`}`,
  };
}

function verdictOnVariant(name: string, findings: readonly string[]): Verdict {
  const failed = findings.filter((item) => !item.includes(' advises '));
  const isRight = failed.length === 0;
  return { isRight, text: `${name}: ${isRight ? 'passed' : `failed by ${checksOf(failed)}`}.` };
}

function placesIn(findings: readonly string[], requirement: string): PlaceFound[] {
  return findings.flatMap((item) => {
    const [check = '', row, pointer = ''] = item.replace(' advises ', ' ').split(' ');
    return row === requirement ? [{ check, pointer: pointer === '-' ? '' : pointer }] : [];
  });
}

function checksOf(findings: readonly string[]): string {
  return [...new Set(findings.map((item) => item.split(' ', 1)[0]))].join(', ');
}
