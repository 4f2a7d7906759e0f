import fc from 'fast-check';
import british from './british.json' with { type: 'json' };

// Telephone numbers are from the ranges that Ofcom reserves for drama, and hosts from RFC 2606, so they belong to nobody.

const { firstNames, lastNames, streets, houses } = british;

const towns = fc.constantFrom(...british.towns);

function digits(beginning: string, count: number): fc.Arbitrary<string> {
  return fc
    .integer({ min: 0, max: 10 ** count - 1 })
    .map((number) => `${beginning}${String(number).padStart(count, '0')}`);
}

const from = (values: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...values);

const years = fc.integer({ min: 1965, max: 2025 }).map(String);

/** Letters that occur in the second half of a postcode. Royal Mail uses no C, I, K, M, O or V there. */
const postcodeLetters = from([...'ABDEFGHJLNPQRSTUWXYZ']);

const postcodes = fc
  .tuple(towns, fc.nat(9), postcodeLetters, postcodeLetters)
  .map(([{ district }, digit, one, other]) => `${district} ${digit}${one}${other}`);

const msPerDay = 86_400_000;

function datesBetween(first: number, last: number): fc.Arbitrary<string> {
  return fc
    .integer({ min: Date.UTC(first, 0, 1) / msPerDay, max: Date.UTC(last, 11, 31) / msPerDay })
    .map((day) => new Date(day * msPerDay).toISOString().slice(0, 10));
}

export const dates = datesBetween(2015, 2027);

const britishDates = dates.map((date) => date.split('-').reverse().join('/'));

const telephones = fc.oneof(
  digits('0113 496 0', 3),
  digits('020 7946 0', 3),
  digits('01632 960', 3),
  digits('07700 900', 3),
);

export const telephonesE164 = fc.oneof(digits('+441134960', 3), digits('+447700900', 3));

const persons = fc.tuple(from(firstNames), from(lastNames)).map((names) => names.join(' '));

const hosts = ['example.com', 'example.org', 'mail.example.net', 'conveyancing.test'];

export const emails = fc
  .tuple(from(firstNames), from(lastNames), from(hosts))
  .map(([first, last, host]) => `${mailName(first)}.${mailName(last)}@${host}`);

function mailName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z-]/g, '')
    .toLowerCase();
}

const pounds = fc
  .integer({ min: 1, max: 4_000 })
  .map((amount) => `£${String(amount).replace(/(?=\d{3}$)\B/, ',')}`);

const web = from(hosts.map((host) => `https://www.${host}`));

const remark = from(british.remarks);

/**
 * Realistic texts by the name of the member. The first match counts, so the order matters: `newMortgageLenderName` is a
 * lender and not a person.
 */
const texts: readonly (readonly [name: RegExp, values: fc.Arbitrary<string>])[] = [
  [/NotKnown$/, from(['yes', 'no', 'Not known'])],
  [/(Details|Reason|Queries)$/, remark],
  [/^(is|any|has|no)[A-Z]|Known$/, from(['Yes', 'No'])],
  [/^(firstName|middleName)$/, from(firstNames)],
  [/^(lastName|surname)$/, from(lastNames)],
  [/^title$/, from(british.titles)],
  [/^suffix$/, from(['OBE', 'MBE', 'KC', 'LLB'])],
  [/^pronouns$/, from(['she/her', 'he/him', 'they/them'])],
  [/^nationality$/, from(british.nationalities)],
  [/^occupation$/, from(british.occupations)],
  [/^dob$/, datesBetween(1938, 2005)],
  // No National Insurance number begins with TN.
  [/^niNumber$/, digits('TN', 6).map((number) => `${number}A`)],
  [/^reference$/, digits('HPC/2025/', 4)],
  [/^line_1$/, fc.tuple(fc.integer({ min: 1, max: 240 }), from(streets)).map((line) => line.join(' '))],
  [/^line_2$/, from(houses)],
  [/^line_3$/, from(['Upper Town', 'Old Quarter', 'Harbourside', 'Lower Green'])],
  [/^post_town$/, from(british.towns.map(({ town }) => town))],
  [/^county$/, from([...new Set(british.towns.map(({ county }) => county))])],
  [/^postcode$/, postcodes],
  [/^uprn$/, digits('1000', 8)],
  [/^registrationNumber$/, digits('', 8)],
  [/^sraIDNumber$/, digits('6', 5)],
  [/^vatNumber$/, digits('GB', 9)],
  [/(Address|Url)$/, web],
  [/^subDomain$/, from(['acme', 'harbour-pike', 'thornfield', 'wren'])],
  [/^role$/, from(['EstateAgent', 'Conveyancer'])],
  [/^type$/, from(['conveyancer', 'estateAgent'])],
  [/telephone(Number)?$|Phone$/i, telephones],
  [/LawFirmName$|^(registered|trading)Name$/, from(british.lawFirms)],
  [/estateAgentName$/i, from(british.estateAgents)],
  [/Fee$/, from(['1.2% plus VAT', '£2,500 plus VAT', '£4,950 including VAT', 'None'])],
  [/LenderName$/, from(british.lenders)],
  [/companyName$/i, from(british.companies)],
  [/Provider(Name)?$/, from(british.suppliers)],
  [/^(name|.*BrokerName|occupiersNames|.*Occupiers)$/, persons],
  [/MPAN$/, digits('22000', 8)],
  [/MPRN$/, digits('74', 8)],
  [/AccountNumber$/, digits('', 8)],
  [/Country$/, from(['Ireland', 'France', 'Australia', 'Canada'])],
  [
    /(Location|Stopcock|Meter)$/,
    from(['Under the stairs', 'Cupboard in the hall', 'Front garden, by the gate', 'Garage']),
  ],
  [/Make$/, from(['Klargester BioDisc', 'Vaillant aroTHERM', '7 kW wall box'])],
  [/Month$/, from(['January', 'April', 'September'])],
  [/Year$/, years],
  [/date(from|to)?$/i, britishDates],
  [/(Amount|AmountDue|AmountPaid|Charge)$/, pounds],
  [/percentage$/i, from(['25', '40', '50', '75'])],
  [/^numberOf/, fc.nat(6).map(String)],
  [/^ownershipType$/, from(['Freehold', 'Leasehold', 'Commonhold'])],
  [/^propertyType$/, from(['House', 'Flat', 'Bungalow', 'Maisonette'])],
  [/^houseType$/, from(['Detached', 'Semi-detached', 'Terraced', 'End of terrace'])],
  [/^flatType$/, from(['Purpose built', 'Conversion', 'Studio'])],
  [/^landType$/, from(['Garden land', 'Paddock', 'Building plot'])],
  [/Use$/, from(['Private', 'Rental', 'Holiday home'])],
  [/^councilTaxBand$/, from([...'ABCDEFGH'])],
  [/Proportions$/, from(['50/50', '60/40', '70/30', 'Equal shares'])],
  [/^relationship/, from(['None', 'Family', 'Friend', 'Neighbour'])],
  [/^alterationsMade$/, from(['Loft conversion', 'Extension', 'Conservatory', 'Removal of internal walls'])],
  [/^guarantees/, from(['Damp proofing', 'Roofing', 'Windows', 'New home warranty'])],
  [/^floodingType$/, from(['Ground water', 'River', 'Surface water', 'Coastal'])],
  [/^(electricity|water)Connected$/, from(['Mains', 'Private supply', 'Solar panels'])],
  [/^(heatingConnected|propertyHeatedBy)$/, from(['Mains gas', 'Oil', 'Heat pump', 'Wood-burning stove'])],
  [/^sewerage$/, from(['Mains', 'Septic tank', 'Cesspool', 'Small sewage treatment plant'])],
];

export function textsNamed(name: string): fc.Arbitrary<string> {
  return texts.find(([expression]) => expression.test(name))?.[1] ?? remark;
}

const prices = fc.integer({ min: 170, max: 1_900 }).map((halfThousands) => halfThousands * 500);

const places = fc
  .tuple(towns, fc.integer({ min: -9_999, max: 9_999 }))
  .map(([{ latitude, longitude }, offset]) => ({
    latitude: Number((latitude + offset / 1e7).toFixed(7)),
    longitude: Number((longitude - offset / 1e7).toFixed(7)),
  }));

const numbers: readonly (readonly [name: RegExp, values: fc.Arbitrary<number>])[] = [
  [/^latitude$/, places.map(({ latitude }) => latitude)],
  [/^longitude$/, places.map(({ longitude }) => longitude)],
  [/percent/i, fc.constantFrom(5, 10, 12.5, 25, 40, 50, 75)],
  [/amount|outstanding/i, fc.integer({ min: 1, max: 300_000 })],
];

export function numbersNamed(name: string): fc.Arbitrary<number> {
  return numbers.find(([expression]) => expression.test(name))?.[1] ?? prices;
}

const addresses = fc
  .tuple(
    towns,
    textsNamed('line_1'),
    from(['', ...houses]),
    fc.tuple(fc.nat(9), postcodeLetters, postcodeLetters),
    textsNamed('uprn'),
  )
  .map(([{ town, county, district }, street, house, inward, uprn]) => ({
    line_1: house === '' ? street : house,
    line_2: house === '' ? '' : street,
    line_3: '',
    post_town: town,
    county,
    postcode: `${district} ${inward.join('')}`,
    uprn,
  }));

export const consistentObjectsNamed = new Map<string, fc.Arbitrary<Readonly<Record<string, unknown>>>>([
  ['address', addresses],
  ['location', places],
]);
