import type { Fault } from '../../faults/behaviour.ts';
import { clientFields } from '../../faults/catalogue/client.ts';
import { tableOf as catalogueTableOf, type FieldValue } from '../../faults/catalogue/field-values.ts';
import { fields } from '../../faults/catalogue/fields.ts';
import type { Field } from '../../faults/catalogue/table.ts';
import { faults } from '../../faults/faults.ts';
import { rightValues, singleFieldFaults } from '../../faults/single-fields.ts';
import { variants } from '../../faults/variants.ts';

const introduction = `# The proof: faults and legal variants

This page lists what proves the suite. It is run against services that are known to be wrong, and against services that are unusual but correct.

- A **fault** is one deviation from one statement of the documents. The suite must find it: a check that cites the statement must fail, and point at the place. A failure for another reason is a miss. Single wrong values of a field are single-field faults, not in this list.
- A **variant** is one choice that the documents leave free, and that differs from the choice of the reference implementation. No check may fail it.
- A **single-field fault** is one wrong value of one field in the full record of a case or a client. A check must fail for the statement that defines the field, and point at the place. There must be no other finding in the record. The smallest record with a **right value** must pass.

To prove the installed suite, run

\`\`\`
npx case-conformance doctor
\`\`\`

\`doctor\` starts all these services in its own process, in as many threads as there are processors. It takes about 45 seconds on two cores. \`--only TEXT\` selects those with the text in their id, title, statement or field. It prints how many were judged correctly, and ends with exit code 1 if one was not.

Against each fault, it runs the checks that cite the statement, as a usual run does; if they do not find it, as a run with \`--thorough\` does. Against each variant, it runs every check of the operations that the variant is about, as a usual run does. \`npm test\` does it with a part of each list; \`VERIFICATION=all vitest run test/matrix\` tries everything, and the variants thoroughly. The tests also run client faults and variants with \`writes: "restore"\`, which leaves the clients of each variant as they were, and some faults and variants with \`verify\`. The last column of the faults names the ways (\`verify\`, \`writes: "restore"\`) that cannot see a fault. Some faults and variants are of a realistic organisation: they are tried with its 48 sparse cases, of which often one alone shows them.

All faults and variants are written by hand, not derived from the description of the interface: one source has one blind spot. The single-field faults come from tables of the fields, which are written by hand too, with the statement of each field.

The statements are rows of the requirement register. A place is a JSON pointer into the body of the answer. Without one, the answer as a whole is wrong.

What a run does not find is listed in [what is found, and what is not](detection.md).

<!-- The tables are made by: npm run tables -->`;

/** Ways of running that miss some faults, by their names on the command line and in a configuration. */
const blind: Readonly<Record<NonNullable<Fault['unseenBy']>, string>> = {
  verify: code('verify'),
  restore: code('writes: "restore"'),
  'verify and restore': `${code('verify')}, ${code('writes: "restore"')}`,
};

/** The page of documentation that lists every fault and every variant. */
export function faultTable(): string {
  return [
    introduction,
    `## Faults (${faults.length})`,
    tableOf(
      ['fault', 'what the service does', 'statement', 'place', 'not seen by'],
      faults.map(({ id, title, requirement, pointer, unseenBy }) => [
        code(id),
        title,
        code(requirement),
        pointer === '' ? '' : code(pointer),
        unseenBy === undefined ? '' : blind[unseenBy],
      ]),
    ),
    `## Variants (${variants.length})`,
    tableOf(
      ['variant', 'what the service does', 'free by'],
      variants.map(({ id, title, requirement }) => [code(id), title, code(requirement)]),
    ),
    `## Single-field faults (${singleFieldFaults.length})`,
    'By the table of the documents that lists the field: its record, section and edition. Right values are also tried for fields that a shape or an edition does not list; these may hold anything.',
    figuresBy('table', catalogueTableOf),
    'By the type that the documents give a field:',
    figuresBy('kind', ({ kind }) => kind.kind),
  ]
    .join('\n\n')
    .concat('\n');
}

/** How many fields there are of each kind, and how many of their values are tried. */
function figuresBy(head: string, groupOf: (field: Field) => string): string {
  const sizes = (values: readonly FieldValue[]) => Map.groupBy(values, ({ field }) => groupOf(field));
  const counted = [
    Map.groupBy([...fields, ...clientFields], groupOf),
    sizes(singleFieldFaults),
    sizes(rightValues),
  ];
  const groups = [...new Set(counted.flatMap((by) => [...by.keys()]))];
  return tableOf(
    [head, 'fields', 'single-field faults', 'right values'],
    groups.map((group) => [group, ...counted.map((by) => String(by.get(group)?.length ?? 0))]),
  );
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
