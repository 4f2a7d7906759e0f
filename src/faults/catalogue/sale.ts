import { editionsOfTa6, editionsOfTa7, notTa6, notTa7 } from './forms.ts';
import {
  capitalYesNo,
  date,
  email,
  form,
  number,
  object,
  objects,
  oneOf,
  open,
  text,
  yesNo,
} from './kinds.ts';
import type { Field } from './table.ts';
import { fieldsOfTable } from './table.ts';

const section = '2.3';

/** Catalogue 2.3. */
export const saleFields: readonly Field[] = [
  ...fieldsOfTable({ shape: 'Sale', section }, [
    [text, 'ownershipType propertyType houseType flatType landType currentUse councilTaxBand'],
    [yesNo, 'isSharedOwnership'],
    [number, 'sharedOwnershipPercentage'],
    [capitalYesNo, 'estateAgentInstructed'],
    [text, 'estateAgentName estateAgentPhone estateAgentFee'],
    [email, 'estateAgentEmail'],
    [number, 'listPrice salePrice'],
    [capitalYesNo, 'isOfferAccepted'],
    [text, 'relationshipToBuyer'],
    [yesNo, 'isUndervalue anyRelatedTransactions'],
    [text, 'buyerLawFirmName buyerLawFirmPhone buyerLawFirmKnown'],
    [email, 'buyerLawFirmEmail'],
    [text, 'agreementsWithBuyer anyMortgageChargeLoan'],
    [date, 'desiredCompletionDate imposedCompletionDate'],
    [text, 'noDesiredCompletionDate isImposedCompletionDate fundsDisbursement'],
    [objects, 'buyers'],
    [form(editionsOfTa6, notTa6), 'TA6'],
    [form(editionsOfTa7, notTa7), 'TA7'],
    [open, 'TA9 TA10 EnquiryForms'],
  ]),
  ...fieldsOfTable({ shape: 'Sale', section, under: '/buyers/0' }, [
    [oneOf(['individual', 'company'], ['person', 'Individual', 'Company', 'trust']), 'buyerType'],
    [object, 'buyerName'],
    [text, 'buyerCompanyName'],
  ]),
  ...fieldsOfTable({ shape: 'Sale', section, under: '/buyers/0/buyerName' }, [
    [text, 'title firstName middleName surname'],
  ]),
];
