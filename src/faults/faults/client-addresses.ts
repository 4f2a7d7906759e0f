import { isJsonObject, type JsonObject } from '../../reference/json.ts';
import type { Behaviour, Fault } from '../behaviour.ts';
import { when } from '../behaviours.ts';
import { altering, besides, only, taking, withAddress, without } from '../client-behaviours.ts';
import { forClient } from '../requests.ts';
import { faultsOf, faultsUnseenByVerify, faultsWith, triedWithTwoClients } from '../rows.ts';

/** Services that do not replace an address with the one that is sent, or do not keep it when none is sent. */
export const clientAddressFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('update-client-address-replaced', '/address/line_1', [
    [
      'address-ignored',
      'A new address is answered 200, but not kept',
      taking((patch) => without(patch, 'address')),
    ],
    [
      'address-ignored-alone',
      'A new address that is sent alone is answered 200, but not kept',
      taking((patch) => (Object.keys(patch).length === 1 ? without(patch, 'address') : patch)),
    ],
    [
      'address-taken-once',
      'An address can be changed only once',
      taking((patch, earlier) =>
        earlier.some((one) => 'address' in one) ? without(patch, 'address') : patch,
      ),
    ],
    [
      'address-filled',
      'A new address fills empty lines, but replaces none',
      takingAddress((sent, kept) => ({ ...sent, ...kept })),
    ],
  ]),
  ...faultsUnseenByVerify('update-client-address-replaced', '/address/line_2', [
    'address-empty-ignored',
    'An address without any line is answered 200, but not kept',
    taking((patch) =>
      isJsonObject(patch.address) && Object.keys(patch.address).length === 0
        ? without(patch, 'address')
        : patch,
    ),
  ]),
  ...faultsUnseenByVerify('update-client-address-replaced', '/address/line_3', [
    'address-keeps-emptied-line',
    'An address line that is sent empty keeps its text',
    takingAddress((sent, kept) => (sent.line_3 === '' ? { ...sent, line_3: kept.line_3 ?? '' } : sent)),
  ]),
  ...faultsOf('update-client-address-replaced', '/address/line_3', [
    'address-merged',
    'A new address is merged with the previous one',
    takingAddress((sent, kept) => ({ ...kept, ...sent })),
  ]),
  ...faultsWith(triedWithTwoClients)('update-client-address-replaced', '/address/line_3', [
    'address-merged-of-second',
    'A new address of a client that is not the first is merged with the previous one',
    when(
      forClient(2),
      takingAddress((sent, kept) => ({ ...kept, ...sent })),
    ),
  ]),
  ...faultsOf('update-client-address-replaced', '/address/uprn', [
    'address-loses-uprn',
    'An address is kept without its uprn',
    takingAddress((sent) => without(sent, 'uprn')),
  ]),
  ...faultsOf('update-client-address-kept', '/address', [
    [
      'address-cleared',
      'A change without an address removes the address',
      withoutAddressSent((record) => without(record, 'address')),
    ],
    [
      'address-blanked',
      'A change without an address empties all its lines',
      withoutAddressSent((record) =>
        withAddress(record, (address) => Object.fromEntries(Object.keys(address).map((line) => [line, '']))),
      ),
    ],
    [
      'address-turns-back',
      'A change without an address restores the previous address',
      altering((record, patch, earlier) => {
        const [, before] = earlier.filter((one) => 'address' in one).reverse();
        return { ...record, ...only(before ?? {}, 'address'), ...patch };
      }),
    ],
  ]),
]);

/** How a sent address and the previous one are combined. */
function takingAddress(change: (sent: JsonObject, kept: JsonObject) => JsonObject): Behaviour {
  return altering((record, patch) => {
    const changed = { ...record, ...patch };
    if (!isJsonObject(patch.address)) return changed;
    return { ...changed, address: change(patch.address, isJsonObject(record.address) ? record.address : {}) };
  });
}

/** Further changes to a client when a change does not name the address. */
function withoutAddressSent(change: (record: JsonObject, patch: JsonObject) => JsonObject): Behaviour {
  return besides((record, patch) => ('address' in patch ? record : change(record, patch)));
}
