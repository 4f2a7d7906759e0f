import type { Fault } from '../behaviour.ts';
import { mapJson, when } from '../behaviours.ts';
import { faultsOf } from '../fault.ts';
import { recordFaultsOf } from '../record-faults.ts';
import { forCase } from '../requests.ts';
import { withValueAt } from '../values.ts';

const manyTexts = Array.from({ length: 149 }, (_, index) => `Alteration ${index + 1}`);

/** Wrong values of the property information form, in the two editions that are listed (catalogue 2.7). */
export const ta6Faults: readonly Fault[] = Object.freeze([
  ...recordFaultsOf('sale-ta6-4th', [
    [
      'ta6-4th-boundary',
      'ta6-4th-boundary-responsibilities',
      '/TA6/boundaryLeftResponsibility',
      'buyer',
      'A boundary is the buyer’s',
    ],
    [
      'ta6-4th-boundary-capital',
      'ta6-4th-boundary-responsibilities',
      '/TA6/boundaryFrontResponsibility',
      'Not known',
      'A boundary is Not known, capitalised',
    ],
    [
      'ta6-4th-grade',
      'ta6-4th-listing-grade',
      '/TA6/listingGrade',
      'Grade II*',
      'listingGrade is capitalised',
    ],
    [
      'ta6-4th-grade-short',
      'ta6-4th-listing-grade',
      '/TA6/listingGrade',
      'II',
      'listingGrade is the number alone',
    ],
    [
      'ta6-4th-repayment',
      'ta6-4th-repayment',
      '/TA6/isRepaymentSufficent',
      'No mortgage',
      'isRepaymentSufficent is capitalised',
    ],
    [
      'ta6-4th-repayment-boolean',
      'ta6-4th-repayment',
      '/TA6/isRepaymentSufficent',
      true,
      'isRepaymentSufficent is a boolean',
    ],
    ['ta6-4th-radon', 'ta6-4th-yes-no', '/TA6/isRadon', 'Yes', 'isRadon is Yes for yes'],
    [
      'ta6-4th-complaints',
      'ta6-4th-yes-no',
      '/TA6/isCompaintsAboutAccess',
      true,
      'isCompaintsAboutAccess is a boolean',
    ],
    [
      'ta6-4th-signing',
      'ta6-4th-yes-no',
      '/TA6/contractOfSaleSigning',
      'not known',
      'contractOfSaleSigning is not known',
    ],
    ['ta6-4th-keys', 'ta6-4th-yes-no', '/TA6/isKeys', null, 'isKeys is null'],
    [
      'ta6-4th-alterations-text',
      'ta6-4th-text-lists',
      '/TA6/alterationsMade',
      'Extension',
      'alterationsMade is a string',
    ],
    [
      'ta6-4th-flooding-number',
      'ta6-4th-text-lists',
      '/TA6/floodingType/0',
      2,
      'An element of floodingType is a number',
    ],
    [
      'ta6-4th-guarantees-object',
      'ta6-4th-text-lists',
      '/TA6/guaranteesOrWarrantiesBenefits/1',
      { name: 'Roof' },
      'An element of guaranteesOrWarrantiesBenefits is an object',
    ],
    ['ta6-4th-heated-null', 'ta6-4th-text-lists', '/TA6/propertyHeatedBy', null, 'propertyHeatedBy is null'],
    ['ta6-4th-year-number', 'ta6-4th-texts', '/TA6/changeOfUseYear', 2016, 'changeOfUseYear is a number'],
    [
      'ta6-4th-green-deal',
      'ta6-4th-texts',
      '/TA6/greenDealSchemeDetails',
      { provider: 'None' },
      'greenDealSchemeDetails is an object in the edition that has it as a string',
    ],
    [
      'ta6-4th-occupiers-list',
      'ta6-4th-texts',
      '/TA6/occupiersNames',
      ['Rosalind'],
      'occupiersNames is a list',
    ],
    [
      'ta6-4th-not-known-boolean',
      'ta6-4th-texts',
      '/TA6/mainsGasProviderNotKnown',
      true,
      'mainsGasProviderNotKnown is a boolean',
    ],
  ]),
  ...recordFaultsOf('sale-ta6-5th', [
    [
      'ta6-5th-boundary',
      'ta6-5th-boundary-responsibilities',
      '/TA6/boundaryRearResponsibility',
      'Seller',
      'A boundary is Seller, capitalised',
    ],
    [
      'ta6-5th-grade',
      'ta6-5th-listing-grade',
      '/TA6/listingGrade',
      'grade III',
      'listingGrade is a fourth grade',
    ],
    [
      'ta6-5th-frequency',
      'ta6-5th-service-charge-frequency',
      '/TA6/serviceChargeFrequencySchedule',
      'six-monthly',
      'serviceChargeFrequencySchedule is hyphenated',
    ],
    [
      'ta6-5th-sewage',
      'ta6-5th-sewage-discharge',
      '/TA6/sewageDischargeType',
      'sea',
      'sewageDischargeType is a third kind',
    ],
    [
      'ta6-5th-urgent',
      'ta6-5th-yes-no',
      '/TA6/urgentEssentialWorksRecommeded',
      'No',
      'urgentEssentialWorksRecommeded is No for no',
    ],
    [
      'ta6-5th-charging',
      'ta6-5th-yes-no',
      '/TA6/evChargingPointAvailable',
      true,
      'evChargingPointAvailable is a boolean',
    ],
    [
      'ta6-5th-green-deal-scheme',
      'ta6-5th-yes-no',
      '/TA6/isGreenDealScheme',
      'Yes',
      'isGreenDealScheme, the last question, is Yes for yes',
    ],
    [
      'ta6-5th-electricity-text',
      'ta6-5th-text-lists',
      '/TA6/electricityConnected',
      'yes',
      'electricityConnected is a string',
    ],
    [
      'ta6-5th-sewerage-element',
      'ta6-5th-text-lists',
      '/TA6/sewerage/1',
      false,
      'The second element of sewerage is a boolean',
    ],
    ['ta6-5th-bedrooms', 'ta6-5th-texts', '/TA6/numberOfBedrooms', 4, 'numberOfBedrooms is a number'],
    ['ta6-5th-gas', 'ta6-5th-texts', '/TA6/miansGasMeterLocation', null, 'miansGasMeterLocation is null'],
    ['ta6-5th-lease-end', 'ta6-5th-texts', '/TA6/leaseEndDate', 2140, 'leaseEndDate is a number'],
    [
      'ta6-5th-last-text',
      'ta6-5th-texts',
      '/TA6/sewageSystemSharedDetails',
      ['Both barns'],
      'sewageSystemSharedDetails is a list',
    ],
  ]),
  ...faultsOf('ta6-5th-text-lists', '/TA6/alterationsMade/149', [
    [
      'ta6-5th-long-list',
      'The last of 150 alterations is a number',
      when(
        forCase('sale-ta6-5th'),
        mapJson(200, (record) => withValueAt(record, '/TA6/alterationsMade', [...manyTexts, 150])),
      ),
    ],
  ]),
]);
