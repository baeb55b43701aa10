import { type FormRow, formStates } from '../../shared/form/lists.js';
import { formCities } from './lists.js';
import { keyOf, type Match, matchOf, resembling, slipOf, spellings, wordsOf } from './match.js';
import { kept, postcodeFile } from './places.js';

/** Other spellings of the states, old names and codes, and the commonest ones in other scripts. */
const stateSpellings = spellings(`
01: JHR | JOHORE | 柔佛 | ジョホール | 조호르 | Джохор
02: KDH | 吉打
03: KTN | 吉兰丹
04: MLK | MALACCA | MELAKA BANDARAYA BERSEJARAH | 马六甲 | 馬六甲 | マラッカ | 말라카 | Малакка
05: NSN | N9 | NEGRI SEMBILAN | N SEMBILAN | NEGERI 9 | 森美兰
06: PHG | 彭亨
07: PNG | PENANG | PENANG ISLAND | PULAU PENANG | P PINANG | PINANG | 槟城 | 檳城 | ペナン | 페낭 | Пенанг | ปีนัง
08: PRK | 霹雳
09: PLS | PERLIS INDERA KAYANGAN | 玻璃市
10: SGR | SEL | 雪兰莪 | 雪蘭莪 | スランゴール
11: TRG | TRENGGANU | 登嘉楼
12: SBH | NORTH BORNEO | 沙巴 | サバ | 사바
13: SWK | SRW | SARAWAK | 砂拉越 | 砂勞越 | サラワク
14: KL | KUL | W PERSEKUTUAN KL | KUALA LUMPUR FT | FT KUALA LUMPUR | KUALA LUMPUR | WILAYAH PERSEKUTUAN KUALA LUMPUR | WP KL | FEDERAL TERRITORY OF KUALA LUMPUR | KUALA LUMPUR FEDERAL TERRITORY | FEDERAL TERRITORY KUALA LUMPUR | KUALA LUMPUR WILAYAH PERSEKUTUAN | 吉隆坡 | クアラルンプール | 쿠알라룸푸르 | Куала-Лумпур | كوالالمبور | กัวลาลัมเปอร์
15: LBN | LABUAN | LABUAN FT | FT LABUAN | WILAYAH PERSEKUTUAN LABUAN | FEDERAL TERRITORY OF LABUAN | LABUAN FEDERAL TERRITORY | 纳闽
16: PJY | PUTRAJAYA | PUTRAJAYA FT | FT PUTRAJAYA | WILAYAH PERSEKUTUAN PUTRAJAYA | FEDERAL TERRITORY OF PUTRAJAYA | PUTRAJAYA FEDERAL TERRITORY | 布城
14: WP | W PERSEKUTUAN | WILAYAH | WILAYAH PERSEKUTUAN | FEDERAL TERRITORY | FEDERAL TERRITORIES
15: WP | W PERSEKUTUAN | WILAYAH | WILAYAH PERSEKUTUAN | FEDERAL TERRITORY | FEDERAL TERRITORIES
16: WP | W PERSEKUTUAN | WILAYAH | WILAYAH PERSEKUTUAN | FEDERAL TERRITORY | FEDERAL TERRITORIES
12: BORNEO | EAST MALAYSIA
13: BORNEO | EAST MALAYSIA`);

/** Other spellings of cities and places that visitors stay at, and how the table of postcodes spells them. */
const citySpellings = spellings(`
KUALA LUMPUR: KL | KUALA LUMPUR CITY | KLCC | BUKIT BINTANG | BANGSAR | MONT KIARA | BRICKFIELDS | KL SENTRAL | CHOW KIT | KUALA LUMPUR CITY CENTRE | KL CITY | KL CITY CENTRE | KUALALUMPUR | 吉隆坡 | クアラルンプール | 쿠알라룸푸르 | Куала-Лумпур | كوالالمبور | กัวลาลัมเปอร์
PETALING JAYA: PJ
JOHOR BAHRU: JB | JOHOR BARU | JOHOR BHARU | JOHOR BAHARU | JOHORE BAHRU | 新山 | ジョホールバル | 조호르바루
SUBANG JAYA: USJ
KOTA KINABALU: KK | 亚庇 | 亞庇 | コタキナバル | 코타키나발루
KOTA BHARU: KOTA BAHRU | KOTA BAHARU | KOTA BARU
PULAU PINANG: GEORGE TOWN | GEORGETOWN | PENANG | 乔治市 | ジョージタウン
MELAKA: MALACCA | MELACCA | MALACCA CITY | 马六甲
LANGKAWI: PULAU LANGKAWI | LANGKAWI ISLAND | PANTAI CENANG | PANTAI CHENANG | KUAH | 兰卡威 | 蘭卡威 | ランカウイ | 랑카위 | Лангкави
GENTING HIGHLANDS: GENTING | 云顶
TANAH RATA: CAMERON HIGHLANDS
BATU FERRINGHI: BATU FERINGGI | BATU FERRINGGI
SEREMBAN: SRBN
KUALA TERENGGANU: KUALA TRENGGANU
IPOH: 怡保
KUCHING: 古晋
ALOR SETAR: ALOR STAR
PELABUHAN KLANG: PORT KLANG | PORT KELANG
KLANG: KELANG
KLUANG: KELUANG
CUKAI: CHUKAI | KEMAMAN
KLIA: KLIA2
AYER ITAM: AIR ITAM`);

/** Places that the table of postcodes gives to one state and are in another one, too, or in another one alone. */
const placesOfTwoStates = spellings(`
14: AMPANG | CHERAS | BATU CAVES | KEPONG | BATU
10: AMPANG | CHERAS | BATU CAVES | KEPONG
06: TIOMAN | PULAU TIOMAN | TIOMAN ISLAND | FRASERS HILL
01: TIOMAN
11: PERHENTIAN | PULAU PERHENTIAN | PERHENTIAN ISLANDS | REDANG | PULAU REDANG
01: SKUDAI | NUSAJAYA | DESARU | LEGOLAND
12: SIPADAN | KUNDASANG | KINABALU | MOUNT KINABALU
13: MULU | GUNUNG MULU
07: GURNEY | TANJUNG TOKONG`);

/** Postcodes with addresses in a second state, from lists of addresses; the table of postcodes names the first alone. */
const secondStates = new Map([
  ['14290', '07'], ['14390', '07'], ['26060', '10'], ['27000', '10'], ['35900', '10'], ['49000', '10'], ['52100', '10'],
  ['52200', '10'], ['53100', '10'], ['55100', '10'], ['56000', '10'], ['56100', '10'], ['68000', '14'], ['68100', '14'],
  ['69000', '10'], ['73400', '01'], ['86800', '06'],
]); // prettier-ignore

const selangor = '10';

type Town = { name: string; key: string; state: string; postcodes: readonly string[] };

/** Every city of the table of postcodes. */
const towns = kept((): Town[] =>
  Object.entries(postcodeFile()).flatMap(([state, cities]) =>
    Object.entries(cities).map(([name, postcodes]) => ({
      name: name.toUpperCase(),
      key: keyOf(name),
      state: formStates.find(({ label }) => keyOf(label) === keyOf(state))!.code,
      postcodes: postcodes.split(' '),
    })),
  ),
);

/** City, as `keyOf` writes it → the states that have one of this name. */
const statesByCity = kept((): ReadonlyMap<string, readonly string[]> => {
  const known = new Map<string, string[]>(Array.from(placesOfTwoStates, ([key, states]) => [key, [...states]]));
  const add = (key: string, state: string) => known.set(key, [...new Set([...(known.get(key) ?? []), state])]);
  for (const { key, state } of towns()) add(key, state);
  for (const { code, label } of formCities.filter(({ code }) => !isWholeState(code)))
    add(keyOf(label), code.slice(0, 2));
  for (const [spelling, [name]] of citySpellings)
    for (const state of known.get(keyOf(name!)) ?? []) add(spelling, state);
  return known;
});

const townsByPostcode = kept(() => {
  const known = new Map<string, Town[]>();
  for (const town of towns())
    for (const postcode of town.postcodes) known.set(postcode, [...(known.get(postcode) ?? []), town]);
  return known;
});

const stateNames = kept((): ReadonlyMap<string, readonly string[]> => {
  const own = formStates.map(({ code, label }) => [keyOf(label), [code]] as const);
  return new Map([...stateSpellings, ...own]);
});

/**
 * The state that a text means: its code or name, a known spelling, or a city that one state alone has. `Wilayah Persekutuan`
 * is three states.
 */
export function stateOf(text: string): Match {
  const exact = statesNamed(text);
  if (exact.length > 0) return matchOf(exact);

  const parts = partsOf(text, (part) => statesNamed(part).length > 0)
    .map(statesNamed)
    .filter((states) => states.length > 0);
  if (parts.length > 0) return agreed(parts);

  const key = keyOf(bare(text));
  const names = resembling(key, stateNames());
  if (names.length > 0) return slipOf(key, names);
  return {
    near: resembling(key, statesByCity())
      .map(({ code }) => code)
      .slice(0, 3),
  };
}

/** What all parts of a text allow; if they contradict each other, what they say is near. */
function agreed(parts: readonly (readonly string[])[]): Match {
  const common = parts[0]!.filter((code) => parts.every((part) => part.includes(code)));
  if (common.length > 0) return matchOf(common);
  return { near: [...new Set(parts.flat())].slice(0, 3) };
}

/** The states that a whole text names, by name, code or city. None that only resemble it. */
export function statesNamed(text: string): readonly string[] {
  const code = /^(?:MY-?)?(\d\d)$/i.exec(text.trim())?.[1];
  if (code) return formStates.some((state) => state.code === code) ? [code] : [];
  const key = keyOf(bare(text));
  return stateNames().get(keyOf(text)) ?? stateNames().get(key) ?? statesByCity().get(key) ?? [];
}

/** A text without what says only that it is a state of Malaysia, and without a postcode. */
function bare(text: string): string {
  const words = wordsOf(text)
    .join(' ')
    .replace(/\b\d{5}\b/g, ' ');
  const short = words
    .replace(/\b(?:MALAYSIA|DARUL [A-Z]+|STATE OF|STATE|NEGERI(?! (?:SEMBILAN|9)\b)|BANDAR RAYA|BANDARAYA)\b/g, ' ')
    .trim();
  return /\p{L}|\p{N}/u.test(short) ? short : words;
}

/** What a text lists: the parts between its commas, else two known names side by side (`Shah Alam Selangor`). */
function partsOf(text: string, isKnown: (part: string) => boolean): string[] {
  const parts = text.split(/[,;/()&\n]|\s-\s|\s–\s/).filter((part) => keyOf(part) !== '');
  if (parts.length > 1) return parts;

  const words = wordsOf(bare(text));
  const pairs = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
  return pairs.find((pair) => pair.every(isKnown)) ?? parts;
}

/**
 * The city of a state that a text means.
 * @param state its code in the form; null when it is not known
 * @param rows the form's cities as they were read last; those that are known when absent
 */
export function cityOf(text: string, state: string | null, rows: readonly FormRow[] = formCities): Match {
  const own = state === null ? rows : rows.filter(({ code }) => code.startsWith(state));
  const cities = new Map<string, string[]>();
  for (const { code, label } of own.filter(({ code }) => !isWholeState(code)))
    cities.set(keyOf(label), [...(cities.get(keyOf(label)) ?? []), code]);
  const exact = (part: string) => cities.get(keyOf(bare(part))) ?? cities.get(cityKey(part)) ?? [];
  if (exact(text).length > 0) return matchOf(exact(text));

  const isPlace = (part: string) => exact(part).length > 0 || statesNamed(part).length > 0;
  const named = partsOf(text, isPlace).flatMap(exact);
  if (named.length > 0) return matchOf(named);

  const key = cityKey(text);
  const close = resembling(key, cities);
  const somewhere = own.filter(({ code }) => isWholeState(code) && isIn(key, code.slice(0, 2))).map(({ code }) => code);
  if (somewhere.length === 0) return slipOf(key, close);
  return { near: [...new Set([...close.map(({ code }) => code), ...somewhere])].slice(0, 3) };
}

/** Whether a row is *somewhere in the state*. */
function isWholeState(city: string): boolean {
  return city.endsWith('00');
}

/** A city as the table of postcodes and the form spell it. */
function cityKey(text: string): string {
  const key = keyOf(bare(text));
  const meant = citySpellings.get(key)?.[0];
  return meant === undefined ? key : keyOf(meant);
}

/** Whether a state has a city of this name, or has this name. */
function isIn(key: string, state: string): boolean {
  return statesByCity().get(key)?.includes(state) || stateNames().get(key)?.includes(state) || false;
}

/** The state of a postcode, the others that have addresses with it, and its cities; undefined for one that is not known. */
export function postcodeOf(text: string): { state: string; otherStates: string[]; cities: string[] } | undefined {
  const digits = text.match(/(?<!\d)\d{5}(?!\d)/g) ?? [];
  const found = digits.length === 1 ? townsByPostcode().get(digits[0]) : undefined;
  if (!found) return undefined;

  const second = secondStates.get(digits[0]!);
  return {
    state: found[0]!.state,
    otherStates: second === undefined ? [] : [second],
    cities: found.map(({ name }) => name),
  };
}

type Place = { state: string | null; city: string | null; postcode: string | null };

/**
 * Which of state, city and postcode disagree with the others; none where they agree, or what they mean is not known. A city
 * has the postcodes that begin like one of its own.
 * @param state a code of the form or a text
 * @param city a code of the form or a text
 */
export function contradiction({ state, city, postcode }: Place): (keyof Place)[] {
  const said = { state: statesSaid(state), city: citySaid(city), postcode: postcodeSaid(postcode) };
  const known = (Object.keys(said) as (keyof Place)[]).filter((one) => said[one].length > 0);
  const agree = (a: keyof Place, b: keyof Place) => said[a].some((code) => said[b].includes(code));
  const clashes = (one: keyof Place) => known.filter((other) => other !== one && !agree(one, other));

  const wrong = known.filter((one) => clashes(one).length > 0);
  const odd = wrong.filter((one) => clashes(one).length > 1);
  if (wrong.length > 0) return odd.length === 1 ? odd : wrong;
  return city && postcode && isFar(city, postcode) ? ['city', 'postcode'] : [];
}

function statesSaid(state: string | null): readonly string[] {
  const match = stateOf(state ?? '');
  if ('code' in match) return [match.code];
  return stateSpellings.get(keyOf(state ?? '')) ?? [];
}

function citySaid(city: string | null): readonly string[] {
  const row = formCities.find(({ code }) => code === city?.trim());
  if (row) return [row.code.slice(0, 2)];
  return statesByCity().get(cityKey(city ?? '')) ?? [];
}

function postcodeSaid(postcode: string | null): string[] {
  const found = postcodeOf(postcode ?? '');
  return found ? [found.state, ...found.otherStates] : [];
}

/**
 * Whether the postcode is of another part of the state than all those of the city. In Selangor the postcodes of neighbours are
 * not near each other.
 */
function isFar(city: string, postcode: string): boolean {
  const row = formCities.find(({ code }) => code === city.trim());
  if (row && isWholeState(row.code)) return false;

  const key = cityKey(row?.label ?? city);
  const own = towns()
    .filter((town) => town.key === key)
    .flatMap(({ postcodes }) => postcodes);
  const found = postcodeOf(postcode);
  if (!found || own.length === 0 || found.otherStates.length > 0 || found.state === selangor) return false;
  const part = (one: string) => Number(one.slice(0, 2));
  return own.every((one) => Math.abs(part(one) - part(postcode.trim())) > 1);
}
