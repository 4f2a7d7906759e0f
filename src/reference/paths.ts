// Interface 4 and 9: every path has the prefix of the version.
export const caseDataPath = '/api/v2/cases/:id/data';
export const casesPath = '/api/v2/cases';
export const clientPath = '/api/v2/clients/:id';
export const organisationPath = '/api/v2/org';
export const interfaceDescriptionPath = '/api/v2/doc';
