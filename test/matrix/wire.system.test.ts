import { expect, test } from 'vitest';
import { variants } from '../../faults/variants.ts';
import { triedVariant } from '../../proof/variant-trial.ts';
import { checksOf } from '../../src/checks/all.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { named, oneIn } from './named.ts';

const ofWire = oneIn(
  24,
  variants.filter(({ needsSocket }) => needsSocket === true),
);

test.concurrent.each(named(ofWire))(
  'the legal variant %s, which shows over a socket, is not failed',
  async (_, variant) => {
    expect((await triedVariant(variant, checksOf(bundled))).wrong).toBeUndefined();
  },
);
