import type { FastifyInstance } from 'fastify';
import { callerOf, routeOf } from '../authentication.ts';
import { refuse } from '../errors.ts';
import { address, type Check, email, objectOf, pickFields, readFields, text, texts } from '../fields.ts';
import { isJsonObject } from '../json.ts';
import type { Store } from '../store.ts';

const userFields = {
  ...texts('title', 'firstName', 'lastName', 'role', 'suffix', 'sraIDNumber', 'telephoneNumber'),
  ...texts('bio', 'avatarUrl'),
  email,
};

// The maximum length of a host name (RFC 1035, section 2.3.4). Some databases cannot index longer texts.
const maxHostNameLength = 253;

const hostName: Check = (value) =>
  text(value) ??
  (String(value).length > maxHostNameLength
    ? `must have at most ${maxHostNameLength} characters`
    : undefined);

const organisationFields = {
  ...texts('type', 'registeredName', 'registrationNumber', 'sraIDNumber', 'tradingName', 'vatNumber'),
  ...texts('websiteAddress', 'telephoneNumber', 'companyLogoUrl'),
  emailAddress: email,
  subDomain: hostName,
  address,
  user: objectOf(userFields),
};

/** Adds the operation of interface 4.3: creating an organisation from the payload of 2.4. */
export function createOrganisation(app: FastifyInstance, store: Store): void {
  app.route({
    ...routeOf('createOrganisation'),
    handler: async (request, reply) => {
      const fields = readFields(request.body, organisationFields);
      if (typeof fields === 'string') return refuse(reply, 400, fields);
      const { user, ...organisation } = fields;
      const firstUser = isJsonObject(user) ? pickFields(user, userFields) : {};
      const creation = await store.createOrganisation(organisation, firstUser);
      return creation === undefined
        ? refuse(reply, 409, 'This sub-domain is taken.')
        : reply.code(201).send({ ...creation.organisation, user: creation.user });
    },
  });
}

/** Adds the operation of interface 4.4: reading the caller's organisation. */
export function getOrganisation(app: FastifyInstance, store: Store): void {
  app.route({
    ...routeOf('getOrganisation'),
    handler: async (request, reply) => {
      const organisation = await store.readOrganisation(callerOf(request).organisationId);
      return organisation ?? refuse(reply, 404, 'There is no such organisation.');
    },
  });
}
