import { partyType } from './enumerations.ts';
import { editionsOfTa6, editionsOfTa7, notTa6, notTa7 } from './forms.ts';
import { capitalYesNo, date, email, form, number, object, objects, open, text, yesNo } from './kinds.ts';
import type { Field } from './table.ts';
import { fieldsOfTable } from './table.ts';

const section = '2.3';

/** Catalogue 2.3. */
export const saleFields: readonly Field[] = [
  ...fieldsOfTable({ shape: 'Sale', section }, [
    [
      text,
      'sale-property-texts',
      'ownershipType propertyType houseType flatType landType currentUse councilTaxBand',
    ],
    [yesNo, 'sale-shared-ownership', 'isSharedOwnership'],
    [number, 'sale-shared-ownership-percentage', 'sharedOwnershipPercentage'],
    [capitalYesNo, 'sale-estate-agent-instructed', 'estateAgentInstructed'],
    [text, 'sale-estate-agent-texts', 'estateAgentName estateAgentPhone estateAgentFee'],
    [email, 'sale-estate-agent-email', 'estateAgentEmail'],
    [number, 'sale-prices', 'listPrice salePrice'],
    [capitalYesNo, 'sale-offer-accepted', 'isOfferAccepted'],
    [text, 'sale-relationship-to-buyer', 'relationshipToBuyer'],
    [yesNo, 'sale-undervalue-and-related', 'isUndervalue anyRelatedTransactions'],
    [text, 'sale-buyer-law-firm-texts', 'buyerLawFirmName buyerLawFirmPhone buyerLawFirmKnown'],
    [email, 'sale-buyer-law-firm-email', 'buyerLawFirmEmail'],
    [text, 'sale-agreement-texts', 'agreementsWithBuyer anyMortgageChargeLoan'],
    [date, 'sale-completion-dates', 'desiredCompletionDate imposedCompletionDate'],
    [text, 'sale-completion-texts', 'noDesiredCompletionDate isImposedCompletionDate fundsDisbursement'],
    [objects, 'sale-buyers', 'buyers'],
    [form(editionsOfTa6, notTa6), 'ta6-edition', 'TA6'],
    [form(editionsOfTa7, notTa7), 'ta7-edition', 'TA7'],
    [open, 'form-fields-not-shown', 'TA9 TA10 EnquiryForms'],
  ]),
  ...fieldsOfTable({ shape: 'Sale', section, under: '/buyers/0' }, [
    [partyType, 'sale-buyers', 'buyerType'],
    [object, 'sale-buyers', 'buyerName'],
    [text, 'sale-buyers', 'buyerCompanyName'],
  ]),
  ...fieldsOfTable({ shape: 'Sale', section, under: '/buyers/0/buyerName' }, [
    [text, 'sale-buyers', 'title firstName middleName surname'],
  ]),
];
