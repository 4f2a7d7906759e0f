import type { Fault } from '../../faults/behaviour.ts';
import { clientFields } from '../../faults/catalogue/client.ts';
import { tableOf as catalogueTableOf, type FieldValue } from '../../faults/catalogue/field-values.ts';
import { fields } from '../../faults/catalogue/fields.ts';
import type { Field } from '../../faults/catalogue/table.ts';
import { faults } from '../../faults/faults.ts';
import { rightValues, singleFieldFaults } from '../../faults/single-fields.ts';
import { variants } from '../../faults/variants.ts';

const introduction = `# The proof: faults and legal variants

The suite is run against services that are known to be wrong, and against services that are unusual but correct. [What is found, and what is not](detection.md) lists what a run does not find.

- A **fault** is one deviation from one statement of the documents. A check that cites the statement must fail, and point at the place: a JSON pointer into the body of the answer, or nothing if the answer as a whole is wrong.
- A **variant** is one choice that the documents leave free, and that differs from the choice of the reference implementation. No check may fail it.
- A **single-field fault** is one wrong value of one field in the full record of a case or a client. A check must fail for the statement that defines the field, at the place, and find nothing else. The smallest record with a **right value** must pass.

To prove the installed suite, run

\`\`\`
npx case-conformance doctor
\`\`\`

It takes about 45 seconds on two cores, prints how many services were judged correctly, and ends with exit code 1 if one was not. \`--only TEXT\` selects those with the text in their id, title, statement or field.

Against each fault, \`doctor\` runs the checks that cite the statement, as a usual run does; if they do not find it, as a run with \`--thorough\` does. Against each variant, it runs every check of the operations that the variant is about. The last column of the faults names the ways (\`verify\`, \`writes: "restore"\`) that cannot see a fault. Some faults and variants are of a realistic organisation with 48 sparse cases, of which often one alone shows them.

All faults, variants and tables of fields are written by hand, not derived from the description of the interface: one source has one blind spot.

<!-- The tables are made by: npm run tables -->`;

/** The commands and modes that cannot find a fault, as Markdown. */
const blind: Readonly<Record<NonNullable<Fault['unseenBy']>, string>> = {
  verify: code('verify'),
  restore: code('writes: "restore"'),
  'verify and restore': `${code('verify')}, ${code('writes: "restore"')}`,
};

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
    figuresBy('kind', ({ kind }) => kind.name),
  ]
    .join('\n\n')
    .concat('\n');
}

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
