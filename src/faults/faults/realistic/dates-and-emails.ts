import type { WrongValue } from '../../wrong-values.ts';

/** Dates and e-mail addresses as services write them that store timestamps, or free text. */
export const wrongDatesAndEmails: readonly WrongValue[] = [
  [
    'date-british',
    'The one desired completion date of a sale is written with slashes',
    ['sale-glebe', '/desiredCompletionDate', '29/08/2025'],
  ],
  [
    'date-with-midnight',
    'The one imposed completion date has a time',
    ['sale-meadow-end', '/imposedCompletionDate', '2025-09-12T00:00:00.000Z'],
  ],
  [
    'date-zeros',
    'A date that is not known is all zeros',
    ['sale-ropery', '/desiredCompletionDate', '0000-00-00'],
  ],
  [
    'date-day-before',
    'The one date of a new building is a moment',
    ['purchase-plot-19', '/newBuildDate', '2025-11-27T23:00:00+00:00'],
  ],
  [
    'date-in-words',
    'The one date of a survey is in words',
    ['purchase-dovecote', '/surveyDate', '11 June 2025'],
  ],
  [
    'date-milliseconds',
    'One desired completion date of a purchase counts milliseconds',
    ['purchase-auction', '/desiredCompletionDate', 1751587200000],
  ],
  [
    'date-empty',
    'A completion date of a remortgage that is not known is an empty text',
    ['remortgage-ashdown', '/desiredCompletionDate', ''],
  ],
  [
    'date-short',
    'The one completion date of a remortgage has a month of one digit',
    ['remortgage-soon', '/desiredCompletionDate', '2026-2-27'],
  ],
  [
    'email-not-applicable',
    'The e-mail address of an agent that there is not is N/A',
    ['purchase-starling', '/estateAgentEmail', 'N/A'],
  ],
  [
    'email-empty',
    'The e-mail address of an agent that there is not is an empty text',
    ['sale-ropery', '/estateAgentEmail', ''],
  ],
  [
    'email-link',
    'The e-mail address of one broker is a link',
    ['transfer-overseas', '/mortgageBrokerEmail', 'mailto:idris@vaughan-finance.example.org'],
  ],
  [
    'email-two',
    "The buyer's law firm has two e-mail addresses in one field",
    [
      'sale-cooper',
      '/buyerLawFirmEmail',
      'conveyancing@ackerleydunn.example.com; post@ackerleydunn.example.com',
    ],
  ],
];
