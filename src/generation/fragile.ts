import fc from 'fast-check';

/** Texts that every service can store, but that bugs in encoding, escaping or length limits alter. */
export const fragileTexts: fc.Arbitrary<string> = fc.constantFrom(
  "Tŷ'r Ysgol, Llanfair",
  'Søren Ærø & Søn',
  'Улица Мира 7',
  '東京都千代田区',
  'Keys at the office 🔑',
  'left <b>as is</b> & not <i>bold</i>',
  'the "Old" \'Mill\'',
  'C:\\deeds\\new',
  'half; of 50% -- agreed',
  'see #4 at /plans?sheet=2&scale=1',
  '$' + '{buyer} and {{seller}}',
  'null',
  'true',
  '0012',
  '1e3',
  'one, two; three | four',
  'The boundary follows the wall, then the hedge, and then the wall again. '.repeat(8).trim(),
);

export const fragileNumbers: fc.Arbitrary<number> = fc.constantFrom(0, 0.01, 33.33, 249_999.99, 12_345_678.9);

/** Days that bugs with time zones, leap years and the turn of the year affect. */
export const fragileDates: fc.Arbitrary<string> = fc.constantFrom(
  '2024-02-29',
  '2025-03-30',
  '2025-10-26',
  '2025-12-31',
  '2026-01-01',
  '1999-12-31',
);

export const fragileEmails: fc.Arbitrary<string> = fc.constantFrom(
  'sales+plot7@example.com',
  "n.o'hara@example.co.uk",
  'first_last-3@mail.example.org',
);
