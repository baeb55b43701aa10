import { Lottery, Random } from './random.js';

/**
 * The countries that travellers to Malaysia come from, with realistic weights (Singaporeans need no card). Names are
 * pairs `Latin:own script`: given names of women and of men, and family names. `networks` are prefixes of addresses that
 * are really in the country. A `#` in a telephone number is any digit.
 */
type Origin = {
  code: string;
  weight: number;
  women: Name[];
  men: Name[];
  family: Name[];
  /** The share of people who write their name in their own script; the others use Latin letters as in the passport. */
  ownScript: number;
  /** How the own script orders given name (g) and family name (f). */
  order: 'g f' | 'f g' | 'fg';
  dial: string;
  phone: string;
  networks: string[];
  timeZone: string;
  port: string;
  /** The country of the port. */
  portIn: string;
  currency: string;
};
type Name = { latin: string; own: string };

/** The personal data of an order, the same on every order of the person. */
export type Traveller = {
  origin: Origin;
  nationality: string;
  /** The code of the country. */
  birthplace: string;
  name: string;
  latin: string;
  sex: 'F' | 'M' | 'X';
  dob: string;
  passportNo: string;
  email: string;
  phone: string;
};

/** @param key the same key gives the same person; @param year the current year, four digits */
export function traveller(random: Random, key: number, year: number): Traveller {
  const origin = lottery.draw(random);
  // drawn apart, so that the rest of a person stays what it was
  const birthplace = new Random(key, 5);
  const isWoman = random.chance(0.5);
  const given = random.pick(isWoman ? origin.women : origin.men);
  const family = random.pick(origin.family);
  const isOwn = random.chance(origin.ownScript);
  const latin = `${given.latin} ${family.latin}`;
  return {
    origin,
    nationality: random.chance(0.004) ? random.pick(travelDocuments) : origin.code,
    birthplace: birthplace.chance(0.06) ? lottery.draw(birthplace).code : origin.code,
    name: isOwn ? inOrder(origin.order, given.own, family.own) : random.chance(0.15) ? latin.toUpperCase() : latin,
    latin,
    sex: random.chance(0.003) ? 'X' : isWoman ? 'F' : 'M',
    dob: `${year - random.between(1, 78)}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`,
    passportNo: `${random.pick(passportLetters)}${random.digits('#######')}`,
    email: `${plain(given.latin)}.${plain(family.latin)}${key}@${random.pick(mailboxes)}`,
    phone: random.digits(origin.phone),
  };
}

/** An IP address in the country. */
export function address(random: Random, { networks }: Origin): { ip: string; network: string } {
  const network = random.pick(networks);
  return { network, ip: `${network}.${random.between(1, 254)}.${random.between(1, 254)}` };
}

/** Reserved domains (RFC 2606), so that no mail of a seeded order reaches a person. */
const mailboxes = ['example.com', 'example.org', 'example.net', 'mail.example', 'post.example'];
const passportLetters = ['A', 'B', 'C', 'E', 'G', 'K', 'L', 'N', 'P', 'X'];
/** Refugees, stateless people, United Nations officials and other holders of travel documents that no country issues. */
const travelDocuments = ['XXA', 'XXB', 'XXC', 'UNO', 'UNA', 'GBN', 'GBO', 'RKS', 'XXX', 'XOM'];

function inOrder(order: Origin['order'], given: string, family: string): string {
  if (order === 'fg') return family + given;
  return order === 'f g' ? `${family} ${given}` : `${given} ${family}`;
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** `Wei:伟 Ana` → two names, the second the same in both scripts; `_` stands for a blank. */
function names(text: string): Name[] {
  return text.split(' ').map((pair) => {
    const [latin = '', own = latin] = pair.replaceAll('_', ' ').split(':');
    return { latin, own };
  });
}

function from(
  [code, weight]: [code: string, weight: number],
  people: { women: string; men: string; family: string; own?: number; order?: Origin['order'] },
  place: Pick<Origin, 'dial' | 'phone' | 'timeZone' | 'port'> & {
    networks: string;
    portIn?: string;
    currency?: string;
  },
): Origin {
  return {
    code,
    weight,
    women: names(people.women),
    men: names(people.men),
    family: names(people.family),
    ownScript: people.own ?? 1,
    order: people.order ?? 'g f',
    ...place,
    networks: place.networks.split(' '),
    portIn: place.portIn ?? code,
    currency: place.currency ?? 'USD',
  };
}

const english = {
  women: 'Olivia Amelia Grace Charlotte Emily Hannah Sophie Ruby Chloe Isla Zoë Siobhán',
  men: "Oliver George Noah Arthur Jack Thomas Henry Liam Ethan Lucas Callum D'Arcy",
  family: "Smith Jones Taylor Brown Wilson Walker Wright Clarke O'Brien Hughes Ward-Foster MacLeod",
};

const arabic = {
  women: 'Fatima:فاطمة Aisha:عائشة Maryam:مريم Noura:نورة Sara:سارة Layla:ليلى Huda:هدى Reem:ريم',
  men: 'Mohammed:محمد Ahmed:أحمد Abdullah:عبدالله Omar:عمر Khalid:خالد Yousef:يوسف Faisal:فيصل Hassan:حسن',
  family: 'Al-Harbi:الحربي Al-Otaibi:العتيبي Al-Qahtani:القحطاني Mansour:منصور Haddad:حداد Al-Sayed:السيد Nasser:ناصر',
  own: 0.4,
};

const origins: Origin[] = [
  from(
    ['CHN', 18],
    {
      women: 'Fang:芳 Na:娜 Xiuying:秀英 Min:敏 Jing:静 Li:丽 Yan:艳 Xia:霞',
      men: 'Wei:伟 Qiang:强 Lei:磊 Jun:军 Yang:洋 Yong:勇 Jie:杰 Tao:涛',
      family: 'Wang:王 Li:李 Zhang:张 Liu:刘 Chen:陈 Yang:杨 Zhao:赵 Huang:黄 Zhou:周 Wu:吴',
      own: 0.4,
      order: 'fg',
    },
    {
      dial: '+86',
      phone: '138########',
      networks: '36.110 116.112 183.128',
      timeZone: 'Asia/Shanghai',
      port: 'Shanghai',
    },
  ),
  from(
    ['IDN', 14],
    {
      women: 'Siti Dewi Putri Ayu Rina Sri_Wahyuni Indah Ratna',
      men: 'Budi Agus Joko Andi Dwi Rizky Wayan Made',
      family: 'Santoso Wijaya Saputra Hidayat Lestari Siregar Nasution Pratama Suharto',
    },
    {
      dial: '+62',
      phone: '812########',
      networks: '39.195 112.215 139.255',
      timeZone: 'Asia/Jakarta',
      port: 'Jakarta',
    },
  ),
  from(
    ['IND', 7],
    {
      women: 'Priya:प्रिया Anjali:अंजलि Sunita:सुनीता Kavita:कविता Neha:नेहा Pooja:पूजा',
      men: 'Rahul:राहुल Amit:अमित Vijay:विजय Sanjay:संजय Arjun:अर्जुन Rohan:रोहन',
      family: 'Sharma:शर्मा Singh:सिंह Gupta:गुप्ता Verma:वर्मा Patel:पटेल Joshi:जोशी Mehta:मेहता',
      own: 0.25,
    },
    {
      dial: '+91',
      phone: '98########',
      networks: '43.204 115.254 171.49',
      timeZone: 'Asia/Kolkata',
      port: 'New Delhi',
    },
  ),
  from(
    ['IND', 5],
    {
      women: 'Lakshmi:லட்சுமி Meena:மீனா Kavitha:கவிதா Revathi:ரேவதி Divya:திவ்யா',
      men: 'Murugan:முருகன் Karthik:கார்த்திக் Selvam:செல்வம் Prakash:பிரகாஷ் Saravanan:சரவணன்',
      family: 'Subramaniam:சுப்ரமணியம் Rajan:ராஜன் Krishnan:கிருஷ்ணன் Pillai:பிள்ளை Natarajan:நடராஜன்',
      own: 0.4,
    },
    { dial: '+91', phone: '94########', networks: '43.204 115.254 171.49', timeZone: 'Asia/Kolkata', port: 'Chennai' },
  ),
  from(
    ['THA', 6],
    {
      women: 'Somying:สมหญิง Malee:มาลี Kanya:กัญญา Ploy:พลอย Siriporn:ศิริพร',
      men: 'Somchai:สมชาย Anan:อนันต์ Prasert:ประเสริฐ Niran:นิรันดร์ Wichai:วิชัย',
      family: 'Srisuk:ศรีสุข Chaiyasit:ชัยสิทธิ์ Thongchai:ทองชัย Rattanakorn:รัตนากร Boonmee:บุญมี',
      own: 0.4,
    },
    { dial: '+66', phone: '81#######', networks: '58.9 118.175 182.53', timeZone: 'Asia/Bangkok', port: 'Bangkok' },
  ),
  from(
    ['KOR', 4.5],
    {
      women: 'Seoyeon:서연 Minji:민지 Jiwoo:지우 Yuna:유나 Hyejin:혜진',
      men: 'Minjun:민준 Jihoon:지훈 Dohyun:도현 Sungho:성호 Taeyang:태양',
      family: 'Kim:김 Lee:이 Park:박 Choi:최 Jung:정 Kang:강 Cho:조',
      own: 0.4,
      order: 'fg',
    },
    { dial: '+82', phone: '102#######', networks: '42.37 121.168 211.182', timeZone: 'Asia/Seoul', port: 'Incheon' },
  ),
  from(
    ['JPN', 3.5],
    {
      women: 'Yuki:由紀 Sakura:さくら Hanako:花子 Aiko:愛子 Emi:恵美',
      men: 'Hiroshi:浩 Takashi:隆 Kenji:健二 Daisuke:大輔 Yuto:悠斗',
      family: 'Sato:佐藤 Suzuki:鈴木 Takahashi:高橋 Tanaka:田中 Watanabe:渡辺 Yamamoto:山本',
      own: 0.4,
      order: 'f g',
    },
    {
      dial: '+81',
      phone: '901#######',
      networks: '61.210 133.138 218.124',
      timeZone: 'Asia/Tokyo',
      port: 'Tokyo Narita',
    },
  ),
  from(
    ['TWN', 3],
    {
      women: 'Yi-Chun:怡君 Shu-Fen:淑芬 Ya-Ting:雅婷 Mei-Ling:美玲',
      men: 'Chih-Ming:志明 Chun-Hung:俊宏 Chia-Hao:家豪 Kuan-Yu:冠宇',
      family: 'Chen:陳 Lin:林 Huang:黃 Chang:張 Tsai:蔡 Hsu:許',
      own: 0.4,
      order: 'fg',
    },
    { dial: '+886', phone: '912######', networks: '54.54 120.101 210.201', timeZone: 'Asia/Taipei', port: 'Taipei' },
  ),
  from(
    ['VNM', 3],
    {
      women: 'Linh Huong:Hương Lan Thao:Thảo Mai Ngoc:Ngọc',
      men: 'Minh Tuan:Tuấn Hung:Hùng Dung:Dũng Duc:Đức Nam',
      family: 'Nguyen:Nguyễn Tran:Trần Le:Lê Pham:Phạm Huynh:Huỳnh Vo:Võ Dang:Đặng',
      order: 'f g',
    },
    {
      dial: '+84',
      phone: '90#######',
      networks: '14.225 113.173 171.225',
      timeZone: 'Asia/Ho_Chi_Minh',
      port: 'Ho Chi Minh City',
    },
  ),
  from(
    ['PHL', 4],
    {
      women: 'Maria_Clara Angelica Jasmine Rosalie Analyn',
      men: 'Jose_Mari Juan_Carlo Mark_Anthony Rodel Emmanuel',
      family: 'Santos Reyes Cruz Bautista Garcia Mendoza Dela_Cruz Peña',
    },
    { dial: '+63', phone: '917#######', networks: '49.151 119.93 143.9', timeZone: 'Asia/Manila', port: 'Manila' },
  ),
  from(['GBR', 4], english, {
    dial: '+44',
    phone: '7400######',
    networks: '18.251 86.0 159.86',
    timeZone: 'Europe/London',
    port: 'London Heathrow',
    currency: 'GBP',
  }),
  from(['AUS', 4.5], english, {
    dial: '+61',
    phone: '412######',
    networks: '43.220 122.105 164.112',
    timeZone: 'Australia/Sydney',
    port: 'Sydney',
    currency: 'AUD',
  }),
  from(['USA', 3], english, {
    dial: '+1',
    phone: '415355####',
    networks: '26.66 76.196 168.189',
    timeZone: 'America/Los_Angeles',
    port: 'San Francisco',
  }),
  from(['NZL', 0.8], english, {
    dial: '+64',
    phone: '21#######',
    networks: '114.23 130.123 182.24',
    timeZone: 'Pacific/Auckland',
    port: 'Auckland',
  }),
  from(
    ['BGD', 2.5],
    {
      women: 'Nasrin:নাসরিন Salma:সালমা Ayesha:আয়েশা Rupa:রূপা',
      men: 'Rahim:রহিম Karim:করিম Hasan:হাসান Tanvir:তানভীর',
      family: 'Rahman:রহমান Hossain:হোসেন Islam:ইসলাম Chowdhury:চৌধুরী Akter:আক্তার',
      own: 0.4,
    },
    { dial: '+880', phone: '1712######', networks: '114.130', timeZone: 'Asia/Dhaka', port: 'Dhaka' },
  ),
  from(['SAU', 2], arabic, {
    dial: '+966',
    phone: '50#######',
    networks: '31.167 87.109 176.44',
    timeZone: 'Asia/Riyadh',
    port: 'Riyadh',
  }),
  from(['ARE', 0.8], arabic, {
    dial: '+971',
    phone: '50#######',
    networks: '5.194 83.111 94.207',
    timeZone: 'Asia/Dubai',
    port: 'Dubai',
  }),
  from(['EGY', 0.8], arabic, {
    dial: '+20',
    phone: '100#######',
    networks: '45.243 154.187 197.40',
    timeZone: 'Africa/Cairo',
    port: 'Cairo',
  }),
  from(
    ['PAK', 1.6],
    {
      women: 'Zainab:زینب Hina:حنا Saima:صائمہ Bushra:بشریٰ',
      men: 'Imran:عمران Bilal:بلال Usman:عثمان Asif:آصف',
      family: 'Khan:خان Malik:ملک Butt:بٹ Qureshi:قریشی Chaudhry:چودھری',
      own: 0.3,
    },
    { dial: '+92', phone: '300#######', networks: '39.42 39.63 182.180', timeZone: 'Asia/Karachi', port: 'Karachi' },
  ),
  from(
    ['IRN', 0.7],
    {
      women: 'Zahra:زهرا Parisa:پریسا Shirin:شیرین Niloofar:نیلوفر',
      men: 'Reza:رضا Ali:علی Mehdi:مهدی Kaveh:کاوه',
      family: 'Hosseini:حسینی Ahmadi:احمدی Karimi:کریمی Rezaei:رضایی',
      own: 0.4,
    },
    { dial: '+98', phone: '912#######', networks: '2.189 5.216 93.110', timeZone: 'Asia/Tehran', port: 'Tehran' },
  ),
  from(
    ['RUS', 1.6],
    {
      women: 'Anna:Анна Ekaterina:Екатерина Olga:Ольга Natalia:Наталья Irina:Ирина',
      men: 'Alexander:Александр Dmitry:Дмитрий Sergey:Сергей Ivan:Иван Nikolay:Николай',
      family: 'Chernykh:Черных Sedykh:Седых Dolgikh:Долгих Tkachenko:Ткаченко Melnik:Мельник',
      own: 0.4,
    },
    { dial: '+7', phone: '912#######', networks: '37.145 95.24 178.185', timeZone: 'Europe/Moscow', port: 'Moscow' },
  ),
  from(
    ['UKR', 0.4],
    {
      women: 'Oksana:Оксана Iryna:Ірина Yuliia:Юлія',
      men: 'Taras:Тарас Andrii:Андрій Oleh:Олег',
      family: 'Shevchenko:Шевченко Kovalenko:Коваленко Bondarenko:Бондаренко',
      own: 0.4,
    },
    {
      dial: '+380',
      phone: '67#######',
      networks: '37.57 93.72 176.38',
      timeZone: 'Europe/Kyiv',
      port: 'Istanbul',
      portIn: 'TUR',
      currency: 'EUR',
    },
  ),
  from(
    ['KAZ', 0.6],
    {
      women: 'Aigerim:Әйгерім Dana:Дана Aruzhan:Аружан',
      men: 'Nursultan:Нұрсұлтан Yerlan:Ерлан Daulet:Дәулет',
      family: 'Nurlan:Нұрлан Serik:Серік Bolat:Болат',
      own: 0.4,
    },
    { dial: '+7', phone: '701#######', networks: '2.77 37.151 164.0', timeZone: 'Asia/Almaty', port: 'Almaty' },
  ),
  from(
    ['LKA', 1],
    {
      women: 'Nimali:නිමාලි Sanduni:සඳුනි Dilani:දිලානි',
      men: 'Nuwan:නුවන් Kasun:කසුන් Chamara:චාමර',
      family: 'Perera:පෙරේරා Silva:සිල්වා Fernando:ප්‍රනාන්දු Bandara:බණ්ඩාර',
      own: 0.3,
    },
    { dial: '+94', phone: '71#######', networks: '112.134 112.135 124.43', timeZone: 'Asia/Colombo', port: 'Colombo' },
  ),
  from(
    ['NPL', 1.2],
    {
      women: 'Sita:सीता Maya:माया Gita:गीता',
      men: 'Bishnu:विष्णु Ram:राम Suraj:सुरज',
      family: 'Shrestha:श्रेष्ठ Gurung:गुरुङ Tamang:तामाङ Thapa:थापा',
      own: 0.3,
    },
    {
      dial: '+977',
      phone: '984#######',
      networks: '36.252 36.253 49.126',
      timeZone: 'Asia/Kathmandu',
      port: 'Kathmandu',
    },
  ),
  from(
    ['KHM', 0.5],
    {
      women: 'Sophea:សុភា Bopha:បុប្ផា Chanthy:ចន្ធី',
      men: 'Sokha:សុខា Vannak:វណ្ណៈ Dara:តារា',
      family: 'Chan:ចាន់ Sok:សុខ Keo:កែវ',
      own: 0.4,
      order: 'f g',
    },
    { dial: '+855', phone: '12######', networks: '79.109', timeZone: 'Asia/Phnom_Penh', port: 'Phnom Penh' },
  ),
  from(
    ['GEO', 0.2],
    {
      women: 'Nino:ნინო Tamar:თამარ',
      men: 'Giorgi:გიორგი Levan:ლევან',
      family: 'Beridze:ბერიძე Kapanadze:კაპანაძე',
      own: 0.5,
    },
    {
      dial: '+995',
      phone: '555######',
      networks: '31.146 94.43 176.73',
      timeZone: 'Asia/Tbilisi',
      port: 'Istanbul',
      portIn: 'TUR',
      currency: 'EUR',
    },
  ),
  from(
    ['ETH', 0.2],
    { women: 'Hana:ሃና Meron:ሜሮን', men: 'Abebe:አበበ Dawit:ዳዊት', family: 'Tesfaye:ተስፋዬ Bekele:በቀለ', own: 0.5 },
    {
      dial: '+251',
      phone: '91#######',
      networks: '196.188 196.189 196.190',
      timeZone: 'Africa/Addis_Ababa',
      port: 'Addis Ababa',
    },
  ),
  from(
    ['GRC', 0.3],
    {
      women: 'Eleni:Ελένη Sofia:Σοφία',
      men: 'Giorgos:Γιώργος Nikos:Νίκος',
      family: 'Georgiou:Γεωργίου Alexandrou:Αλεξάνδρου',
      own: 0.4,
    },
    {
      dial: '+30',
      phone: '694#######',
      networks: '46.103 85.73 147.95',
      timeZone: 'Europe/Athens',
      port: 'Athens',
      currency: 'EUR',
    },
  ),
  from(
    ['DEU', 2],
    {
      women: 'Anna Lena Käthe Jutta Sabine Ulrike',
      men: 'Jörg Lukas Jürgen Stefan Björn Günther',
      family: 'Müller Schröder Weiß Schäfer Köhler Bauer Groß',
    },
    {
      dial: '+49',
      phone: '1512#######',
      networks: '53.19 87.165 149.240',
      timeZone: 'Europe/Berlin',
      port: 'Frankfurt',
      currency: 'EUR',
    },
  ),
  from(
    ['FRA', 2],
    {
      women: 'Chloé Hélène Zoé Aurélie Françoise Inès',
      men: 'François René Gaël Benoît Jérôme Noël',
      family: "Lefèvre Bélanger d'Aubigné Gérard Désiré Moreau Lemaître",
    },
    {
      dial: '+33',
      phone: '612######',
      networks: '77.195 90.2 157.136',
      timeZone: 'Europe/Paris',
      port: 'Paris CDG',
      currency: 'EUR',
    },
  ),
  from(
    ['NLD', 1.2],
    {
      women: 'Sanne Fleur Loïs Noëlle',
      men: 'Daan Sem Gijs Reinoud',
      family: 'de_Vries van_den_Berg Jansen van_’t_Hof Bakker',
    },
    {
      dial: '+31',
      phone: '612######',
      networks: '80.101 145.4 146.50',
      timeZone: 'Europe/Amsterdam',
      port: 'Amsterdam',
      currency: 'EUR',
    },
  ),
  from(
    ['ESP', 0.9],
    {
      women: 'Lucía María_José Begoña Inés',
      men: 'Íñigo José Ángel Andrés',
      family: 'García Núñez Muñoz Fernández Ibáñez',
    },
    {
      dial: '+34',
      phone: '612######',
      networks: '68.221 85.61 151.182',
      timeZone: 'Europe/Madrid',
      port: 'Madrid',
      currency: 'EUR',
    },
  ),
  from(
    ['ITA', 0.9],
    {
      women: 'Giulia Chiara Ludovica Francesca',
      men: 'Niccolò Matteo Andrea Lorenzo',
      family: 'Rossi Esposito D’Angelo Bianchi Lo_Cicero',
    },
    {
      dial: '+39',
      phone: '347#######',
      networks: '47.53 88.49 151.64',
      timeZone: 'Europe/Rome',
      port: 'Rome',
      currency: 'EUR',
    },
  ),
  from(
    ['POL', 0.7],
    {
      women: 'Małgorzata Agnieszka Bożena',
      men: 'Łukasz Paweł Wojciech',
      family: 'Nowak Wójcik Woźniak Kowalczyk',
    },
    {
      dial: '+48',
      phone: '512######',
      networks: '46.204 83.30 178.37',
      timeZone: 'Europe/Warsaw',
      port: 'Warsaw',
      currency: 'EUR',
    },
  ),
  from(
    ['SWE', 0.6],
    { women: 'Åsa Elin Märta', men: 'Åke Björn Sören', family: 'Åkesson Lindström Söderberg Öberg' },
    {
      dial: '+46',
      phone: '70#######',
      networks: '51.209 94.234 178.109',
      timeZone: 'Europe/Stockholm',
      port: 'Stockholm',
      currency: 'EUR',
    },
  ),
  from(
    ['TUR', 0.8],
    { women: 'Ayşe Gülşen Çiğdem', men: 'Oğuz Şükrü İbrahim', family: 'Yılmaz Öztürk Çelik Şahin' },
    {
      dial: '+90',
      phone: '532#######',
      networks: '78.164 88.244 176.237',
      timeZone: 'Europe/Istanbul',
      port: 'Istanbul',
      currency: 'EUR',
    },
  ),
  from(
    ['BRA', 0.5],
    { women: 'Conceição Luíza Beatriz', men: 'João Antônio Márcio', family: 'Gonçalves Araújo Brandão dos_Santos' },
    {
      dial: '+55',
      phone: '119########',
      networks: '177.105 187.21 200.133',
      timeZone: 'America/Sao_Paulo',
      port: 'São Paulo',
    },
  ),
];

const lottery = new Lottery(origins, ({ weight }) => weight);

/** The prefixes of all addresses that travellers have. */
export const allNetworks = [...new Set(origins.flatMap(({ networks }) => networks))];
