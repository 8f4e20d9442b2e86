import { formatYearsAgo } from "@/lib/album/memories/days";
import { counted } from "@/lib/shared/counted";
import { listed } from "@/lib/shared/listed";

/** What happened in a family within a week. */
export interface FamilyWeek {
  familyName: string;
  photos: number;
  videos: number;
  comments: number;
  /** Titles of new notices, newest first. */
  notices: readonly string[];
  /** The people who uploaded, most first. */
  uploaders: readonly string[];
  /** Birthdays in the coming week. */
  birthdays: readonly { name: string; day: string }[];
  /** The week's best memory; null if none is worth mentioning. */
  memory?: { day: string; yearsAgo: number } | null;
}

const named = 3;

function formatPeople(names: readonly string[]): string {
  const others = names.length - named;
  if (others <= 0) return listed(names);
  return listed([...names.slice(0, named), others === 1 ? "someone else" : `${others} others`]);
}

function describePictures({ photos, videos, uploaders }: FamilyWeek): string | null {
  const parts = [
    photos > 0 ? counted(photos, "new photo") : "",
    videos > 0 ? counted(videos, photos > 0 ? "video" : "new video") : "",
  ].filter(Boolean);
  if (parts.length === 0) return null;
  const from = uploaders.length > 0 ? ` from ${formatPeople(uploaders)}` : "";
  return `${parts.join(" and ")}${from}.`;
}

function describeNotices(titles: readonly string[]): string | null {
  if (titles.length === 0) return null;
  const shown = titles.slice(0, named).map((title) => `“${title}”`);
  const more = titles.length > named ? ` and ${counted(titles.length - named, "more notice")}` : "";
  return `On the notice board: ${shown.join(", ")}${more}.`;
}

/**
 * A family's week in one line: "The Okafors: 12 new photos and 1 video from Amara. On the notice board: “Picnic”." No
 * pictures or descriptions: mail can be read by others on its way.
 * @returns null if nothing happened: a memory alone doesn't make a mail
 */
export function describeWeek(week: FamilyWeek): string | null {
  const sentences = sentencesOf(week);
  if (sentences.length === 0) return null;
  const { memory = null } = week;
  if (memory) {
    const { day, yearsAgo } = memory;
    sentences.push(`${formatYearsAgo(yearsAgo)} this week: a photo from ${day} to look back on.`);
  }
  return `${week.familyName}: ${sentences.join(" ")}`;
}

/** The week's events in sentences; empty if nothing happened. */
export function sentencesOf(week: FamilyWeek): string[] {
  return [
    describePictures(week),
    week.comments > 0 ? `${counted(week.comments, "new comment")}.` : null,
    describeNotices(week.notices),
    ...week.birthdays.map(({ name, day }) => `${name}'s birthday is on ${day}.`),
  ].filter((sentence) => sentence !== null);
}
