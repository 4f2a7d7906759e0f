import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GeneratedType, records } from '../../../src/generation/records.ts';

function sampled(type: GeneratedType): Record<string, Record<string, string>>[] {
  return fc.sample(records({ type }), { seed: 5, numRuns: 300 }) as Record<string, Record<string, string>>[];
}

describe('what is generated looks like life', () => {
  test('an address has a postcode of its town', () => {
    const districts = new Map<string, Set<string>>();
    for (const { address } of sampled('Client')) {
      if (address?.post_town === undefined || address.postcode === undefined) continue;
      expect(address.postcode).toMatch(/^[A-Z]{1,2}\d{1,2} \d[ABDEFGHJLNPQRSTUWXYZ]{2}$/);
      const [district = ''] = address.postcode.split(' ');
      districts.set(district, (districts.get(district) ?? new Set()).add(address.post_town));
    }
    expect(districts.size).toBeGreaterThan(15);
    expect([...districts].filter(([, towns]) => towns.size > 1)).toEqual([]);
  });

  test('a location is one place in Britain', () => {
    for (const { location } of sampled('Purchase')) {
      const { latitude = 51, longitude = 0 } = location ?? {};
      expect(Number(latitude)).toBeGreaterThan(49);
      expect(Number(latitude)).toBeLessThan(61);
      expect(Math.abs(Number(longitude))).toBeLessThan(9);
    }
  });

  test('nobody is rung', () => {
    const numbers = valuesNamed(/(telephoneNumber|Phone)$/i);
    expect(numbers.length).toBeGreaterThan(300);
    // The ranges that Ofcom reserves for drama.
    const kept = /^(0113 496 0|020 7946 0|01632 960|07700 900|\+441134960|\+447700900)\d{3}$/;
    expect(numbers.filter((number) => !kept.test(number))).toEqual([]);
  });

  test('nobody is written to', () => {
    const hosts = new Set(valuesNamed(/email(Address)?$/i).map((address) => address.split('@')[1]));
    expect([...hosts].sort()).toEqual([
      'conveyancing.test',
      'example.com',
      'example.org',
      'mail.example.net',
    ]);
  });

  test.each([
    ['councilTaxBand', /^[A-H]$/],
    ['estateAgentFee', /£|%|None/],
    ['uprn', /^\d{12}$/],
    ['dob', /^\d{4}-\d{2}-\d{2}$/],
    ['salePrice', /^\d+(000|500)$/],
    ['boilerInstalledYear', /^(19|20)\d\d$/],
    ['mainsElectricityMPAN', /^\d{13}$/],
    ['alterationsDetails', /^[A-Z].{3,}/],
  ])('%s', (name, form) => {
    const values = valuesNamed(new RegExp(`^${name}$`));
    expect(values.length).toBeGreaterThan(20);
    expect(values.filter((value) => !form.test(value))).toEqual([]);
  });
});

function valuesNamed(name: RegExp): string[] {
  const found: string[] = [];
  JSON.stringify(
    [...sampled('Client'), ...sampled('Sale'), ...sampled('OrganisationPayload')],
    (key, value) => {
      if (name.test(key) && (typeof value === 'string' || typeof value === 'number'))
        found.push(String(value));
      return value;
    },
  );
  return found;
}
