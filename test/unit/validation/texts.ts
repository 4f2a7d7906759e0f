const uuid = '3d0c7f6e-9a41-4b52-8d7c-1f2e3a4b5c6d';

interface Texts {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

export const emails: Texts = {
  right: [
    'keys@example.com',
    'keys@localhost',
    '"front desk"@example.com',
    '"@"@example.com',
    '"a\\"b"@example.com',
    '""@example.com',
    'keys@[192.0.2.1]',
    'keys@[IPv6:2001:db8::1]',
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'KEYS@EXAMPLE.COM',
    'a.b.c@a-b.c-d.example',
    '1@2.3',
    'jörg@example.com',
    'siân@tŷ-gwerthu.example',
    '邮件@例子.example',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.example.com`,
    `${'a'.repeat(988)}@example.com`,
  ],
  wrong: [
    '',
    '@',
    'keys',
    'keys@',
    '@example.com',
    'a b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@b@example.com',
    '"a"b"@example.com',
    '"a@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@example..com',
    'a@example.com.',
    'a@exa_mple.com',
    'a@[192.0.2.1',
    'a@[]',
    'a@[a]b]',
    'a@example.com\n',
    'a@example.com\u00a0',
    'a\u200b@example.com',
    'ä..ö@example.com',
    'ä@-ö.example',
    'a@example.com, b@example.com',
    'mailto:a@example.com',
    'Ann <a@example.com>',
    `${'a'.repeat(989)}@example.com`,
  ],
};

export const uuids: Texts = {
  right: [
    uuid,
    uuid.toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ],
  wrong: [`urn:uuid:${uuid}`, `{${uuid}}`, ` ${uuid}`, `${uuid}\n`, uuid.replaceAll('-', ''), `${uuid}0`],
};
