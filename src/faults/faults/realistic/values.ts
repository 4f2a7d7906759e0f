import type { Fault } from '../../behaviour.ts';
import { faultsWith, inRealistic } from '../../fault.ts';
import { faultsOfValues } from '../../wrong-values.ts';
import { wrongDatesAndEmails } from './dates-and-emails.ts';
import { wrongChoices } from './enumerations.ts';
import { wrongNumbers } from './numbers.ts';
import { wrongStructures } from './structures.ts';
import { wrongTexts } from './texts.ts';

/** Services with one wrong value in one of many sparse cases. */
export const realisticValueFaults: readonly Fault[] = Object.freeze(
  faultsOfValues(
    [...wrongChoices, ...wrongNumbers, ...wrongTexts, ...wrongDatesAndEmails, ...wrongStructures],
    faultsWith(inRealistic),
  ),
);
