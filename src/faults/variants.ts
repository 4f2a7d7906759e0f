import type { Variant } from './behaviour.ts';
import { clientChangeVariants } from './variants/client-changes.ts';
import { clientRecordVariants } from './variants/client-records.ts';
import { creationVariants } from './variants/creations.ts';
import { errorVariants } from './variants/errors.ts';
import { formVariants } from './variants/forms.ts';
import { descriptionVariants } from './variants/interface-description.ts';
import { openOperationVariants } from './variants/open-operations.ts';
import { recordContentVariants } from './variants/record-contents.ts';
import { recordValueVariants } from './variants/record-values.ts';
import { wireVariants } from './variants/wire.ts';

/** Every legal variant: a service that makes one of these choices deviates from nothing. */
export const variants: readonly Variant[] = Object.freeze([
  ...recordContentVariants,
  ...recordValueVariants,
  ...formVariants,
  ...openOperationVariants,
  ...descriptionVariants,
  ...clientRecordVariants,
  ...clientChangeVariants,
  ...creationVariants,
  ...wireVariants,
  ...errorVariants,
]);
