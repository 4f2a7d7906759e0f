import { boundaryResponsibility, listingGrade } from './enumerations.ts';
import { oneOf, text, texts, upload, yesNo } from './kinds.ts';
import type { Field } from './table.ts';
import { fieldsOfTable } from './table.ts';

/** Catalogue 2.7.1, without `type`. */
export const ta6FourthFields: readonly Field[] = fieldsOfTable(
  { shape: 'Sale', section: '2.7.1', edition: 'TA6_4th', under: '/TA6' },
  [
    [
      boundaryResponsibility,
      'ta6-4th-boundary-responsibilities',
      `boundaryLeftResponsibility boundaryRightResponsibility
      boundaryRearResponsibility boundaryFrontResponsibility`,
    ],
    [listingGrade, 'ta6-4th-listing-grade', 'listingGrade'],
    [
      oneOf(['yes', 'no', 'no mortgage'], ['Yes', 'No mortgage', 'no-mortgage', 'not known']),
      'ta6-4th-repayment',
      'isRepaymentSufficent',
    ],
    [
      yesNo,
      'ta6-4th-yes-no',
      `isIrregularBoundaries isBoundaryFeature isAdjacentLand isBoundaryOverhang isNoticesPartyWallAct
       isDisputesOrComplaints isAnyDisputes isNoticesProposalsCorrespondence isProposalsToDevelop
       isChangeOfUse isWindowOrDoorInstallations isConservatoryInstallation isBuildingPermissions
       isUnfinishedWorks isPlanningPermissionBreaches isPlanningBuildingIssues hasSolarPanels ownsSolarPanels
       hasSolarPanelsLease isListedBuilding isConservationArea isTreePreservationOrder
       treePreservationOrderTermsCompliedWith isInsurance isLandlordInsurance isInsuranceAbnormalRise
       isInsuranceHighExcesses isInsuranceUnusalConditions isInsuranceRefusal isBuildingsInsuranceClaims
       isClaims hasFloodingHistory isFloodRiskReport isRadon isRadonRecommendedActionLevel
       isRadonRemedialMeasures isGreenDealScheme isJointlyUsedServices isRightsOrArrangements
       isCompaintsAboutAccess isRightsOfLight isRightsOfSupport isCustomaryRights isMinesAndMinerals
       isChancelRepairLiability isOtherPeoplesRights isOtherArrangements isDrainsPipesWires
       isDrainsPipesWiresCrossing isDrainsPipesWiresAgreements isParkingZone isAdditionalCharges isOccupiers
       isOtherOccupiers isTenantsOrLodgers isVacantPossession isOccupiersLeaving contractOfSaleSigning
       isElectrician isRewiringJan25 isCentralHeatingSystem isHeatingSystemInstalled
       isHeatingSystemWorkingOrder isFoulWaterDrainage isSurfaceWaterDrainage isSepticTank
       isSewageTreatmentPlant isCesspool isSewageSystemShared isSewageOutsideBoundary hasMainsElectricity
       hasMainsGas hasMainsWater hasMainsSewerage isTelephoneLine isCableConnection isDependantSaleSameDay
       isMovingDate isRubbishRemoved isLightFittings isOtherFittings isKeys`,
    ],
    [
      texts,
      'ta6-4th-text-lists',
      `alterationsMade guaranteesOrWarrantiesBenefits floodingType propertyHeatedBy`,
    ],
    [
      upload,
      'document-upload-shape',
      `irregularBoundariesDocumentUpload partyWallNoticeUpload buildingPermissionsUpload
       solarPanelsLeaseAgreementUpload listedConservationUpload treePreservationOrderTermsDocumentsUpload
       newHomeWarrantyUpload dampProofingGuaranteeUpload timberTreatmentGuaranteeUpload
       windowsGuaranteeUpload electricalWorkGuaranteeUpload roofingWarrantyUpload
       heatingSystemGuaranteeUpload underpinningGuaranteeUpload otherGuaranteesAndWarrantiesUpload
       floodRiskReportUpload radonReportUpload epcUpload greenDealSchemeDocumentsUpload
       drainsPipesWiresDocumentsUpload vacantPossessionDetailsUpload electricalInstallationDocumentsUpload
       electricalSafetyCertificateUpload buildingRegulationsComplianceCertificateUpload
       buildingControlCompletionCertificateUpload heatingInstallationDocumentsUpload
       boilerInspectionReportUpload sewageOutsideBoundaryDocumentsUpload`,
    ],
    [
      text,
      'ta6-4th-texts',
      `irregularBoundariesDetails boundaryFeatureDetails adjacentLandDetails boundaryOverhangDetails
       noticesPartyWallActDetails disputesOrComplaintsDetails anyDisputesDetails
       noticesProposalsCorrespondenceDetails proposalsToDevelopDetails alterationsDetails changeOfUseYear
       windowOrDoorInstallationsYear conservatoryInstallationYear noBuildingPermissionsReason
       unfinishedWorksDetails planningPermissionBreachesDetails planningBuildingIssuesDetails
       solarPanelsInstallationYear solarPanelsInstallationYearNotKnown otherGuaranteesAndWarrantiesDetails
       noInsuranceReason insuranceAbnormalRiseReason insuranceHighExcessesReason
       insuranceUnusalConditionsReason insuranceRefusalReason buildingsInsuranceClaimsDetails claimsDetails
       floodingHistoryDetails floodingDetails greenDealSchemeDetails isJointlyUsedServicesDetails
       rightsOrArrangementsDetails compaintsAboutAccessDetails arrangementsDetails otherArrangementsDetails
       drainsPipesWiresAgreementsDetails parkingArrangementsDetails additionalChargesDetails occupiersNames
       electricalInstallationYear electricalInstallationYearNotKnown centralHeatingSystemType
       heatingSystemInstalledYear boilerServiceYear boilerServiceNotKnown septicTankUpgradeMonth
       septicTankUpgradeYear septicTankUpgradeNotKnown sewageSystemSharedDetails sewageLastEmptiedDate
       sewageLastEmptiedDateNotKnown sewageTreatmentPlantLastServicedDate
       sewageTreatmentPlantLastServicedDateNotKnown sewerageSystemInstallationDate
       sewerageSystemInstallationDateNotKnown mainsElectricityProvider mainsElectricityProviderNotKnown
       mainsElectricityMeter mainsElectricityMeterNotKnown mainsGasProvider mainsGasProviderNotKnown
       mainsGasMeter mainsGasMeterNotKnown mainsWaterProvider mainsWaterProviderNotKnown mainsWaterStopcock
       mainsWaterStopcockNotKnown mainsWaterMeter mainsWaterMeterNotKnown mainsSewerageProvider
       mainsSewerageProviderNotKnown telephoneLineProvider telephoneLineProviderNotKnown
       cableConnectionProvider movingDateDetails`,
    ],
  ],
);
