/**
 * The faults that neither an interaction nor a probe of `verify` can show, by the statement that each breaks: they take
 * what `check` does besides. All others `verify` must find.
 */
export const unseenFaults: ReadonlySet<string> = new Set([
  // credentials-401. An interaction has one thing wrong, and is of no demo case in particular.
  ...[
    'change-refused-and-done',
    'last-case-accepts-unknown',
    'change-accepts-absent-where-it-changes',
    'refused-with-organisation',
    'case-before-credentials',
    'foreign-case-before-credentials',
    'identifier-before-credentials',
    'change-before-credentials',
    'change-schema-before-credentials',
    'last-case-accepts-absent',

    'case-before-absent-credentials',
    'form-before-credentials',
    'client-before-credentials',
    'creation-before-credentials',
    'creation-schema-before-credentials',
  ],
  // permissions-403. A change that is refused, or made, where an interaction changes nothing.
  ...['restricted-changes-something', 'restricted-change-refused-and-done'],
  // outsider-403. Whose case it is in the demo organisation, what a list shows, and a change that is refused and made.
  ...[
    'outsider-reads-last',
    'outsider-lists',
    'outsider-change-refused-and-done',
    'outsider-reads-second-sale',

    'outsider-changes-something',
    'outsider-lists-one',
  ],
  // organisation-is-callers. No interaction is of a user of another organisation: the documents leave open what they are shown.
  ...[
    'outsider-given-both-organisations',
    'outsider-given-wrapped-organisation',
    'outsider-refused-with-organisation',
    'outsider-given-organisation',
    'outsider-given-stamped-organisation',
  ],
  // case-data-404-absent. Identifiers of another form are no interaction.
  ...['malformed-case-500', 'malformed-case-200'],
  // client-texts. Wrong bodies are no interaction: how they are refused is open.
  ...['client-takes-null', 'client-takes-number'],
  // client-telephone-numbers. As of other wrong bodies.
  ...['client-takes-any-telephone'],
  // address-fields. As of other wrong bodies.
  ...['client-takes-line-number', 'client-takes-address-text'],
  // update-client-fields. A refusal of new values is open; texts that are altered, and sequences of changes, are tried by check.
  ...[
    'change-refuses-first-name-alone',
    'change-refuses-email-address-alone',
    'change-refuses-telephone-number-alone',
    'change-wants-last-name',
    'change-company-of-companies-alone',
    'name-cut-at-100',
    'name-angle-brackets-escaped',
    'name-quotes-escaped',
    'name-entities-read',
    'name-accents-removed',
    'name-utf-8-as-latin-1',
    'name-plane-cut',
    'name-backslashes-removed',
    'name-line-breaks-read',
    'name-capitalised',
    'name-spaces-removed',
    'sequence-title-with-telephone',
    'sequence-first-name-after-company',
    'sequence-names-with-company-500',
    'change-refuses-title-alone',
    'change-refuses-last-name-alone',
    'change-refuses-company-name-alone',
    'change-refuses-address-alone',
    'change-wants-all',
    'name-cut-at-50',
    'name-cut-at-199',
    'name-ampersands-escaped',
    'name-markup-removed',
    'name-ascii-questioned',
    'name-accents-apart',
    'name-plane-removed',
    'name-quotes-doubled',
    'name-backslashes-doubled',
    'name-templates-filled',
    'name-spaces-collapsed',
    'sequence-title-turned-back',
    'sequence-email-twice',
  ],
  // update-client-address-replaced. Texts that are altered, and sequences of changes, are tried by check.
  ...[
    'line-angle-brackets-escaped',
    'line-ascii-questioned',
    'sequence-address-with-email',
    'line-cut-at-199',
    'line-markup-removed',
    'line-plane-removed',
    'line-spaces-collapsed',
    'sequence-address-with-telephone',
  ],
  // update-client-200. Wrong bodies, and sequences of changes, are tried by check.
  ...[
    'wrong-answered-word',
    'wrong-answered-array',
    'wrong-refused-and-cleared',
    'wrong-null-refused-and-cleared',
    'wrong-refused-and-done-in-part',
    'wrong-telephone-refused-and-done',
    'wrong-answered-empty',
    'wrong-refused-and-done',
    'wrong-body-refused-and-cleared',
    'wrong-email-refused-and-done',
    'wrong-address-refused-and-cleared',
    'sequence-company-answered-late',
  ],
  // update-client-of-the-client. What becomes of other clients is looked at by check.
  ...[
    'client-unknown-is-the-first',
    'lands-on-all',
    'lands-with-name',
    'lands-address-on-all',
    'lands-on-both',
    'lands-name-with-others',
    'lands-address-on-both',
    'lands-company-on-all',
  ],
  // update-client-omitted-unchanged. Sequences of changes are tried by check.
  ...[
    'sequence-status-by-title-and-address',
    'omission-forgets-when-read',
    'sequence-telephone-by-email-and-company',
    'sequence-last-name-turned-back',
  ],
  // update-client-address-kept. Sequences of changes are tried by check.
  ...['sequence-address-by-two-names', 'address-loses-uprn-by-name'],
  // create-organisation. Payloads that leave a field out, or come twice, are tried by check.
  ...[
    'creation-every-fifth-500',
    'creation-without-registered-name-500',
    'creation-without-sra-i-d-number-500',
    'creation-without-vat-number-500',
    'creation-without-telephone-number-500',
    'creation-without-company-logo-url-500',
    'creation-without-address-500',
    'creation-without-user-title-500',
    'creation-without-user-last-name-500',
    'creation-without-user-suffix-500',
    'creation-without-user-telephone-number-500',
    'creation-without-user-avatar-url-500',
    'creation-twice-500',
    'creation-without-type-500',
    'creation-without-registration-number-500',
    'creation-without-trading-name-500',
    'creation-without-website-address-500',
    'creation-without-email-address-500',
    'creation-without-sub-domain-500',
    'creation-without-user-500',
    'creation-without-user-first-name-500',
    'creation-without-user-role-500',
    'creation-without-user-sra-i-d-number-500',
    'creation-without-user-bio-500',
    'creation-without-user-email-500',
  ],
  // description-served. What the served description says is read by check.
  ...[
    'description-204',
    'description-page',
    'description-in-text',
    'description-null',
    'description-empty',
    'description-array',
    'description-object-empty',
    'description-words',
  ],
  // paths-prefixed. What the served description says is read by check.
  ...[
    'paths-without-prefix',
    'paths-below-one-other-server',
    'paths-of-version-1',
    'paths-capitalised',
    'paths-below-other-server',
    'paths-below-other-base',
    'paths-of-version-20',
  ],
  // interface-version. What the served description says is read by check.
  ...[
    'version-2-1',
    'version-3',
    'version-12',
    'version-date',
    'version-1',
    'version-2-1-0',
    'version-20',
    'version-number',
    'version-yaml',
  ],
  // error-message. Of one way of being refused that is no interaction.
  ...['message-missing-for-basic'],
  // purchase-tenancy-capacity. Of one demo case.
  ...['purchase-second-capacity'],
  // client-email. As of other wrong bodies.
  ...['client-takes-any-email'],
]);
