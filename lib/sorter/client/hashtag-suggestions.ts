import type { ReviewItem } from "@/lib/sorter/review-item";

export interface HashtagSuggestion {
  /** Without its #. */
  hashtag: string;
  /** The items it fits. */
  ids: string[];
}

export interface PersonBirthday {
  month: number;
  day: number;
}

const seasons = ["winter", "spring", "summer", "autumn"] as const;
/** In the northern hemisphere: December to February are winter. */
const seasonOf = (month: number, isSouthern: boolean) =>
  seasons[(Math.floor((month % 12) / 3) + (isSouthern ? 2 : 0)) % 4] ?? "winter";

const southernZones =
  /^(?:Australia|Antarctica)\/|^Pacific\/(?:Auckland|Fiji|Noumea|Tongatapu|Apia|Chatham)|^Africa\/(?:Johannesburg|Harare|Maputo|Windhoek|Gaborone|Lusaka)|^America\/(?:Argentina|Sao_Paulo|Santiago|Montevideo|Asuncion|Lima|La_Paz)|^Indian\/(?:Mauritius|Reunion|Antananarivo)/;

export const isSouthernZone = (timeZone: string) => southernZones.test(timeZone);

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm), as days since 1970. */
function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const leap = Math.floor(century / 4);
  const moon = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leap - moon + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1) / 86_400_000;
}

/** The holiday on a day, if it is known in most of the world. */
export function holidayOf(year: number, month: number, day: number): string | null {
  if ((month === 12 && day === 31) || (month === 1 && day === 1)) return "newyear";
  if (month === 12 && day >= 24 && day <= 26) return "christmas";
  if (month === 10 && day === 31) return "halloween";
  if (month === 2 && day === 14) return "valentinesday";
  const afterEaster = Date.UTC(year, month - 1, day) / 86_400_000 - easterOf(year);
  return afterEaster >= -2 && afterEaster <= 1 ? "easter" : null;
}

/** "Saint-Étienne" becomes #SaintÉtienne: a hashtag only has letters and digits. */
export function hashtagOfPlace(name: string): string | null {
  const words = name.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const joined = words.map((word) => word.charAt(0).toLocaleUpperCase("en") + word.slice(1)).join("");
  return joined && joined.length <= 50 && !/^\d+$/.test(joined) ? joined : null;
}

/**
 * Hashtags that fit some of these items: places, holidays, birthdays of the family, the season. They are suggested,
 * never added automatically. Those that fit most come first, places before the rest.
 */
export function suggestHashtags(
  items: readonly ReviewItem[],
  { birthdays, timeZone, max }: { birthdays: readonly PersonBirthday[]; timeZone: string; max: number },
): HashtagSuggestion[] {
  const found = new Map<string, { rank: number; suggestion: HashtagSuggestion }>();
  const offer = (rank: number, hashtag: string | null, id: string) => {
    if (!hashtag) return;
    const known = found.get(hashtag.toLowerCase()) ?? { rank, suggestion: { hashtag, ids: [] } };
    known.suggestion.ids.push(id);
    found.set(hashtag.toLowerCase(), known);
  };
  for (const item of items) {
    const { id, placeName, facts } = item;
    if (placeName) offer(0, hashtagOfPlace(placeName), id);
    const taken = facts?.taken;
    if (!taken || taken.confidence === "guess") continue;
    const [year = 0, month = 1, day = 1] = taken.at.slice(0, 10).split("-").map(Number);
    if (birthdays.some((birthday) => birthday.month === month && birthday.day === day))
      offer(1, "birthday", id);
    offer(1, holidayOf(year, month, day), id);
    const isSouthern = facts.place ? facts.place.latitude < 0 : isSouthernZone(timeZone);
    // The tropics have no winter.
    if (!facts.place || Math.abs(facts.place.latitude) > 23.5) offer(2, seasonOf(month, isSouthern), id);
  }
  return [...found.values()]
    .sort((a, b) => a.rank - b.rank || b.suggestion.ids.length - a.suggestion.ids.length)
    .slice(0, max)
    .map(({ suggestion }) => suggestion);
}
