import { expect, test } from 'vitest';
import { checksOf } from '../../../src/checks/all.ts';
import { startEmbedded } from '../../../src/cli/opened-reference.ts';
import { preparedCheck } from '../../../src/gate/check.ts';
import { overlaid } from '../../../src/gate/descriptions/overlay.ts';
import { describedIn, readDescription } from '../../../src/gate/descriptions/read-description.ts';
import type { Report } from '../../../src/report/report.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { openSpecification } from '../../../src/specification/open.ts';
import type { Specification } from '../../../src/specification/specification.ts';
import { each, listOf, object, row, tableOf, text, yamlOf } from '../../support/yaml-rows.ts';

const rows = yamlOf(
  new URL('./edits.yaml', import.meta.url),
  tableOf(each({ actions: listOf(object), found: listOf(row(text, text)) })),
);
const edits = Object.entries(rows).map(([name, edit]) => ({ name, ...edit }));
type Edit = (typeof edits)[number];

const ofCases = /^getCaseData\.(Sale|Purchase|Remortgage|Transfer|Auction|absent|listed)/;
const ofClients = /^updateClient\.(record|changes)|^getCaseData\.(absent|listed)/;

function lookingAt({ actions }: Edit): RegExp {
  if (process.env.VERIFICATION === 'all') return /^/;
  if (/\$\.info/.test(JSON.stringify(actions))) return /^getInterface/;
  return /Client|Address|Telephone|Email/.test(JSON.stringify(actions)) ? ofClients : ofCases;
}

const { document } = await readDescription('@2.0');

function specificationWith({ name, actions }: Edit): Specification {
  const changed = overlaid(document, { name, text: JSON.stringify({ overlay: '1.0.0', actions }) });
  const { description } = describedIn({ name, text: '{}' }, changed);
  return openSpecification(description, { served: changed });
}

async function reportOf(
  served: Specification,
  specification: Specification,
  looking: RegExp,
): Promise<Report> {
  const { target, close } = await startEmbedded(served);
  // One client suffices, since the others have the same fields.
  const [client = ''] = target.target.clients;
  const held = { ...target, specification, target: { ...target.target, clients: [client] } };
  const checks = checksOf(specification).filter(({ id }) => looking.test(id));
  try {
    const run = await preparedCheck(held, { checks, runs: 1, seed: 1 });
    return (await run({})).report;
  } finally {
    await close();
  }
}

function foundIn({ results }: Report): string[] {
  const places = results.flatMap(({ findings }) =>
    findings.map(({ requirement, pointer }) => `${requirement} ${pointer}`),
  );
  return [...new Set(places)].sort();
}

test.each(edits)('check goes by a changed description with $name', async (edit) => {
  const specification = specificationWith(edit);
  const report = await reportOf(bundled, specification, lookingAt(edit));
  expect(foundIn(report)).toEqual(edit.found.map((place) => place.join(' ')).sort());
  expect(report.conclusion).toBe(edit.found.length === 0 ? 'conformant' : 'deviates');
  const { conclusion, suiteFaults } = await reportOf(specification, specification, lookingAt(edit));
  expect({ conclusion, suiteFaults }).toEqual({ conclusion: 'conformant', suiteFaults: [] });
});
