import { badInput } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

/** Where a page ended: the time it is ordered by, and the id that breaks ties. */
export interface Cursor {
  /** Only where a feed runs through a year's months. */
  month: number;
  at: Date;
  id: string;
}

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.month}.${cursor.at.getTime()}.${cursor.id}`).toString("base64url");
}

/** @throws AppError 400 for anything encodeCursor didn't make */
export function decodeCursor(text: string): Cursor {
  const [month, at, id] = Buffer.from(text, "base64url").toString("utf8").split(".");
  const date = new Date(Number(at));
  if (!id || !isUuid(id) || Number.isNaN(date.getTime()) || !/^\d{1,2}$/.test(month ?? "")) {
    throw badInput("cursor", "This place in the list is not known. Please start again.");
  }
  return { month: Number(month), at: date, id };
}
