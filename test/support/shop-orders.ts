import type { FormId } from '../../src/shared/form/controls.js';

// Sixty orders as shops send them: in ten styles and five scripts, with what the authority's form must have.

/** What the form may have of an order: the value of a control, or nothing where nobody can be sure of what was sent. */
export type Truth = Partial<Record<FormId, string | undefined>>;
export type ShopOrder = { sent: Record<string, unknown>; truth: Truth };

type Kind = (readonly [sent: Record<string, unknown>, truth: Truth])[];

const of = (field: string, id: FormId, rows: [text: string, value: string | undefined][]): Kind =>
  rows.map(([text, value]) => [{ [field]: text }, { [id]: value }] as const);

const names = of('full_name', 'name', [
  ['Ann Example', 'ANN EXAMPLE'],
  ['José García-López', 'JOSE GARCIA LOPEZ'],
  ['MR JOHN SMITH', undefined],
  ['王小明', undefined],
  ['Łukasz Żółć', 'LUKASZ ZOLC'],
  ['Иван Петров', undefined],
  ['Đặng Văn Lâm', 'DANG VAN LAM'],
  ['محمد علي', undefined],
  ['garcia, maria', 'GARCIA MARIA'],
  ['สมชาย ใจดี', undefined],
  ['Søren Ægir', 'SOEREN AEGIR'],
  ['FNU Priya', undefined],
  ['राहुल शर्मा', undefined],
]);

const nationalities = of('nationality', 'nationality', [
  ['GBR', 'GBR'],
  ['German', 'DEU'],
  ['中国', 'CHN'],
  ['भारत', 'IND'],
  ['Россия', 'RUS'],
  ['السعودية', 'SAU'],
  ['ไทย', 'THA'],
  ['U.S.A.', 'USA'],
  ['Korea', undefined],
  ['british', 'GBR'],
  ['IN', 'IND'],
]);

const births = of('place_of_birth', 'pob', [
  ['United Kingdom', 'GBR'],
  ['Sydney', 'AUS'],
  ['Mumbai, India', 'IND'],
  ['Hyderabad', undefined],
  ['北京', 'CHN'],
  ['Москва', 'RUS'],
  ['', undefined],
]);

const sexes = of('sex', 'sex', [
  ['F', '2'],
  ['M', '1'],
  ['X', undefined],
]);

const phones: Kind = [
  [{ phone_code: '+44', phone_number: '7400123456' }, { mobile: '7400123456' }],
  [{ phone_code: '91', phone_number: '98765 43210' }, { mobile: '9876543210' }],
  [{ phone_code: '+1', phone_number: '(416) 555-0123' }, { mobile: '4165550123' }],
  [{ phone_code: '+49', phone_number: '0151 23456789' }, { mobile: '15123456789' }],
];

const ports: Kind = [
  [{ embarkation_country: 'United Kingdom' }, { embark: 'GBR' }],
  [{ embarkation_country: '', last_port_embarkation: 'LHR' }, { embark: 'GBR' }],
  [{ embarkation_country: '', last_port_embarkation: 'Woodlands' }, { embark: 'SGP' }],
  [{ embarkation_country: '', last_port_embarkation: 'SIN-KUL' }, { embark: 'SGP' }],
  [{ embarkation_country: '', last_port_embarkation: 'PER' }, { embark: undefined }],
  [{ embarkation_country: '', last_port_embarkation: 'Bangkok' }, { embark: 'THA' }],
  [{ embarkation_country: 'Malaysia' }, { embark: undefined }],
  [{ embarkation_country: '新加坡' }, { embark: 'SGP' }],
];

const journeys: Kind = [
  [
    { mode_of_travel: 'Air', flight_detail: 'MH2' },
    { trvlMode: '1', vesselNm: 'MH2' },
  ],
  [{ mode_of_travel: 'By bus', flight_detail: 'Bus No. 7' }, { trvlMode: '2' }],
  [{ mode_of_travel: 'Ferry', flight_detail: 'MV Star 1/2' }, { trvlMode: '3' }],
  [{ mode_of_travel: 'plane', flight_detail: 'sq 106' }, { trvlMode: '1' }],
  [{ mode_of_travel: 'not sure', flight_detail: 'TBA' }, { trvlMode: undefined }],
];

const stays: Kind = [
  [{ accommodation_type: 'Hotel' }, { accommodationStay: '01' }],
  [{ accommodation_type: '', accommodation_of_Stay: 'Hilton' }, { accommodationStay: '01' }],
  [{ accommodation_type: '', accommodation_of_Stay: 'friend’s house' }, { accommodationStay: '02' }],
  [{ accommodation_type: '', accommodation_of_Stay: 'Airbnb' }, { accommodationStay: undefined }],
];

const addresses: Kind = [
  [
    { address: '1 Jalan Ampang', state: 'Kuala Lumpur', city: 'Kuala Lumpur', post_code: '50450' },
    { accommodationState: '14', accommodationPostcode: '50450' },
  ],
  [
    { address: 'No. 12 & #05-12, Lebuh Chulia', state: 'Penang', city: 'George Town', post_code: '10200' },
    { accommodationState: '07', accommodationPostcode: '10200' },
  ],
  [
    { address: 'Hotel Ritz', state: 'KL', city: 'KL', post_code: '50450' },
    { accommodationState: '14', accommodationAddress1: undefined },
  ],
  [
    { address: 'Jalan SS2/24 Petaling Jaya', state: 'Selangor D.E.', city: 'PJ', post_code: '47300' },
    { accommodationState: '10', accommodationPostcode: '47300' },
  ],
  [
    { address: '2 Jalan Wong Ah Fook', state: 'Johor', city: 'JB', post_code: '80000' },
    { accommodationState: '01', accommodationPostcode: '80000' },
  ],
  [
    { address: 'Pantai Cenang Beach Road', state: '', city: 'Langkawi', post_code: '07000' },
    { accommodationState: '02', accommodationPostcode: '07000' },
  ],
  [
    { address: '吉隆坡 武吉免登', state: 'Wilayah Persekutuan', city: '', post_code: '' },
    { accommodationState: undefined, accommodationAddress1: undefined, accommodationPostcode: undefined },
  ],
  [
    { address: '5 Jalan Gaya Kota Kinabalu', state: 'Kuala Lumpur', city: 'Kota Kinabalu', post_code: '88000' },
    { accommodationState: undefined },
  ],
  [
    { address: '9 Jonker Street Heritage', state: 'Malacca', city: 'Melaka', post_code: '75200' },
    { accommodationState: '04', accommodationPostcode: '75200' },
  ],
];

const kinds = [names, nationalities, births, sexes, phones, ports, journeys, stays, addresses];

/** The sixty orders. Each kind of value goes round at its own pace, so that they meet in many ways. */
export const shopOrders: ShopOrder[] = Array.from({ length: 60 }, (_order, n) => {
  const rows = kinds.map((kind, place) => kind[(n + place * Math.floor(n / kind.length)) % kind.length]!);
  return {
    sent: Object.assign({}, ...rows.map(([sent]) => sent)) as Record<string, unknown>,
    truth: Object.assign({}, ...rows.map(([, truth]) => truth)) as Truth,
  };
});
