import type { Variant } from '../behaviour.ts';
import { normalisingServices, ofField } from '../normalising-services.ts';
import { variantsWith } from '../variant.ts';

const variantsOf = variantsWith({ operations: ['updateClient'] });

/** Services that store texts in their own form: an advisory is not a failure. */
export const clientTextVariants: readonly Variant[] = Object.freeze([
  ...normalisingServices.flatMap(([id, title, requirement, , behaviour]) =>
    variantsOf(requirement, [id, title, behaviour]),
  ),
  ...variantsOf('email-letter-case', [
    'texts-email-domain-lower-case',
    'The domain of an e-mail address is kept in lower case',
    ofField('emailAddress', (text) => text.replace(/@.*/, (domain) => domain.toLowerCase())),
  ]),
]);
