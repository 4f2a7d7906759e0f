import type { Variant } from './behaviour.ts';
import { clientChangeVariants, clientTextVariants } from './variants/client-changes.ts';
import { clientRecordVariants } from './variants/client-records.ts';
import { clientStateVariants } from './variants/client-states.ts';
import { creationVariants } from './variants/creations.ts';
import { discoveredCaseVariants } from './variants/discovered-cases.ts';
import { errorVariants } from './variants/errors.ts';
import { descriptionVariants } from './variants/interface-description.ts';
import { openOperationVariants } from './variants/open-operations.ts';
import { otherWayVariants } from './variants/other-ways.ts';
import { realisticRecordVariants } from './variants/realistic-records.ts';
import { recordContentVariants } from './variants/record-contents.ts';
import { recordValueVariants } from './variants/record-values.ts';
import { repetitionVariants } from './variants/repetition.ts';
import { tellingRefusalVariants } from './variants/telling-refusals.ts';
import { wireVariants } from './variants/wire.ts';

/** All legal variants. A service with one of these choices does not deviate. */
export const variants: readonly Variant[] = Object.freeze([
  ...recordContentVariants,
  ...recordValueVariants,
  ...realisticRecordVariants,
  ...openOperationVariants,
  ...discoveredCaseVariants,
  ...descriptionVariants,
  ...clientRecordVariants,
  ...clientChangeVariants,
  ...clientStateVariants,
  ...clientTextVariants,
  ...creationVariants,
  ...wireVariants,
  ...errorVariants,
  ...tellingRefusalVariants,
  ...otherWayVariants,
  ...repetitionVariants,
]);
