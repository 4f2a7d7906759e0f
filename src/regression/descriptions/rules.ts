/** Names of changes of a part as a whole, by keyword. They are stable over versions of the suite. */
export const partRules = {
  paths: ['operation-added', 'operation-removed'],
  webhooks: ['webhook-added', 'webhook-removed'],
  security: ['security-narrowed', 'security-widened', 'security-changed'],
  parameters: ['parameter-added', 'parameter-added-required', 'parameter-removed'],
  requestBody: ['request-body-added', 'request-body-added-required', 'request-body-removed'],
  required: ['parameter-required', 'parameter-optional', 'request-body-required', 'request-body-optional'],
  style: ['parameter-style-changed'],
  content: [
    ...(['request-media-type-added', 'request-media-type-removed'] as const),
    ...(['response-media-type-added', 'response-media-type-removed'] as const),
  ],
  responses: ['response-added', 'response-removed'],
  headers: [
    ...(['header-added', 'header-added-required', 'header-removed'] as const),
    ...(['header-required', 'header-optional'] as const),
  ],
  flows: ['flows-changed'],
  callbacks: ['callbacks-changed'],
  servers: ['servers-changed'],
  encoding: ['encoding-changed'],
  allowReserved: ['allowReserved-changed'],
  allowEmptyValue: ['allowEmptyValue-changed'],
  explode: ['explode-changed'],
  version: ['version-changed'],
} as const;

export type PartRule = (typeof partRules)[keyof typeof partRules][number];

export type PresenceRule = Extract<PartRule, `${string}-removed`> extends `${infer Of}-removed` ? Of : never;

export type SchemaChange = 'narrowed' | 'widened' | 'changed' | 'added' | 'removed';

/** The name of a kind of change. For a schema: direction, keyword and change, such as `response-enum-widened`. */
export type Rule = PartRule | `${'request' | 'response'}-${string}-${SchemaChange}`;

const keywords = new Map<PartRule, string>(
  Object.entries(partRules).flatMap(([keyword, rules]) => rules.map((rule) => [rule, keyword] as const)),
);

export function keywordOf(rule: PartRule): string {
  return keywords.get(rule) ?? rule;
}
