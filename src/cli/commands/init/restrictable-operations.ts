import schema from '../../../gate/configuration.schema.json' with { type: 'json' };
import type { OperationId } from '../../../specification/description.ts';

/** The operations that `restrictedOperations` of a configuration may name. */
export const restrictableOperations = schema.properties.restrictedOperations.items
  .enum as readonly OperationId[];
