import { faults } from '../../src/faults/faults.ts';
import { variants } from '../../src/faults/variants.ts';

const introduction = `# Faults and legal variants

How far can the suite be trusted? It is run against services that are known to be wrong, and against services that are unusual but right.

- A **fault** is one deviation from one statement of the documents. The suite must find it: a check must fail that cites the statement, and point at the place. Failing for another reason is a miss.
- A **variant** is one choice that the documents leave free, made otherwise than the reference implementation makes it. No check may fail it.

\`vitest run test/matrix\` runs against each fault the checks that cite its statement, and against each variant every check of the operations that it is about; prints how many were right, and fails if one was not. Those about clients are also tried with \`writes: "restore"\`, which sees all but a few of the faults and leaves the clients of each variant as they were. All are written by hand, not derived from the description of the interface: one source has one blind spot.

The statements are rows of the requirement register. A place is a JSON pointer into the body of the answer; without one, the answer as a whole is wrong.

<!-- The tables are made by: node scripts/tables.ts -->`;

/** The page of documentation that lists every fault and every variant. */
export function faultTable(): string {
  return [
    introduction,
    `## Faults (${faults.length})`,
    tableOf(
      ['fault', 'what the service does', 'statement', 'place'],
      faults.map(({ id, title, requirement, pointer }) => [
        code(id),
        title,
        code(requirement),
        pointer === '' ? '' : code(pointer),
      ]),
    ),
    `## Variants (${variants.length})`,
    tableOf(
      ['variant', 'what the service does', 'free by'],
      variants.map(({ id, title, requirement }) => [code(id), title, code(requirement)]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
