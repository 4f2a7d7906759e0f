import type { Variant } from './behaviour.ts';
import { clientChangeVariants } from './variants/client-changes.ts';
import { clientRecordVariants } from './variants/client-records.ts';
import { creationVariants } from './variants/creations.ts';
import { discoveredCaseVariants } from './variants/discovered-cases.ts';
import { descriptionVariants } from './variants/interface-description.ts';
import { openOperationVariants } from './variants/open-operations.ts';
import { otherWayVariants } from './variants/other-ways.ts';
import { recordVariants } from './variants/records.ts';
import { refusalVariants } from './variants/refusals.ts';
import { repetitionVariants } from './variants/repetition.ts';
import { wireVariants } from './variants/wire.ts';

export const variants: readonly Variant[] = Object.freeze([
  ...recordVariants,
  ...openOperationVariants,
  ...discoveredCaseVariants,
  ...descriptionVariants,
  ...clientRecordVariants,
  ...clientChangeVariants,
  ...creationVariants,
  ...wireVariants,
  ...refusalVariants,
  ...otherWayVariants,
  ...repetitionVariants,
]);
