import { boundaryResponsibility, listingGrade, oneOf, open, text, texts, upload, yesNo } from './kinds.ts';
import { type Edition, type Field, fieldsOfTable } from './table.ts';

export const editionsOfTa6 = ['TA6_4th', 'TA6_5th', 'TA6_6th'] as const satisfies readonly Edition[];

export const editionsOfTa7 = ['TA7_3rd', 'TA7_4th', 'TA7_5th'] as const satisfies readonly Edition[];

export const notTa6 = [...editionsOfTa7, 'TA6_3rd', 'TA6', 'TA6-4th', 'TA6_4'];

export const notTa7 = [...editionsOfTa6, 'TA7_2nd', 'TA7_6th', 'TA7', 'TA7-3rd', 'TA7_3'];

/**
 * The `type` field of each edition (catalogue 2.7). The name of another edition is not a wrong value: the block is then
 * a form of that edition.
 */
export const typeFields: readonly Field[] = [
  ...editionsOfTa6.flatMap((edition) =>
    fieldsOfTable({ shape: 'Sale', section: '2.7', edition, under: '/TA6' }, [
      [oneOf([edition], notTa6), 'ta6-edition', 'type', 'required'],
    ]),
  ),
  ...editionsOfTa7.flatMap((edition) =>
    fieldsOfTable({ shape: 'Sale', section: '2.7', edition, under: '/TA7' }, [
      [oneOf([edition], notTa7), 'ta7-edition', 'type', 'required'],
    ]),
  ),
];

/** Fields of the TA6, 4th edition, without `type` (catalogue 2.7.1). */
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

const serviceChargeFrequency = oneOf(
  ['monthly', 'quarterly', 'six monthly', 'annually'],
  ['Monthly', 'six-monthly', 'half yearly', 'annual', 'yearly', 'weekly'],
);

/** Fields of the TA6, 5th edition, without `type` (catalogue 2.7.2). */
export const ta6FifthFields: readonly Field[] = fieldsOfTable(
  { shape: 'Sale', section: '2.7.2', edition: 'TA6_5th', under: '/TA6' },
  [
    [
      boundaryResponsibility,
      'ta6-5th-boundary-responsibilities',
      `boundaryLeftResponsibility boundaryRightResponsibility
      boundaryRearResponsibility boundaryFrontResponsibility`,
    ],
    [listingGrade, 'ta6-5th-listing-grade', 'listingGrade'],
    [serviceChargeFrequency, 'ta6-5th-service-charge-frequency', 'serviceChargeFrequencySchedule'],
    [
      oneOf(['ground', 'surface water'], ['Ground', 'surface', 'surface-water', 'groundwater', 'sea']),
      'ta6-5th-sewage-discharge',
      'sewageDischargeType',
    ],
    [
      yesNo,
      'ta6-5th-yes-no',
      `applicationForLandlordLeaseExtension applicationForLandlordBuyFreehold
       applicationForLandlordVaryTermsOfLease groundRentIncreaseDue isServiceCharge isServiceChargePaid
       isServiceChargeAnnualBudget isCommonholdReserveFund isAdditionalCharges isRoadsFootpathsMaintenance
       broadbandConnected mobileSignalAvailable mobileSignalRestrictionPresent offRoadParkingAvailable
       onRoadParkingPermit evChargingPointAvailable isDefectsHazards urgentEssentialWorksRecommeded
       workProposalsInPlace isWorkCompleted isConservationArea isListedBuilding isRestrictiveCovenants
       isRightsOrArrangements isJointlyUsedServices isCompaintsAboutAccess isRightsOfLight isRightsOfSupport
       isCustomaryRights isMinesAndMinerals isChancelRepairLiability isOtherPeoplesRights isOtherArrangements
       isDrainsPipesWires isDrainsPipesWiresCrossing isDrainsPipesWiresAgreements isFloodingHistory
       isGroundWater isSewerFlooding isSurfaceWater isCoastalFlooding isRiverFlooding isOtherFlooding
       isFloodingDefences isCoastalErosion isPlanningPermissionBreaches isPlanningBuildingIssues
       isNoticesProposalsCorrespondence isProposalsToDevelop isAlterationsNearby isStepFreeAccess
       isWetRoomAccess isLateralLiving isOtherAccessibility isCoalfieldOrMining isIrregularBoundaries
       isBoundaryFeature isAdjacentLand isBoundaryOverhang isNoticesPartyWallAct isDisputesOrComplaints
       isAnyDisputes isRightsToEnter isWorksCompleted isWorksCompletionOwnership isPlanningPermission
       isNonResidentalPurposes hasSolarPanels ownsSolarPanels hasSolarPanelsLease isSolarPanelsMaintenance
       isSolarPowerBattery isSolarNationalGrid isSolarTariffOrGuarantee isSolarPanelsPositioning
       isSolarPanelsRoofStable isElectrician isRewiringJan25 isBoilerWorkingOrder isFoulWaterDrainage
       isSurfaceWaterDrainage isSepticTank isSewageTreatmentPlant isCesspool isInfiltrationSystem
       isSewageSystemShared isSewageOutsideBoundary isGreenDealScheme`,
    ],
    [
      texts,
      'ta6-5th-text-lists',
      `electricityConnected waterConnected sewerage heatingConnected alterationsMade propertyHeatedBy`,
    ],
    [
      upload,
      'document-upload-shape',
      `serviceChargeDocumentsUpload commonholdCommunityStatementUpload workCompletedDocumentsUpload
       conservationAreaDocumentsUpload listingGradeDocumentsUpload restrictiveCovenantsDocumentsUpload
       drainsPipesWiresDocumentsUpload irregularBoundariesDocumentUpload sharedBoundaryWorksDocumentsUpload
       planningDocumentsUpload nonResidentalPurposesDocumentsUpload solarPanelsLeaseAgreementUpload
       solarPanelsMaintenanceAgreementUpload solarTariffOrGuaranteeAgreementUpload solarCreditUpload
       solarCreditAssignmentUpload solarPanelsBuildingRegulationsUpload SolarPanelsRoofDocumentsUpload
       electricalInstallationDocumentsUpload electricalSafetyCertificateUpload
       buildingRegulationsComplianceCertificateUpload buildingControlCompletionCertificateUpload
       installationDocumentsUpload boilerInspectionReportUpload sewageOutsideBoundaryDocumentsUpload
       epcUpload`,
    ],
    [
      text,
      'ta6-5th-texts',
      `leaseEndDate applicationForLandlordApplicationInformation groundRentAmountDue
       groundRentIncreaseDueDate groundRentIncreaseFrequencySchedule groundRentIncreaseFee
       groundRentIncreaseCalculationDetails serviceChargeDateFrom serviceChargeDateTo serviceChargeAmountPaid
       numberOfCommonholdUnits commonholdUnitAnnualCharge commonholdReserveFundUnitAnnualCharge
       additionalChargesDetails additionalChargesAmountDue roadsFootpathsMaintenancePaymentDetails
       roadsFootpathsMaintenanceAnnualAmountDue constructionMaterialsDetails numberOfBedrooms
       numberOfBathrooms numberOfReceptionRooms numberOfOtherRooms otherRoomsDetails electricityOtherDetails
       waterPrivateSupplyDetails heatingOtherDetails signalRestrictedRestrictionDetails offRoadParkingType
       onRoadParkingPermitChargeAmount evChargingPointMakeLocation defectsHazardsDetails
       rightsOrArrangementsDetails isJointlyUsedServicesDetails compaintsAboutAccessDetails
       arrangementsDetails otherArrangementsDetails drainsPipesWiresAgreementsDetails floodRiskArea
       floodingHistoryDate floodingParts floodingDetails floodingDefencesDetails coastalErosionDetails
       planningPermissionBreachesDetails planningBuildingIssuesDetails noticesProposalsCorrespondenceDetails
       proposalsToDevelopDetails alterationsNearbyDetails accessibilityDetails irregularBoundariesDetails
       boundaryFeatureDetails adjacentLandDetails boundaryOverhangDetails noticesPartyWallActDetails
       disputesOrComplaintsDetails anyDisputesDetails rightsToEnterDetails alterationsDetails
       worksCompletedDetails planningPermissionNotRequiredDetails nonResidentalPurposesDetails
       solarPanelsInstallationYear solarPowerBatteryDetails mainsElectricityProviderName
       mainsElectricityMeterLocation mainsElectricityMPAN miansGasDetailsProviderName miansGasMeterLocation
       miansGasDetailsMPRN mainsWaterProviderName mainsWaterStopcockLocation mainsWaterMeterLocation
       mainsSewerageProviderName smallSewageTreatmentPlantProviderName smallSewageTreatmentPlantMake
       smallSewageTreatmentPlantServiceProviderName telephoneProviderName broadbandProviderName
       heatPumpsProviderName heatPumpsMake heatPumpsServiceProviderName otherServicesDetails
       electricalInstallationYear boilerInstalledYear boilerInstalledNotKnown heatingSystemInstalledYear
       heatingSystemInstalledNotKnown boilerServiceYear boilerServiceNotKnown sewerageSystemInstallationDate
       sewerageSystemInstallationDateNotKnown sewerageSystemUpgradeDate sewerageSystemUpgradeDateNotKnown
       cesspoolLastEmptiedDate cesspoolLastEmptiedDateNotKnown sewageTreatmentPlantLastServicedDate
       sewageTreatmentPlantLastServicedDateNotKnown sewageSystemSharedDetails`,
    ],
    // The documents name this field, but not its type.
    [open, 'green-deal-scheme-details', 'greenDealSchemeDetails'],
  ],
);
