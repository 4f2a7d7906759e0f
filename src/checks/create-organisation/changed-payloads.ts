import { type OrganisationPayload, organisationPayload } from '../../harness/organisation-payload.ts';
import type { Session } from '../../harness/session.ts';
import { memberOf } from '../../schema/pointer.ts';

type PayloadChange = 'left out' | 'empty';

export interface ChangedPayload {
  readonly change: PayloadChange;
  /** The changed members, such as `vatNumber` or `user.bio`. */
  readonly names: readonly string[];
  /** To be tried if the service refuses all together. */
  readonly alone?: readonly ChangedPayload[];
}

const wanted = ['type', 'registeredName', 'subDomain', 'emailAddress', 'address', 'user'];

const objects = ['address', 'user'];

const wantedWithin = [
  'address.line_1',
  'address.post_town',
  'address.postcode',
  'user.firstName',
  'user.lastName',
  'user.role',
  'user.email',
];

export function everyMemberAlone(session: Session): ChangedPayload[] {
  return membersOf(session).flatMap((name) => [
    { change: 'left out', names: [name] },
    ...(mayBeEmpty(session, name) ? [{ change: 'empty', names: [name] } as const] : []),
  ]);
}

function membersOf({ specification: { fieldsOf } }: Session): string[] {
  return [
    ...fieldsOf('Address').map((name) => `address.${name}`),
    ...fieldsOf('OrganisationPayload'),
    ...fieldsOf('OrganisationUser').map((name) => `user.${name}`),
  ];
}

function mayBeEmpty(session: Session, name: string): boolean {
  const payload = payloadWith(session, 'empty', { change: 'empty', names: [name] });
  return session.specification.validate('OrganisationPayload', payload).length === 0;
}

/**
 * Payloads with members left out or empty. The documents do not say which are required: those that are
 * probably optional are left out together, the others one at a time.
 */
export function changedPayloads(session: Session): ChangedPayload[] {
  const all = membersOf(session);
  const optional = all.filter((name) => !wanted.includes(name) && !wantedWithin.includes(name));
  const emptiable = (names: readonly string[]): string[] =>
    names.filter((name) => all.includes(name) && mayBeEmpty(session, name));
  const alone = (change: PayloadChange, names: readonly string[]): ChangedPayload[] =>
    names.filter((name) => all.includes(name)).map((name) => ({ change, names: [name] }));
  return [
    { change: 'left out', names: optional },
    ...alone('left out', wanted),
    { change: 'empty', names: emptiable(optional) },
    {
      ...{ change: 'empty', names: objects.filter((name) => all.includes(name)) },
      alone: alone('empty', objects),
    },
    { change: 'empty', names: emptiable(['registeredName', ...wantedWithin]) },
  ];
}

const mostNamed = 4;

/** The change in words: "no vatNumber", "an empty user.bio". */
export function inWords({ change, names }: ChangedPayload): string {
  const more = names.length - mostNamed;
  const all = more > 1 ? `${names.slice(0, mostNamed).join(', ')} and ${more} more` : names.join(', ');
  return `${change === 'left out' ? 'no' : 'an empty'} ${all}`;
}

/** For many changed members: their number, for a headline, and all their names. */
export function inShort({ change, names }: ChangedPayload): { brief: string; all: string } | undefined {
  if (names.length <= mostNamed) return undefined;
  const [how, what] = change === 'empty' ? ['Empty', 'empty fields'] : ['Left out', 'fields left out'];
  return { brief: `${names.length} ${what}`, all: `${how}: ${names.join(', ')}` };
}

export function payloadWith(
  session: Pick<Session, 'runTag'>,
  label: string,
  { change, names }: ChangedPayload,
): object {
  const payload = organisationPayload(session, label);
  for (const name of names) {
    const [first = '', within] = name.split('.');
    const holder: Record<string, unknown> = within === undefined ? payload : Object(memberOf(payload, first));
    const member = within ?? first;
    if (change === 'left out') delete holder[member];
    else if (Object.hasOwn(holder, member)) holder[member] = typeof holder[member] === 'string' ? '' : {};
  }
  return payload;
}

export function payloadOf(
  session: Pick<Session, 'runTag'>,
  label: string,
  textAt: (place: number) => string,
): OrganisationPayload {
  const { address, user, ...payload } = organisationPayload(session, label);
  return {
    ...payload,
    registeredName: `${payload.registeredName} ${textAt(0)}`,
    tradingName: `${payload.tradingName} ${textAt(1)}`,
    address: { ...address, line_1: textAt(2), post_town: textAt(3) },
    user: { ...user, lastName: textAt(0), firstName: textAt(1), suffix: textAt(2), bio: textAt(3) },
  };
}
