/**
 * The nationalities that need no arrival card. Other exemptions, such as permanent residents, depend on papers that an
 * order doesn't name. `source` is who said so, `on` the day, YYYY-MM-DD.
 */
const cardFreeNationalities = [
  { code: 'MYS', source: 'Immigration Department of Malaysia: the card is for foreign travellers', on: '2023-12-01' },
  { code: 'SGP', source: 'Home Minister of Malaysia: all Singapore citizens are exempt', on: '2023-12-05' },
] as const;

export function needsNoCard(nationality: string): boolean {
  return cardFreeNationalities.some(({ code }) => code === nationality.trim().toUpperCase());
}
