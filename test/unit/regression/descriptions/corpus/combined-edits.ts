import {
  choice,
  describing,
  integer,
  number,
  object,
  postPets,
  reference,
  type Schema,
  text,
} from './describing.ts';
import { alike, edit, type Pair } from './pair.ts';
import { editsOf, inAnswersAndRequests } from './places.ts';

const colours = (...values: readonly string[]): Schema => object({ colour: choice(...values) });

const byKind: Schema = {
  oneOf: [reference('Cat'), reference('Dog')],
  discriminator: { propertyName: 'kind' },
};

const kinds = (size: Schema): Readonly<Record<string, Schema>> => ({
  Animal: object({ 'kind!': text }),
  Cat: { ...reference('Animal'), ...object({ kind: { const: 'cat' }, size }) },
  Dog: { ...reference('Animal'), ...object({ kind: { const: 'dog' } }) },
});

const apart: readonly Pair[] = [
  ...alike(
    {
      consumers: ['breaking'],
      providers: ['compatible'],
      at: { operation: postPets, part: 'request body', pointers: ['/colour'] },
      proof: 'body',
    },
    {
      'an answer allows more and a request allows less': edit(
        describing({ request: colours('red', 'blue'), answer: colours('red') }),
        describing({ request: colours('red'), answer: colours('red', 'blue') }),
      ),
    },
  ),
  ...alike(
    {
      consumers: ['compatible'],
      providers: ['breaking'],
      at: { operation: postPets, part: 'response 200', pointers: ['/a'] },
      proof: 'body',
    },
    {
      'a limit stands beside a reference, in a schema that is referred to': edit(
        describing({
          answer: object({ a: reference('A') }),
          schemas: { A: reference('B'), B: text },
        }),
        describing({
          answer: object({ a: reference('A') }),
          schemas: { A: { ...reference('B'), maxLength: 3 }, B: text },
        }),
      ),
    },
  ),
  ...alike(
    {
      consumers: ['breaking'],
      providers: ['compatible'],
      at: { operation: postPets, part: 'response 200', pointers: ['/size'] },
      proof: 'body',
    },
    {
      'a member stands beside a reference, in a branch that is referred to, and has what tells it apart':
        edit(
          describing({ answer: byKind, schemas: kinds(integer) }),
          describing({ answer: byKind, schemas: kinds(number) }),
        ),
    },
  ),
  ...alike(
    {
      consumers: ['breaking'],
      providers: ['compatible'],
      at: { operation: postPets, part: 'response 200', pointers: ['/next/size'] },
      proof: 'body',
    },
    {
      'a recursive schema changes only from its second level on': edit(
        describing({
          answer: object({ next: reference('Tree') }),
          schemas: { Tree: object({ size: integer, next: reference('Tree') }) },
        }),
        describing({
          answer: object({ next: reference('Tree') }),
          schemas: { Tree: object({ size: number, next: reference('Tree') }) },
        }),
      ),
    },
  ),
  ...alike(
    { consumers: ['compatible', 'undecided'], providers: ['breaking', 'undecided'], proof: 'body' },
    {
      'OpenAPI 3.0 becomes 3.1, and a null is lost': edit(
        describing({ openapi: '3.0.3', answer: object({ a: { ...text, nullable: true } }) }),
        describing({ answer: object({ a: { ...text, nullable: true } }) }),
      ),
    },
  ),
];

export const combinedEditPairs: readonly Pair[] = [...inAnswersAndRequests(editsOf('together')), ...apart];
