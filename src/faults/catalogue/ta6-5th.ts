import { boundaryResponsibility, listingGrade } from './enumerations.ts';
import { oneOf, open, text, texts, upload, yesNo } from './kinds.ts';
import type { Field } from './table.ts';
import { fieldsOfTable } from './table.ts';

const serviceChargeFrequency = oneOf(
  ['monthly', 'quarterly', 'six monthly', 'annually'],
  ['Monthly', 'six-monthly', 'half yearly', 'annual', 'yearly', 'weekly'],
);

/** Catalogue 2.7.2, without `type`. */
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
    // The documents name this field, but do not show its type.
    [open, 'green-deal-scheme-details', 'greenDealSchemeDetails'],
  ],
);
