import { badInput } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

/** Where a page ended: the time the feed is sorted by, and the id that breaks ties. */
export interface Cursor {
  /** Only for a feed that spans months: the month, or year * 100 + month. */
  month: number;
  at: Date;
  id: string;
}

/** The years 1 to 9999: PostgreSQL can't read others as dates, and no upload has them. */
const earliestTime = -62_135_596_800_000;
const latestTime = 253_402_300_799_999;
/** Sorts after every id. */
const highestId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Before every item of a month and after the month that follows, in the album's order. */
export const monthCursor = (year: number, month: number): Cursor => ({
  month: year * 100 + month,
  at: new Date(latestTime),
  id: highestId,
});

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.month}.${cursor.at.getTime()}.${cursor.id}`).toString("base64url");
}

/**
 * @param field the field that held the text
 * @throws AppError 400 for anything encodeCursor didn't make
 */
export function decodeCursor(text: string, field = "cursor"): Cursor {
  const [month, at, id] = Buffer.from(text, "base64url").toString("utf8").split(".");
  const time = /^-?\d{1,15}$/.test(at ?? "") ? Number(at) : Number.NaN;
  if (
    !id ||
    !isUuid(id) ||
    !(time >= earliestTime && time <= latestTime) ||
    !/^(\d{1,2}|\d{6})$/.test(month ?? "")
  ) {
    throw badInput(field, "This list position isn't valid. Please start again from the top.");
  }
  return { month: Number(month), at: new Date(time), id };
}
