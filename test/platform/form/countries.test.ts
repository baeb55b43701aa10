import { describe, expect, test } from '@jest/globals';
import { growth, proportional } from '../../support/growth.js';
import { countryOf, embarkationOf } from '../../../src/platform/form/countries.js';
import { airportFile, cityFile } from '../../../src/platform/form/places.js';
import { formCountries } from '../../../src/platform/form/lists.js';
import { keptCodes } from '../../../src/platform/nationality-codes.js';

/** Texts of a table, `code: text | text`, each with its code. */
function texts(table: string): [text: string, code: string][] {
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(':');
      return line
        .slice(at + 1)
        .split('|')
        .map((text) => [text.trim(), line.slice(0, at).trim()] as [string, string]);
    });
}

describe('countryOf', () => {
  test.each(
    texts(`
      DEU: DEU | DE | D | Germany | GERMANY | german | Federal Republic of Germany | Deutschland | Allemagne | Alemania | Германия | المانيا | born in Germany | München | Muenchen | West Germany
      GBR: GBR | UK | U.K. | Great Britain | England | Scotland | Northern Ireland | British | Royaume-Uni | 英国 | London | Londres | London, UK | Manchester | Birmingham UK | Great Britian | United Kindom
      USA: US | USA | U.S.A. | U.S. | American | Etats-Unis | アメリカ | California | New Mexico | New Jersey | Houston, TX | Los Angeles, CA | Birmingham, AL | Atlanta, Georgia | Dallas Texas | Chicago IL | Untied States
      CAN: Canada | London, ON | Toronto, CA | London, Ontario
      AUS: Australian | Perth | Perth, WA | Sydney, NSW | Melbourne, VIC | Australie
      CHN: China | PRC | P.R. China | Chinese | Pékin | Peking | 北京 | 中国 | China (Shanghai) | Guangdong
      TWN: Taiwan | Taiwan, Province of China | Chinese Taipei | Taipei, Taiwan
      HKG: Hong Kong | Hongkong | HK | Hong Kong, China
      MAC: Macau | Macao SAR
      KOR: South Korea | Republic of Korea | Korea, South | Corea del Sur | 한국 | 대한민국 | South Koria
      PRK: North Korea | DPRK | Korea, North
      IND: India | india. | Indian | भारत | New Delhi, India | Bombay | Kerala | Hyderabad, India | Mumbai Maharashtra India | Delhi/India
      IDN: Indonasia | Surabaya | Medan, Sumatera Utara | Jawa Barat
      VNM: Viet Nam | Việt Nam | Hanoi | Hà Nội | Saigon | Ho Chi Minh City | Vietnam (Hanoi) | ベトナム
      THA: ไทย | Thailnd | Kampung Baru, Thailand
      PHL: Filipino | Philipines
      LKA: Sri lanka | Ceylon | No 12 Main Street, Galle, Sri Lanka
      BGD: Bangladeshi | Dhaka, Bangladesh | Chittagong Bangladesh | DHAKA
      PAK: Pakistan Lahore | Pakistn
      NPL: Nepali | Kathmandu Nepal
      ARE: UAE | U.A.E. | Emirati | Dubai
      SAU: KSA | Saudi | Jeddah | السعودية
      ZAF: South African | RSA | Cape Town
      TUR: Turkey | Türkiye | Türkei | İstanbul
      NLD: Holland | The Netherlands | Dutch | Netherland | Belanda
      CHE: Swiss | Schweiz | Swizerland | Zuerich
      IRL: Ireland | Irish | Dublin
      CIV: Cote d'Ivoire | Ivory Coast
      COD: ZAR | Zaire | DR Congo
      TTO: Port of Spain
      MMR: Burma | Burmese
      MEX: Mexico City | Mexique
      PER: PER | Peru
      GEO: Georgia | Georgian
      ESP: España | Barcelona
      SWZ: Swaziland
      NGA: Nigerian | Lagos | Benin City
      MYS: MY | Malaysia | Malaysian | Malasyia | Penang | Kuala Lumpur, Malaysia | KL
      SGP: Singapor | Singapura | 新加坡`),
  )('%s is %s', (text, code) => {
    expect(countryOf(text)).toEqual({ code });
  });

  test.each(
    texts(`
      GBD: GBD
      GBN: GBN | BNO | British National (Overseas)
      XXA: XXA | XAA | Stateless
      RKS: RKS | XKX | KOS | Kosovo
      TLS: TMP | TLS
      ZWE: ZIM
      PSE: PAL | Palestine
      MKD: FYR
      SRB: SER
      EUE: EUE
      UNH: UNH`),
  )('the special or double code %s is the row %s', (text, code) => {
    expect(countryOf(text)).toEqual({ code });
  });

  test.each([
    // several countries
    ['Korea', ['KOR', 'PRK']],
    ['Dominican', ['DMA', 'DOM']],
    ['Hyderabad', ['IND', 'PAK']],
    ['Punjab', ['PAK', 'IND']],
    ['Birmingham', ['GBR', 'USA']],
    ['Windsor', ['GBR', 'CAN']],
    ['Tripoli', ['LBY', 'LBN', 'GRC']],
    ['Jerusalem', ['ISR', 'PSE']],
    ['León', ['MEX', 'NIC', 'ESP']],
    ['Karak', ['JOR', 'MYS']],
    ['Paraná', ['ARG', 'BRA']],
    ['Formosa', ['TWN', 'ARG', 'BRA']],
    ['Kingston', ['JAM', 'CAN', 'AUS']],
    ['Queenstown', ['NZL', 'ZAF']],
    ['St. Petersburg', ['RUS', 'USA']],
    ['San Jose', ['USA', 'CRI', 'GTM']],
    ['Republic of China', ['CHN', 'TWN']],
    ['Virgin Islands', ['VIR', 'VGB']],
    ['Papua', ['IDN', 'PNG']],
    ['Refugee', ['XXB', 'XXC']],
    // a name in one language, a place in another one
    ['Granada', ['GRD', 'ESP', 'NIC']],
    ['Salvador', ['SLV', 'BRA']],
    // countries that split up
    ['Yugoslavia', ['SRB', 'MNE', 'YUG']],
    ['SCG', ['SRB', 'MNE', 'SCG']],
    ['Czechoslovakia', ['CZE', 'SVK']],
    ['Soviet Union', []],
    // parts that contradict each other
    ['Moscow, Idaho', ['RUS', 'USA']],
    ['Samoa, American', ['WSM', 'USA']],
    ['Chinese (Taiwan)', ['CHN', 'TWN']],
    ['Vancouver, CA', ['CAN', 'USA']],
    // words that were not read
    ['Sudan, South', ['SDN']],
    ['Cyprus (North)', ['CYP']],
    // slips
    ['Nigera', ['NER', 'NGA']],
    ['Austrlia', ['AUS', 'AUT']],
    ['Germny', ['DEU']],
    // no answers
    ['N/A', []],
    ['NA', ['NAM']],
    ['XXX', ['XXX']],
    ['unknown', []],
    ['same as nationality', []],
    ['Male', []],
    ['Mỹ', []],
    ['UNK', []],
    ['XOM', []],
    ['?', []],
    ['', []],
    ['toString', []],
    ['मेरठ', []],
  ])('%s is unsure: %p', (text, near) => {
    expect(countryOf(text)).toEqual({ near });
  });

  test('reads every code and label of the list, or is unsure; of two rows it takes that of ISO', () => {
    const unsure = ['ROM', 'YUG', 'SCG', 'XXX'];
    const old = { KOS: 'RKS', TMP: 'TLS', ZAR: 'COD', ZIM: 'ZWE', PAL: 'PSE', FYR: 'MKD', SER: 'SRB' } as Record<
      string,
      string
    >;
    for (const { code } of formCountries.filter(({ code }) => !unsure.includes(code)))
      expect([code, countryOf(code)]).toEqual([code, { code: old[code] ?? code }]);
    for (const code of unsure)
      expect(countryOf(code)).toEqual({ near: expect.arrayContaining([code === 'ROM' ? 'ROU' : code]) });
    for (const { code, label } of formCountries.filter(({ code }) => keptCodes.get(code) === code && code !== 'XXX'))
      expect([label, countryOf(label)]).toEqual([label, { code }]);
  });
});

describe('embarkationOf', () => {
  test.each(
    texts(`
      GBR: GBR | UK | London | LONDON, UK | London (LHR) | LHR | LGW | MAN | LON | Heathrow | London Heathrow Terminal 5 | Gatwick | Manchester | Londres | Лондон
      SGP: SIN | SGP | SG | Singapore | Changi | Singapore Changi T3 | SINGAPORE CHANGI AIRPORT TERMINAL 1 | Changi Airport, Singapore | Singapore (SIN) | SIN T2 | Woodlands Checkpoint | Tuas | Singapour | Сингапур | 新加坡 | Singapure | Marina Bay Cruise Centre Singapore | by air from Singapore
      THA: BKK | DMK | Bangkok | Bangkok - BKK | Bangkok, Thailand | Bangkok/Thailand | Suvarnabhumi Airport | Suvarnabhumi International Airport, Bangkok | Bangkok Don Mueang (DMK) | Phuket | HKT | Hat Yai | Hatyai, Thailand | Koh Lipe | Sungai Golok | 曼谷 | Бангкок | Departing from Bangkok
      IDN: CGK | Jakarta | JKT | Jakarta CGK Soekarno Hatta | Jakarta Soekarno-Hatta International Airport | Soekarno-Hatta | Bali | Denpasar (DPS) | Medan Kualanamu | KNO | SUB | Batam Centre | Tanjung Balai Karimun | Dumai | Lombok | Yogyakarta
      VNM: SGN | HAN | Ho Chi Minh City | Hanoi Noi Bai | Tan Son Nhat | DAD | Da Nang
      PHL: MNL | Manila | NAIA | Manila Ninoy Aquino | Cebu | CEB
      KHM: KHM | PNH | Phnom Penh | Siem Reap
      BRN: BRN | BWN | Brunei | Bandar Seri Begawan
      CHN: PEK | PVG | Shanghai Pudong | Guangzhou (CAN) | Guangzhou Baiyun | Kunming | XMN | Beijing Capital | Pékin | 上海
      HKG: HKG | Hong Kong | Hong Kong International
      TWN: TPE | Taipei | Taoyuan
      KOR: ICN | Incheon | Seoul Incheon (ICN)
      JPN: NRT | Narita | Tokyo Haneda | TYO | KIX | Osaka Kansai | 東京
      IND: MAA | Chennai | DEL | New Delhi (DEL) | IGI Airport Delhi | Mumbai (Bombay) | BOM | Trichy | TRZ | Cochin International Airport | Hyderabad (HYD)
      NPL: NPL | KTM | Kathmandu, Nepal
      BGD: DAC | Dhaka (DAC)
      LKA: CMB | Colombo
      MDV: MLE | Male, Maldives
      ARE: DXB | Dubai | Dubai International Airport | DUBAI UAE | Abu Dhabi AUH
      QAT: DOH | Doha, Qatar | Hamad International Airport
      SAU: JED | Jeddah | RUH
      TUR: IST | Istanbul Airport | SAW
      DEU: Frankfurt | MUC | Frankfurt am Main
      FRA: CDG | Paris CDG | Charles de Gaulle
      NLD: AMS | Schiphol
      ITA: FCO | Rome Fiumicino
      AUS: SYD | Sydney | Perth | Perth (PER) | Melbourne Tullamarine | OOL
      NZL: AKL | Auckland, NZ
      USA: JFK | LAX | New York JFK | San Francisco (SFO)
      CAN: Vancouver | Toronto Pearson
      LAO: LAO | Vientiane
      GNB: Guinea-Bissau
      TLS: Timor-Leste
      MYS: MYS | KUL | KLIA2 | KL | Kuala Lumpur | Kuala Lumpur International Airport | Malaysia | Penang | JB | BKI | Bukit Kayu Hitam | 吉隆坡`),
  )('%s is %s', (text, code) => {
    expect(embarkationOf(text)).toEqual({ code });
  });

  test.each([
    ['SIN-KUL', 'SGP'],
    ['SIN/KUL', 'SGP'],
    ['SQ106 SIN-KUL', 'SGP'],
    ['LHR-DOH-KUL', 'QAT'],
    ['BKK → KUL', 'THA'],
    ['Singapore>KL', 'SGP'],
    ['Singapore to Kuala Lumpur', 'SGP'],
    ['Singapore - Johor Bahru', 'SGP'],
    ['Dubai (DXB) - Kuala Lumpur (KUL)', 'ARE'],
    ['Trichy to Kuala Lumpur', 'IND'],
  ])('of the route %s the port before Malaysia counts: %s', (text, code) => {
    expect(embarkationOf(text)).toEqual({ code });
  });

  test.each([
    // a country's code, and an airport's in another country
    ['PER', ['PER', 'AUS']],
    ['CAN', ['CAN', 'CHN']],
    ['FRA', ['FRA', 'DEU']],
    ['BLR', ['BLR', 'IND']],
    ['CXR', ['CXR', 'VNM']],
    ['ROM', ['ROU', 'ITA']],
    // an old code of a country, and Rhodes
    ['RHO', ['ZWE', 'GRC']],
    ['LA', ['LAO', 'USA']],
    // places at a border, on both sides
    ['Padang Besar', ['THA', 'MYS']],
    ['Tanah Merah', ['MYS', 'SGP']],
    // routes that do not end in Malaysia
    ['KUL-SIN', ['MYS', 'SGP']],
    ['London - Singapore', ['GBR', 'SGP', 'CAN']],
    ['Kuala Lumpur - Singapore', ['MYS', 'SGP']],
    // no route: nobody says which way
    ['Singapore/Kuala Lumpur', ['SGP', 'MYS']],
    ['Birmingham', ['GBR', 'USA']],
    ['Kochi', ['IND', 'JPN']],
    ['Bangkokk', ['THA']],
    ['Air', []],
    ['BUS', []],
    ['SEA', []],
    ['direct flight', []],
    ['MH1', []],
    ['MH 001', []],
    ['TR-452', []],
    ['Royal Caribbean', []],
    ['N/A', []],
    ['TBA', []],
    ['.', []],
    ['', []],
  ])('%s is unsure: %p', (text, near) => {
    expect(embarkationOf(text)).toEqual({ near });
  });
});

test.each(['Bangkok ', 'x', 'a,', 'Qwertz '])('a longer text takes as much longer as it is longer: %j', (piece) => {
  const read = (letters: number) => {
    const text = piece.repeat(letters / piece.length);
    countryOf(text);
    embarkationOf(text);
  };
  expect(growth(read, 2_000)).toBeLessThan(proportional);
});

test('an airport is in its country, by its code and by its name', () => {
  for (const [code, name, country, isLarge] of airportFile()) {
    const own = [country, keptCodes.get(country)];
    const byCode = embarkationOf(code);
    if ('code' in byCode && isLarge) expect([code, own]).toEqual([code, expect.arrayContaining([byCode.code])]);
    const byName = embarkationOf(name);
    if ('code' in byName && code !== 'PTJ') expect([name, own]).toEqual([name, expect.arrayContaining([byName.code])]);
  }
});

test('of the cities of one name only one that is far larger is sure', () => {
  const sure = cityFile().flatMap(([name, country, people]) => {
    const match = countryOf(name);
    const isOther = 'code' in match && ![country, keptCodes.get(country)].includes(match.code);
    return isOther && people > 100 ? [name] : [];
  });
  // Armenia is a country's name, and Bo a code
  expect(sure.toSorted()).toEqual(
    'Alexandria Armenia Barcelona Bo London Los_Angeles Manchester Melbourne Naples'
      .split(' ')
      .map((name) => name.replace('_', ' ')),
  );
});
