import type { components } from '../specification/interface.ts';
import type { Session } from './session.ts';

/** The body of a request that creates an organisation (interface 2.4). */
export type OrganisationPayload = components['schemas']['OrganisationPayload'];

export function organisationName({ runTag }: Pick<Session, 'runTag'>): string {
  return `case-conformance-${runTag}`;
}

/**
 * A payload with every field. Its names begin with `case-conformance`, so people recognise the created
 * organisations, and contain the tag of the run, since names and sub-domains may have to be unique.
 * @param label - distinguishes the payloads of one run: lower-case letters, digits and hyphens
 */
export function organisationPayload(session: Pick<Session, 'runTag'>, label: string): OrganisationPayload {
  const name = `${organisationName(session)}-${label}`;
  return {
    type: 'conveyancer',
    registeredName: `${name} Limited`,
    registrationNumber: '00000000',
    sraIDNumber: '000000',
    tradingName: name,
    vatNumber: 'GB000000000',
    websiteAddress: `https://${name}.example.com`,
    telephoneNumber: '+441632960001',
    emailAddress: `${name}@example.com`,
    companyLogoUrl: `https://${name}.example.com/logo.png`,
    subDomain: name,
    address: {
      line_1: '1 Sample Street',
      line_2: 'Testerton',
      line_3: 'Upper Sampling',
      post_town: 'Exampleford',
      county: 'Sampleshire',
      postcode: 'ZZ1 1ZZ',
      uprn: '100000000001',
    },
    user: {
      title: 'Dr',
      firstName: 'Avery',
      lastName: 'Sample',
      role: 'EstateAgent',
      suffix: 'LLB',
      sraIDNumber: '000000',
      telephoneNumber: '+447700900001',
      bio: 'Made by case-conformance.',
      avatarUrl: `https://${name}.example.com/avery.png`,
      email: `avery-${name}@example.com`,
    },
  };
}
