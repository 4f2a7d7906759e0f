import schema from '../../../gate/configuration.schema.json' with { type: 'json' };
import type { OperationId } from '../../../specification/description.ts';

export const restrictableOperations = schema.properties.restrictedOperations.items
  .enum as readonly OperationId[];
