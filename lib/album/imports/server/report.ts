import { folderOf, nameIn } from "@/lib/album/imports/folders";
import type { PlannedFile, PlannedMember } from "@/lib/album/imports/plan";
import type { EntryReason, ImportReport } from "@/lib/album/imports/schema";
import { importedMonth, importedTakenAt } from "@/lib/album/imports/taken";

const maxListed = 2_000;

/** Counts what the dry run finds. */
export class ReportCounter {
  readonly #counts = {
    photos: 0,
    videos: 0,
    livePhotos: 0,
    edited: 0,
    favorites: 0,
    described: 0,
    placed: 0,
    archived: 0,
    trashed: 0,
    locked: 0,
    bytes: 0,
    repeated: 0,
    undated: 0,
    beforeAlbum: 0,
    withoutFile: 0,
  };
  readonly #albums = new Map<string, number>();
  readonly #people = new Map<string, number>();
  readonly #left = new Map<EntryReason, number>();
  /** Length and checksum of what has been seen. */
  readonly #seen = new Set<string>();
  #first: Date | null = null;
  #last: Date | null = null;
  #firstYear: number | null = null;

  constructor(
    private readonly timeZone: string,
    private readonly albumFirstYear: number,
  ) {}

  add(
    { member, kind, facts, albums, photo, isEdited }: PlannedFile<PlannedMember & { crc32: number | null }>,
    reason: EntryReason | null,
  ): void {
    for (const album of albums) this.#albums.set(album, (this.#albums.get(album) ?? 0) + 1);
    if (reason) {
      this.leave(reason);
      return;
    }
    const counts = this.#counts;
    // Where the archive doesn't say, the name stands for the bytes.
    const key = `${member.bytes}:${member.crc32 ?? nameIn(member.path)}`;
    if (this.#seen.has(key)) {
      counts.repeated++;
      return;
    }
    this.#seen.add(key);
    counts.bytes += member.bytes;
    if (photo) counts.livePhotos++;
    else if (kind === "photo") counts.photos++;
    else counts.videos++;
    if (isEdited) counts.edited++;
    if (facts.isFavorite) counts.favorites++;
    if (facts.description !== "") counts.described++;
    if (facts.place) counts.placed++;
    if (facts.isArchived) counts.archived++;
    if (facts.isTrashed) counts.trashed++;
    if (facts.isLocked) counts.locked++;
    for (const name of facts.people) this.#people.set(name, (this.#people.get(name) ?? 0) + 1);
    this.#addDate(member, importedTakenAt({ name: nameIn(member.path), facts, timeZone: this.timeZone }));
  }

  #addDate({ path, modifiedMs }: PlannedMember, takenAt: Date | null): void {
    const { year } = importedMonth(takenAt, { folder: folderOf(path), modifiedMs });
    if (year < this.albumFirstYear) {
      this.#counts.beforeAlbum++;
      this.#firstYear = Math.min(year, this.#firstYear ?? year);
    }
    if (!takenAt) {
      this.#counts.undated++;
      return;
    }
    if (!this.#first || takenAt < this.#first) this.#first = takenAt;
    if (!this.#last || takenAt > this.#last) this.#last = takenAt;
  }

  leave(reason: EntryReason): void {
    this.#left.set(reason, (this.#left.get(reason) ?? 0) + 1);
  }

  addWithoutFile(count: number): void {
    this.#counts.withoutFile += count;
  }

  /** @param known how many files are probably in the album already */
  report(known: number): ImportReport {
    const listed = (counts: Map<string, number>) =>
      [...counts]
        .map(([name, count]) => ({ name, count }))
        .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
        .slice(0, maxListed);
    const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;
    return {
      ...this.#counts,
      known,
      firstYear: this.#firstYear,
      firstDay: dayOf(this.#first),
      lastDay: dayOf(this.#last),
      albums: listed(this.#albums),
      people: listed(this.#people),
      left: [...this.#left].map(([reason, count]) => ({ reason, count })),
    };
  }
}
