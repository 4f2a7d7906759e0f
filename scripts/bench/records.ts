import { readdirSync, readFileSync } from 'node:fs';

type Properties = Readonly<Record<string, unknown>>;

const folder = new URL('../../fixtures/records/valid/', import.meta.url);

const fixtures: ReadonlyMap<string, Properties> = new Map(
  readdirSync(folder).map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), 'utf8'))]),
);

/** Lines with complete Sale records, the largest that the documents define. */
export function fullSales(count: number): string[] {
  const full = ['sale-ta6-4th.json', 'sale-ta6-5th.json'].map((file) => fixtures.get(file));
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({ ...full[index % full.length], reference: `R-${index}` }),
  );
}

/**
 * Lines with records of cases in progress: each has a random part of a fixture's fields, so few records have the same
 * fields. Every call gives the same lines.
 */
export function* smallRecords(count: number): Generator<string> {
  const random = sequence();
  const all = [...fixtures.values()];
  for (let index = 0; index < count; index += 1) {
    const fixture = all[Math.floor(random() * all.length)] ?? {};
    const record = { ...some(fixture, random), reference: `R-${index}` };
    yield JSON.stringify(record);
  }
}

const requiredFields: ReadonlySet<string> = new Set(['caseId', 'caseType', 'type']);

function some(fixture: Properties, random: () => number): Properties {
  const members = Object.entries(fixture).filter(([name]) => random() < 0.25 || requiredFields.has(name));
  return Object.fromEntries(
    members.map(([name, value]) => [name, name === 'TA6' ? someOfForm(value, random) : value]),
  );
}

function someOfForm(form: unknown, random: () => number): unknown {
  return typeof form === 'object' && form !== null ? some(form as Properties, random) : form;
}

function sequence(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
