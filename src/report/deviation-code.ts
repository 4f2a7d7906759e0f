import type { Deviation } from '../harness/check.ts';

/**
 * The stable code of a deviation: its requirement and the kind of problem, such as `case-price/type`. It contains no
 * data, and does not depend on the operation.
 */
export function codeOf({ requirement, kind }: Pick<Deviation, 'requirement' | 'kind'>): string {
  return kind === undefined ? requirement : `${requirement}/${symptomOf(kind)}`;
}

/**
 * The kind of problem without its context and credentials. For example, `again: status 5xx with member` becomes
 * `status`.
 */
function symptomOf(kind: string): string {
  const word = kind.replace(/^[^:]*: /, '');
  if (word.startsWith('status ')) return 'status';
  if (/^(hands over with|shown by) /.test(word)) return 'handed-over';
  return word
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
}
