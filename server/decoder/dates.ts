import exifr from "exifr";

const dateTags = ["DateTimeOriginal", "CreateDate", "ModifyDate"];
const maxDate = 100;

/**
 * When a picture was taken according to its EXIF, best source first.
 * @param head its first bytes
 */
export async function readDates(head: Buffer): Promise<{ dates: string[] }> {
  const tags: Record<string, unknown> | undefined = await exifr.parse(head, {
    pick: dateTags,
    reviveValues: false,
    translateValues: false,
  });
  const dates = dateTags.map((name) => tags?.[name]);
  return {
    dates: dates.filter((date): date is string => typeof date === "string" && date.length <= maxDate),
  };
}
