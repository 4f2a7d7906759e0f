// Realistic British data. Telephone numbers are from the ranges that Ofcom reserves for drama, and hosts from RFC 2606,
// so they belong to nobody.

export const firstNames: readonly string[] = `
Olivia Amelia Isla Ava Mia Grace Freya Lily Emily Sophie Margaret Susan Patricia Christine Helen Siân Aoife Priya
Fatima Zainab Oliver George Arthur Noah Harry Muhammad Leo Jack Alfie Thomas David John Michael Peter Robert Hamish
Rhys Callum Arjun Chukwuemeka`
  .trim()
  .split(/\s+/);

export const lastNames: readonly string[] = [
  ...`Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts
Green Hall Wood Jackson Clarke Khan Hussain Begum Ahmed Singh Kaur Campbell Stewart MacDonald Murray Griffiths Okafor
Kowalski Nguyen`
    .trim()
    .split(/\s+/),
  "O'Connor",
  'Fairweather-Hughes',
  'Le Mesurier',
];

export const titles = ['Mr', 'Mrs', 'Miss', 'Ms', 'Mx', 'Dr', 'Revd', 'Prof'];

type Town = readonly [town: string, county: string, district: string, latitude: number, longitude: number];

export const towns: readonly Town[] = [
  ['Leeds', 'West Yorkshire', 'LS6', 53.8197, -1.5706],
  ['Bristol', 'Bristol', 'BS6', 51.4683, -2.5953],
  ['Manchester', 'Greater Manchester', 'M20', 53.4251, -2.2297],
  ['Birmingham', 'West Midlands', 'B13', 52.4353, -1.8862],
  ['Liverpool', 'Merseyside', 'L17', 53.3771, -2.9471],
  ['Newcastle upon Tyne', 'Tyne and Wear', 'NE2', 54.9903, -1.6066],
  ['Sheffield', 'South Yorkshire', 'S11', 53.3606, -1.5014],
  ['Norwich', 'Norfolk', 'NR2', 52.6237, 1.2803],
  ['Exeter', 'Devon', 'EX4', 50.7311, -3.5376],
  ['Truro', 'Cornwall', 'TR1', 50.2638, -5.0541],
  ['Brighton', 'East Sussex', 'BN1', 50.8391, -0.1466],
  ['Canterbury', 'Kent', 'CT1', 51.2783, 1.0805],
  ['Oxford', 'Oxfordshire', 'OX4', 51.7388, -1.2239],
  ['Cambridge', 'Cambridgeshire', 'CB1', 52.2016, 0.1387],
  ['York', 'North Yorkshire', 'YO24', 53.9494, -1.1086],
  ['Wells', 'Somerset', 'BA5', 51.2094, -2.6477],
  ['Cardiff', 'South Glamorgan', 'CF11', 51.4816, -3.1973],
  ['Swansea', 'West Glamorgan', 'SA2', 51.6126, -3.9757],
  ['Aberystwyth', 'Ceredigion', 'SY23', 52.4153, -4.0829],
  ['London', 'Greater London', 'SE15', 51.4695, -0.0679],
  ['London', 'Greater London', 'N8', 51.5843, -0.1186],
  ['Ely', 'Cambridgeshire', 'CB7', 52.3995, 0.2624],
];

/** Letters that occur in the second half of a postcode. Royal Mail uses no C, I, K, M, O or V there. */
export const postcodeLetters = [...'ABDEFGHJLNPQRSTUWXYZ'];

export const streets = [
  ...['High Street', 'Station Road', 'Church Lane', 'Victoria Road', 'Mill Lane', 'The Crescent'],
  ...['Albert Terrace', 'Windmill Hill', 'Chapel Street', 'Orchard Close', 'Park Avenue', 'Queens Drive'],
  ...["St Mary's Road", 'Hawthorn Way', 'Cobden Street', 'Ffordd y Môr'],
];

export const houses = ['Flat 2', 'Rose Cottage', 'The Old Forge', 'Tŷ Gwyn', 'Flat 14B', 'Unit 3'];

export const lawFirms = [
  'Harbour & Pike LLP',
  'Thornfield Solicitors',
  'Wren Conveyancing Ltd',
  'Ashdown Legal',
  'Bellweather and Sons',
];

export const estateAgents = [
  'Mendip Gate Estate Agents',
  'Larkspur Homes',
  'Copperfield & Dyer',
  'Northway Lettings and Sales',
];

export const lenders = [
  'Albion Building Society',
  'Penrose Bank',
  'The Wharfedale Mutual',
  'Severnside Building Society',
];

export const companies = [
  'Fairweather Property Holdings Limited',
  'Orchard Barns Management Limited',
  'Kestrel Homes Ltd',
  'Bright & Daughters Ltd',
];

export const suppliers = ['Fenland Energy', 'Dales Water', 'Borderline Networks', 'Levels Renewables'];

export const remarks = [
  'None',
  'Not applicable',
  'Not known',
  'See the enclosed letter of 14 March 2025.',
  'Fence on the left renewed with the neighbour in 2021, the cost shared equally.',
  'Completion certificate issued by the council in October 2018.',
  'The seller has lived here since 2009 and knows of none.',
  'Loft converted in 2016 with building regulations approval (ref. BR/16/0432).',
  'Surface water stood on the lower lawn for a day in December 2020; it has not since.',
  'Right of way on foot over the rear passage for numbers 12 to 18.',
  'Annual inspection by the management company, last in May 2024.',
  'Planning application 24/01187/FUL for two houses at the end of the lane, refused.',
];

export const occupations = ['Teacher', 'Electrician', 'Retired', 'Nurse', 'Bookkeeper', 'Farmer'];

export const nationalities = ['British', 'Irish', 'Polish', 'Indian', 'Nigerian', 'Welsh'];
