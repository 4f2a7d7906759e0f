import type { Deviation } from '../harness/check.ts';

/**
 * The stable code of a deviation: its requirement, and what is wrong, such as `case-price/type`. It holds no value, and is
 * the same in every operation.
 */
export function codeOf({ requirement, kind }: Pick<Deviation, 'requirement' | 'kind'>): string {
  return kind === undefined ? requirement : `${requirement}/${symptomOf(kind)}`;
}

/** What is wrong, without when and with which credentials it was seen: `status`, or `type`, of `again: status 5xx with member`. */
function symptomOf(kind: string): string {
  const word = kind.replace(/^[^:]*: /, '');
  if (word.startsWith('status ')) return 'status';
  if (/^(hands over with|shown by) /.test(word)) return 'handed-over';
  return word
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}
