import { expect, it } from 'vitest';
import type { Schema } from '../../../src/schema/schema.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import type { OperationId } from '../../../src/specification/description.ts';

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const open = (row: string): Schema => ({ 'x-standing': 'open', 'x-requirement': row });

it.each<[operation: OperationId, status: number, schema: Schema | undefined]>([
  ['getCaseData', 200, reference('CaseRecord')],
  ['getCaseData', 400, reference('Error')],
  ['getCaseData', 401, reference('Error')],
  ['getCaseData', 403, reference('Error')],
  ['getCaseData', 404, reference('Error')],
  ['getCaseData', 201, undefined],
  ['getCaseData', 500, undefined],
  ['updateClient', 200, reference('Client')],
  ['updateClient', 401, open('update-and-create-errors')],
  ['updateClient', 404, undefined],
  ['getOrganisation', 200, open('organisation-record-fields')],
  ['getOrganisation', 204, open('organisation-record-fields')],
  ['createOrganisation', 201, open('create-organisation-answer')],
  ['createOrganisation', 299, open('create-organisation-answer')],
  ['createOrganisation', 300, undefined],
  ['listCases', 200, open('list-cases-shape')],
  ['getInterfaceDescription', 200, { type: 'object' }],
  ['getInterfaceDescription', 403, { 'x-standing': 'ambiguous', 'x-requirement': 'description-credentials' }],
])('the schema of the body with which %s is answered %i', (operation, status, schema) => {
  expect(bundled.bodySchema(operation, status)).toEqual(schema);
});
