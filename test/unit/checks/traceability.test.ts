import { describe, expect, it } from 'vitest';
import { checksOf } from '../../../src/checks/all.ts';
import { memberOf } from '../../../src/schema/pointer.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { Specification } from '../../../src/specification/specification.ts';
import { isTestable } from '../../support/testable.ts';

const ids = checksOf(bundled).map(({ id }) => id);

describe('every check', () => {
  it('has an id of its own, which starts with its operation', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const misnamed = checksOf(bundled).filter(({ id, operation }) => !id.startsWith(`${operation}.`));
    expect(misnamed).toEqual([]);
  });

  it('tests an operation of the description', () => {
    const operations = Object.values(bundled.description.paths).flatMap((item) =>
      Object.values(item).map((operation) => memberOf(operation, 'operationId')),
    );
    expect(new Set(checksOf(bundled).map(({ operation }) => operation))).toEqual(new Set(operations));
  });

  it('has a purpose of one plain line', () => {
    expect(checksOf(bundled).filter(({ title }) => !/^\S.{10,}\S$/.test(title))).toEqual([]);
    const titles = checksOf(bundled).map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('is refused if it cites a row that the register does not have', () => {
    const requirements = bundled.requirements.filter(({ id }) => id !== 'case-data-404-absent');
    const changed: Specification = { ...bundled, requirements, derive: (make) => make(changed) };
    expect(() => checksOf(changed)).toThrow(
      "The check getCaseData.absent-case cites 'case-data-404-absent', which the requirement register does not have.",
    );
  });

  it('cites rows, each once, and none that no check can test', () => {
    const wrong = checksOf(bundled).filter(
      ({ requirements: rows }) =>
        rows.length === 0 ||
        new Set(rows).size !== rows.length ||
        rows.some((row) => !isTestable(bundled.requirementNamed(row))),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('stands in a list that nobody can change', () => {
    expect(Object.isFrozen(checksOf(bundled))).toBe(true);
  });
});

it('every row of the register that a check can test is cited by one', () => {
  const cited = new Set(checksOf(bundled).flatMap((check) => check.requirements));
  const uncited = bundled.requirements.filter((row) => isTestable(row) && !cited.has(row.id));
  expect(uncited.map(({ id }) => `Cite ${id} in a check.`)).toEqual([]);
});
