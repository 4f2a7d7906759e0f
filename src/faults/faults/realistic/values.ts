import type { Fault } from '../../behaviour.ts';
import { faultsWith, inRealistic } from '../../fault.ts';
import { faultsOfValues } from '../../wrong-values.ts';
import { wrongDatesAndEmails } from './dates-and-emails.ts';
import { wrongChoices } from './enumerations.ts';
import { wrongNumbers } from './numbers.ts';
import { wrongStructures } from './structures.ts';
import { wrongTexts } from './texts.ts';

/** Services that answer one of many sparse cases with one wrong value, as services of that kind do. */
export const realisticValueFaults: readonly Fault[] = Object.freeze(
  faultsOfValues(
    [...wrongChoices, ...wrongNumbers, ...wrongTexts, ...wrongDatesAndEmails, ...wrongStructures],
    faultsWith(inRealistic),
  ),
);
