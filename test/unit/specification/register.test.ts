import { describe, expect, it } from 'vitest';
import { flatten } from '../../../src/schema/places.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { isDecidable, type Requirement } from '../../../src/specification/requirements.ts';
import { annotated } from '../schema/schemas.ts';

const idsOf = (rows: readonly Requirement[]): string[] => rows.map(({ id }) => id);

describe('the requirement register', () => {
  it('names each row by a slug of its own, without a section number', () => {
    const ids = idsOf(bundled.requirements);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(ids.filter((id) => /(^|-)(section|\d+)(-|$)/.test(id.replace(/-(200|40\d)\b/g, '')))).toEqual([]);
  });

  it('says of each row where the documents, or a public standard, state it', () => {
    const source = /^(interface|catalogue) \d+(\.\d+){0,2}$/;
    const standard = /^(RFC \d+, section \d+(\.\d+)*|OWASP API Security Top 10 2023, API\d+|UPU S\d+)$/;
    const wrong = bundled.requirements.filter(({ source: sources, standing }) =>
      standing === 'advisory'
        ? sources.split('; ').some((one) => !standard.test(one))
        : sources.split(', ').some((one) => !source.test(one)),
    );
    expect(idsOf(wrong)).toEqual([]);
  });

  it('says what is done with each row that the documents do not decide, and with no other', () => {
    const wrong = bundled.requirements.filter(
      ({ standing, handling = '' }) =>
        /^[A-Z].*\.$/.test(handling) !== ['open', 'ambiguous'].includes(standing),
    );
    expect(idsOf(wrong)).toEqual([]);
  });

  it('states each row in a sentence of its own', () => {
    const texts = bundled.requirements.map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.filter((text) => !/^\S.*\.$/.test(text))).toEqual([]);
  });

  it('gives at most one reason, in a sentence, why a specified row is not tested', () => {
    const excused = bundled.requirements.filter(({ untestable }) => untestable !== undefined);
    const wrong = excused.filter(
      ({ standing, untestable }) => standing !== 'specified' || !/^[A-Z].*\.$/.test(untestable ?? ''),
    );
    expect(excused.length).toBeGreaterThan(0);
    expect(idsOf(wrong)).toEqual([]);
  });

  it('has no key beside these', () => {
    const keys = new Set(bundled.requirements.flatMap((row) => Object.keys(row)));
    expect([...keys].toSorted()).toEqual([
      'broken',
      'gravity',
      'handling',
      'id',
      'operation',
      'source',
      'standing',
      'symptoms',
      'text',
      'untestable',
    ]);
  });

  it.each<[row: Partial<Requirement>, expected: boolean]>([
    [{ standing: 'specified' }, true],
    [{ standing: 'open' }, false],
    [{ standing: 'ambiguous' }, false],
    [{ standing: 'specified', untestable: 'No.' }, false],
  ])('decides %o: %s', (row, expected) => {
    const whole = { id: 'a-row', source: 'interface 1', standing: 'open', text: 'A.', ...row } as const;
    expect(isDecidable(whole)).toBe(expected);
  });
});

describe('the description and the register', () => {
  const places = annotated();

  it('agree on what is open, what is ambiguous, and what is decided', () => {
    expect(places.length).toBeGreaterThan(400);
    const disagreeing = places.filter(({ schema }) => {
      const { standing } = bundled.requirementNamed(schema['x-requirement'] ?? '');
      // A reference has the standing of its target.
      return standing !== (flatten(schema, undefined)['x-standing'] ?? 'specified');
    });
    expect(disagreeing.map(({ at, schema }) => `${at} ${schema['x-requirement']}`)).toEqual([]);
  });
});
