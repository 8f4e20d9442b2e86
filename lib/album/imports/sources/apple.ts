import { folderName, folderOf, nameIn } from "@/lib/album/imports/folders";
import { readCsv } from "@/lib/album/imports/sources/csv";
import type { SourceFacts, SourceReader } from "@/lib/album/imports/sources/source-reader";
import { line } from "@/lib/album/imports/texts";

/** "Saturday June 4,2022 12:11 PM GMT", always in English; a few have an hour above twelve all the same. */
const datePattern = /([A-Za-z]+) (\d{1,2}), ?(\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))? ?([AP]M)? ?(?:GMT|UTC)$/;

function readDate(text: string): number | null {
  const [, month = "", day, year, hour, minute, second = "0", half] = datePattern.exec(text.trim()) ?? [];
  const monthAt = "janfebmaraprmayjunjulaugsepoctnovdec".indexOf(month.slice(0, 3).toLowerCase()) / 3;
  if (!Number.isInteger(monthAt) || monthAt < 0) return null;
  const hours = Number(hour);
  const shift = half === "PM" && hours < 12 ? 12 : half === "AM" && hours === 12 ? -12 : 0;
  const ms = Date.UTC(Number(year), monthAt, Number(day), hours + shift, Number(minute), Number(second));
  // 1970 is what it writes if it doesn't know.
  return Number.isNaN(ms) || ms === 0 ? null : ms;
}

const isYes = (cell: string | undefined) => /^(?:yes|true|1)$/i.test(cell ?? "");
const keyOf = (name: string) => name.normalize("NFC").toLowerCase();

/**
 * Apple's copy of iCloud Photos: originals in `Photos`, what is known about each in `Photo Details.csv`, and one list
 * of names for each album. The lists' headers say which is which, since file and folder names are translated.
 */
export class AppleReader implements SourceReader {
  readonly kind = "apple";
  readonly #details = new Map<string, SourceFacts>();
  readonly #albums = new Map<string, string[]>();
  readonly #folders = new Set<string>();
  isFound = false;

  read(path: string, text: string): boolean {
    if (!/\.csv$/i.test(path)) return false;
    let isOurs = text.trim() === "";
    for (const row of readCsv(text)) {
      if (!("imgname" in row || "images" in row || "imagename" in row)) return false;
      isOurs = true;
      if ("originalcreationdate" in row) this.#readDetails(path, row);
      // Apple's own groupings, and the lists of hidden photos and favourites, add nothing.
      else if ("images" in row) this.#readAlbum(path, row.images ?? "");
    }
    this.isFound ||= isOurs && text.trim() !== "";
    return isOurs;
  }

  #readDetails(path: string, row: Record<string, string>): void {
    const folder = folderOf(path);
    this.#folders.add(folder);
    this.#details.set(keyOf(folder + row.imgname), {
      takenMs: readDate(row.originalcreationdate ?? ""),
      isFavorite: isYes(row.favorite),
      isLocked: isYes(row.hidden),
      isTrashed: isYes(row.deleted),
    });
  }

  #readAlbum(path: string, name: string): void {
    const title = line(nameIn(path).replace(/\.csv$/i, ""));
    const key = keyOf(name);
    if (title !== "" && key !== "") this.#albums.set(key, [...(this.#albums.get(key) ?? []), title]);
  }

  isOwnFolder(folder: string): boolean {
    // A part can have only photos, or its details in the folder above.
    return this.#folders.has(folder) || /^photos$/i.test(folderName(folder));
  }

  find(path: string): SourceFacts | undefined {
    const name = nameIn(path);
    const folder = folderOf(path);
    const above = folder.replace(/[^/]*\/$/, "");
    const details = this.#details.get(keyOf(path)) ?? this.#details.get(keyOf(above + name));
    const albums = this.#albums.get(keyOf(name));
    return details || albums ? { ...details, ...(albums ? { albums } : {}) } : undefined;
  }
}
