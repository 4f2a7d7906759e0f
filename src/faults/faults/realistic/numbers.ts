import type { WrongValue } from '../../wrong-values.ts';

/** Numbers as services write them that store them for display. */
export const wrongNumbers: readonly WrongValue[] = [
  ['price-comma', 'The highest price of a sale is a text with a comma', ['sale-glebe', '/price', '749,950']],
  ['price-pence', 'The one price with pence is a text', ['sale-brewhouse', '/price', '176250.50']],
  ['price-null', 'A price that is not known is null', ['sale-new-instruction', '/price', null]],
  [
    'price-pound-sign',
    'A price at which a property is offered has a pound sign',
    ['sale-mill-lane', '/listPrice', '£295,000'],
  ],
  [
    'price-with-currency',
    'One price of a purchase is an amount with its currency',
    ['purchase-dovecote', '/purchasePrice', { amount: 865000, currency: 'GBP' }],
  ],
  [
    'share-percent-sign',
    'The one share of a sale has a percent sign',
    ['sale-wharfside', '/sharedOwnershipPercentage', '40%'],
  ],
  [
    'loan-pound-sign',
    'The one Help to Buy loan has a pound sign',
    ['purchase-plot-19', '/helpToBuyAmount', '£77,999'],
  ],
  [
    'outstanding-text',
    'The one amount outstanding with pence is a text',
    ['remortgage-ashdown', '/mortgageAmountOutstanding', '187422.16'],
  ],
  [
    'shortfall-empty',
    'The shortfall is an empty text where there is none',
    ['remortgage-overseas', '/remortgageShortfallAmount', ''],
  ],
  [
    'funds-text',
    'The one amount from overseas is a text with its currency',
    ['transfer-overseas', '/transferorOverseasFundsAmount', '20,000 CAD'],
  ],
  ['location-texts', 'One latitude is a text', ['remortgage-lock-keeper', '/location/latitude', '51.3521']],
  [
    'location-text-east',
    'The one longitude east of Greenwich is a text',
    ['sale-mill-lane', '/location/longitude', '1.2874E'],
  ],
];
