import { folderOf, nameIn, yearOfFolder } from "@/lib/album/imports/folders";
import type { PlannedFile, PlannedMember } from "@/lib/album/imports/plan";
import type {
  EntryFacts,
  EntryReason,
  ImportedProfile,
  ImportKind,
  ImportReport,
} from "@/lib/album/imports/schema";
import { importedMonth, importedTakenAt } from "@/lib/album/imports/taken";

const maxListed = 2_000;

/** What a Keepsake export has besides its items. */
export interface Exported {
  albums: { title: string; count: number }[];
  notices: number;
  printOrders: number;
  /** Items whose files aren't there. */
  missing: number;
  /** The people in the family's list, by their names in the import. */
  profiles: ReadonlyMap<string, ImportedProfile>;
}

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
    comments: 0,
    hearts: 0,
    notices: 0,
    printOrders: 0,
    undated: 0,
    beforeAlbum: 0,
    withoutFile: 0,
  };
  readonly #albums = new Map<string, number>();
  readonly #people = new Map<string, Omit<ImportReport["people"][number], "name">>();
  readonly #left = new Map<EntryReason, number>();
  /** Lengths and checksums of the files seen so far. */
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
    // If the archive has no checksum, the name stands in for the bytes.
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
    this.#addPeople(facts);
    this.#addDate(member, facts);
  }

  #person(name: string) {
    const person = this.#people.get(name) ?? { count: 0, said: 0, profile: null };
    this.#people.set(name, person);
    return person;
  }

  #addPeople({ people, comments, hearts }: EntryFacts): void {
    for (const name of people) this.#person(name).count++;
    for (const { name } of [...comments, ...hearts]) this.#person(name).said++;
    this.#counts.comments += comments.length;
    this.#counts.hearts += hearts.length;
  }

  #addDate({ path, modifiedMs }: PlannedMember, facts: EntryFacts): void {
    const takenAt = importedTakenAt({ name: nameIn(path), facts, timeZone: this.timeZone });
    const folder = folderOf(path);
    const { exact } = facts;
    const { year } = importedMonth(takenAt, { folder, modifiedMs, exact });
    // The last change alone says too little: the import reads the file before it decides.
    const isDated = takenAt !== null || exact !== null || yearOfFolder(folder) !== null;
    if (isDated && year < this.albumFirstYear) {
      this.#counts.beforeAlbum++;
      this.#firstYear = Math.min(year, this.#firstYear ?? year);
    }
    if (!takenAt) {
      // Another Keepsake has read it already.
      if (!exact) this.#counts.undated++;
      return;
    }
    if (!this.#first || takenAt < this.#first) this.#first = takenAt;
    if (!this.#last || takenAt > this.#last) this.#last = takenAt;
  }

  /** Adds what an export says about itself, which doesn't have to be counted. */
  addExported({ albums, notices, printOrders, missing, profiles }: Exported): void {
    for (const { title, count } of albums) this.#albums.set(title, (this.#albums.get(title) ?? 0) + count);
    this.#counts.notices += notices;
    this.#counts.printOrders += printOrders;
    this.#counts.withoutFile += missing;
    for (const [name, profile] of profiles) this.#person(name).profile = profile;
  }

  leave(reason: EntryReason): void {
    this.#left.set(reason, (this.#left.get(reason) ?? 0) + 1);
  }

  addWithoutFile(count: number): void {
    this.#counts.withoutFile += count;
  }

  /** @param known how many files are probably in the album already */
  report(kind: ImportKind, known: number): ImportReport {
    const listed = (counts: Map<string, number>) =>
      [...counts]
        .map(([name, count]) => ({ name, count }))
        .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
        .slice(0, maxListed);
    const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;
    return {
      kind,
      ...this.#counts,
      known,
      firstYear: this.#firstYear,
      firstDay: dayOf(this.#first),
      lastDay: dayOf(this.#last),
      albums: listed(this.#albums),
      people: [...this.#people]
        .map(([name, counts]) => ({ name, ...counts }))
        .sort((a, b) => b.count + b.said - (a.count + a.said) || a.name.localeCompare(b.name))
        .slice(0, maxListed),
      left: [...this.#left].map(([reason, count]) => ({ reason, count })),
    };
  }
}
