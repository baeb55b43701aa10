import { formModes, formSexes, formStays, type FormRow } from '../../shared/form/lists.js';
import { keyOf, type Match, wordsOf } from './match.js';
import { kept } from './places.js';

/** A word or phrase, whether blanks part it from others, and the rows that a text with it may mean. */
type Clue = { word: string; isSpelled: boolean; rows: string[] };
type Clues = () => readonly Clue[];

/** Clues from a table, split at the first call. */
function clues(table: readonly { words: string; rows: string }[]): Clues {
  return kept(() =>
    table.flatMap(({ words, rows }) =>
      words
        .split(/[|\n]/)
        .map((word) => wordsOf(word).join(' '))
        .filter(Boolean)
        .map((word) => ({ word, isSpelled: isSpelled(word), rows: rows.split(' ') })),
    ),
  );
}

const hotel = '01';
const friends = '02';
const others = '99';
const any = '01 02 99';

/** Names of chains are here where the word alone is no other place or person. */
const stayClues = clues([
  {
    rows: hotel,
    words: `HOTEL | HOTELS | MOTEL | RESORT | RESORTS | REST HOUSE | RESTHOUSE | GUEST HOUSE | GUESTHOUSE | RUMAH REHAT | INN
      BACKPACKER | BACKPACKERS | BED AND BREAKFAST | CHALET | LODGE | BOUTIQUE HOTEL | HOTELL | HOSTAL | ALBERGO | OTEL | ОТЕЛЬ
      ГОСТИНИЦА | 酒店 | 饭店 | 飯店 | 宾馆 | 賓館 | ホテル | 호텔 | โรงแรม | فندق | KHACH SAN`,
  },
  {
    rows: hotel,
    words: `HILTON | DOUBLETREE | MARRIOTT | SHERATON | WESTIN | HYATT | NOVOTEL | IBIS | MERCURE | PULLMAN | SOFITEL | SHANGRI LA
      SHANGRILA | HOLIDAY INN | INTERCONTINENTAL | CROWNE PLAZA | RITZ CARLTON | FOUR SEASONS | MANDARIN ORIENTAL | LE MERIDIEN
      ST REGIS | FOUR POINTS | RADISSON | PARKROYAL | PARK ROYAL | DORSETT | FURAMA | OYO | REDDOORZ | BEST WESTERN | RAMADA
      WYNDHAM | MOVENPICK | CITITEL | COPTHORNE | EASTIN | SWISS GARDEN | SWISS BELHOTEL | TRAVELODGE | MOXY | CLUB MED | ALOFT
      RESORTS WORLD | GRAND MILLENNIUM | ROYALE CHULAN | BANYAN TREE | KEMPINSKI | ANANTARA | CAPRI BY FRASER | CAMPANILE`,
  },
  {
    rows: `${hotel} ${others}`,
    words: 'HOSTEL | AIRBNB | AIR BNB | BNB | B AND B | VILLA | CAMP | SERVICED APARTMENT | VRBO | DORMITORY',
  },
  {
    rows: any,
    words: 'HOMESTAY | HOME STAY | APARTMENT | CONDO | CONDOMINIUM | HOUSE | HOME | FLAT | RESIDENCE | SUITES | STUDIO',
  },
  {
    rows: friends,
    words: `FRIEND | FRIENDS | RELATIVE | RELATIVES | RELATION | RELATIONS | FAMILY | AUNT | AUNTY | AUNTIE | UNCLE | COUSIN
      COUSINS | BROTHER | BROTHERS | SISTER | SISTERS | PARENT | PARENTS | PARENTS HOME | MOTHER | FATHER | SON | DAUGHTER
      GRANDPARENTS | GRANDMOTHER | GRANDFATHER | IN LAWS | BOYFRIEND | GIRLFRIEND | FIANCE | FIANCEE | HUSBAND | WIFE | SAUDARA
      KELUARGA | KAWAN | RUMAH KAWAN | RUMAH SAUDARA | FREUNDE | FAMILIE | AMIS | FAMILLE | AMIGOS | FAMILIA | 朋友 | 亲戚 | 親戚 | 家人`,
  },
  {
    rows: others,
    words: `OTHER | OTHERS | LAIN LAIN | TRANSIT | LAYOVER | SAME DAY | DAY TRIP | DAY VISIT | CRUISE | CRUISE SHIP | ON BOARD | YACHT
      CAMPUS | UNIVERSITY | UNIVERSITI | STUDENT | OWN HOUSE | OWN HOME | OWN APARTMENT | OWN CONDO | MY HOUSE | MY HOME
      COMPANY HOUSE | STAFF QUARTERS | STAFF HOUSE | HOSPITAL | CAMPSITE | WORKERS QUARTERS | NO STAY | NOT STAYING`,
  },
]);

const modeClues = clues([
  {
    rows: '1',
    words: `AIR | AIRPLANE | AEROPLANE | AIRCRAFT | PLANE | FLIGHT | FLIGHTS | FLY | FLYING | AIRLINE | AIRWAYS | AIRASIA | BY AIR
      UDARA | AVION | AEREO | VUELO | VOL | FLUGZEUG | FLUG | VLIEGTUIG | САМОЛЕТ | 飞机 | 飛機 | 飛行機 | 비행기 | KAPAL TERBANG | PESAWAT`,
  },
  {
    rows: '2',
    words: `LAND | BUS | COACH | CAR | TRAIN | RAIL | ROAD | TAXI | VAN | MOTORCYCLE | MOTORBIKE | BIKE | BICYCLE | DRIVE | DRIVING
      FOOT | WALK | WALKING | TRUCK | LORRY | SELF DRIVE | DARAT | KERETA | KERETA API | BAS | VOITURE | AUTO | ZUG | TREN | АВТОБУС | ПОЕЗД
      汽车 | 巴士 | 火车 | 火車`,
  },
  {
    rows: '3',
    words: `SEA | FERRY | BOAT | SPEEDBOAT | SPEED BOAT | SHIP | CRUISE | VESSEL | YACHT | CATAMARAN | LAUT | FERI | BATEAU | SCHIFF | BARCO
      FAHRE | 船 | 轮船 | 渡轮 | フェリー | 페리`,
  },
]);

const sexClues = clues([
  { rows: '1', words: 'M | MALE | MAN | BOY | LELAKI | MASCULIN | MASCULINO | MANNLICH | MR | 男 | 男性 | МУЖСКОЙ' },
  {
    rows: '2',
    words: 'F | FEMALE | WOMAN | GIRL | PEREMPUAN | FEMININ | FEMININE | FEMENINO | WEIBLICH | 女 | 女性 | ЖЕНСКИЙ',
  },
]);

/** The kind of stay that a text means: a hotel, the home of friends or relatives, others. */
export function stayOf(text: string): Match {
  return chosen(text, formStays, stayClues);
}

/** The mode of travel that a text means. */
export function modeOf(text: string): Match {
  return chosen(text, formModes, modeClues);
}

/** The sex that a text means. A passport's X is none of the form's rows. */
export function sexOf(text: string): Match {
  return chosen(text, formSexes, sexClues);
}

/**
 * A row by its code or text, else the one row that all clues in the text allow. Where they allow several, or contradict each
 * other, all that they name are near.
 */
function chosen(text: string, list: readonly FormRow[], known: Clues): Match {
  const key = keyOf(text);
  const exact = list.find(({ code, label }) => text.trim() === code || key === keyOf(label));
  if (exact) return { code: exact.code };

  const found = cluesIn(text, known);
  const allowed = list.map(({ code }) => code).filter((code) => found.every((rows) => rows.includes(code)));
  if (found.length > 0 && allowed.length === 1) return { code: allowed[0]! };

  const named = found.toSorted((a, b) => a.length - b.length).flat();
  return { near: [...new Set(named)].slice(0, 3) };
}

/** What each clue in a text allows; a clue within a longer one does not count. */
function cluesIn(text: string, known: Clues): string[][] {
  const said = ` ${wordsOf(text.replace(/['’]s\b/gi, '')).join(' ')} `;
  const found = known().filter((clue) => said.includes(clue.isSpelled ? ` ${clue.word} ` : clue.word));
  const isWithin = (word: string, other: string) => other !== word && ` ${other} `.includes(` ${word} `);
  return found.filter(({ word }) => !found.some((other) => isWithin(word, other.word))).map(({ rows }) => rows);
}

/** Whether a script has blanks between its words: in the others a clue is looked for anywhere. */
function isSpelled(word: string): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word);
}
