import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GeneratedType, records, schemaNameOf } from '../../../src/generation/records.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const fragile = (type: GeneratedType): Record<string, unknown>[] =>
  fc.sample(records({ type, isSpecified: true, isComplete: true, texts: 'fragile' }), {
    seed: 3,
    numRuns: 6,
  }) as Record<string, unknown>[];

const altered = (made: readonly unknown[], change: (value: unknown) => unknown): unknown =>
  JSON.parse(JSON.stringify(made), (_name, value) => change(value));

const ofTexts =
  (change: (text: string) => unknown) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? change(value) : value;

describe('a service that is careless alters a fragile record of every shape', () => {
  test.each<[string, (value: unknown) => unknown]>([
    ['by Latin-1', ofTexts((text) => Buffer.from(text, 'latin1').toString('latin1'))],
    ['by three bytes a character', ofTexts((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'))],
    ['by escapes of HTML', ofTexts((text) => text.replaceAll('&', '&amp;'))],
    ['by taking tags out', ofTexts((text) => text.replaceAll(/<[^>]*>/g, ''))],
    ['by backslashes', ofTexts((text) => text.replaceAll('\\', '\\\\'))],
    ['by a template', ofTexts((text) => text.replaceAll(/\$\{\w+\}/g, ''))],
    ['by a length of 255', ofTexts((text) => text.slice(0, 255))],
    ['by taking a text for null', ofTexts((text) => (text === 'null' ? null : text))],
    ['by taking a text for a number', ofTexts((text) => (/^\d+$/.test(text) ? Number(text) : text))],
    ['by whole numbers', (value) => (typeof value === 'number' ? Math.round(value) : value)],
    ['by four decimals', (value) => (typeof value === 'number' ? Number(value.toFixed(4)) : value)],
    ['by signs', (value) => (typeof value === 'number' ? Math.abs(value) : value)],
    ['by an old encoding of dashes and quotes', ofTexts((text) => text.replaceAll(/[\u2013-\u201d]/g, '?'))],
    ['by taking a text for a truth', ofTexts((text) => (/^(true|yes|on)$/.test(text) ? true : text))],
    ['by leaving zeros out', (value) => (value === 0 ? undefined : value)],
  ])('%s', (_, change) => {
    for (const type of bundled.caseTypes) {
      const made = fragile(type);
      expect(altered(made, change), type).not.toEqual(made);
    }
  });

  test('by a page of ten, and by what is written in e-mail addresses and dates', () => {
    const made = [...fragile('Sale'), ...fragile('Purchase')];
    for (const change of [
      (value: unknown) => (Array.isArray(value) ? value.slice(0, 10) : value),
      ofTexts((text) => text.replace(/\+(?=.*@)/, ' ')),
      ofTexts((text) => text.replace(/-02-29$/, '-02-28')),
    ])
      expect(altered(made, change)).not.toEqual(made);
  });
});

test.each<GeneratedType>([...bundled.caseTypes, 'Client', 'ClientPatch', 'OrganisationPayload'])(
  'a fragile %s is valid, and a place stays one',
  (type) => {
    for (const record of fragile(type)) {
      expect(bundled.validate(schemaNameOf(type), record)).toEqual([]);
      const { latitude = 51 } = (record.location ?? {}) as { readonly latitude?: number };
      expect(Math.abs(latitude)).toBeLessThan(56);
    }
  },
);
