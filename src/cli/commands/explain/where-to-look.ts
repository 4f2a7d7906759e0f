const hints: Readonly<Record<string, string>> = {
  type: 'How the field is written as JSON: a number or truth value that is stored as text, an empty list or object instead of the value, null instead of a field that is left out.',
  enum: 'Letter case, spaces and spelling of the stored values, and names that are used inside the service alone. "Yes" and "yes" are different values.',
  const: 'Letter case and spelling of the value, and names that are used inside the service alone.',
  format:
    'How the value is written: a date without a time and one that exists, a UUID, an e-mail address. An empty text is none of them.',
  required:
    'What leaves the field out: a serializer that omits empty values, or a query that does not select it.',
  'additional-properties': 'Members of the object that the description does not list.',
  status:
    'The order in which a request is judged: credentials first, then permissions, then whether the thing is there, then the body. Gateways and error handlers may answer before the service does.',
  json: 'What answers instead of the service, such as a page of a gateway, and whether the body is cut or holds several values.',
  'handed-over':
    'Whether the refusal is written after the data: the status is right, but the body holds what is refused.',
  'not-changed':
    'Whether the change is stored before it is answered, and read from where it was stored. A cache or a replica may show it only later.',
  altered: 'What becomes of the text on its way: encoding, length of the column, escaping, trimming.',
  absent: 'Whether what was sent is stored, and shown.',
  'not-as-read-back': 'Whether the answer to a change is made from the request or from what was stored.',
  cut: 'What limits the length of the text: a column, a form, a proxy. Store the text whole, or refuse it.',
  'no-record': 'What a change answers: the whole client record, not a message or the fields that were sent.',
  'changed-though-refused': 'Whether credentials and permissions are checked before the change is stored.',
  'changed-though-left-out':
    'Whether the change replaces the record instead of changing the fields that were sent.',
  'back-and-forth':
    'Caches and replicas: the same request is answered in several ways. Or a value is made anew for each answer.',
};

/** Hints for single requirements. They take precedence over the hints for kinds of problems. */
const hintsOfRows: Readonly<Record<string, string>> = {
  'case-data-400':
    'Routers and proxies: many routers answer the empty segment of /api/v2/cases//data with a 404 of their own, and proxies merge its slashes. The identifier is missing from a blank (%20) or tab (%09) segment too: answer 400 to at least one of these.',
};

const anywhere = 'The exchange in report.json that the deviation names, and the statement above.';

export function whereToLook(row: string, symptom: string | undefined): string {
  const ofRow = hintsOfRows[row];
  if (ofRow !== undefined) return ofRow;
  return symptom !== undefined && Object.hasOwn(hints, symptom) ? String(hints[symptom]) : anywhere;
}
