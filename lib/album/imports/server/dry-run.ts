import { folderOf, yearOfFolder } from "@/lib/album/imports/folders";
import type { PlannedFile } from "@/lib/album/imports/plan";
import type { ChoicesInput, EntryReason, ImportKind } from "@/lib/album/imports/schema";
import { ReportCounter } from "@/lib/album/imports/server/report";
import type { ArchiveRow, Member } from "@/lib/album/imports/server/sources";
import { turns } from "@/lib/album/imports/turns";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import { db } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { keyInPlace } from "@/lib/platform/storage/in-place-storage";

const rowsAtOnce = 500;

export interface PlannedImport {
  id: string;
  familyId: string;
  userId: string | null;
  folder: string | null;
  isInPlace: boolean;
  address: string | null;
  sealedKey: string | null;
  timeZone: string;
}

/** A member with its location. */
export interface PlacedMember extends Member {
  archiveId: string | null;
  id: string;
}

export async function listArchiveRows(importId: string): Promise<ArchiveRow[]> {
  const rows = await db.importArchive.findMany({
    where: { importId },
    select: { id: true, fileName: true, bytes: true, mimeType: true, storagePath: true },
    orderBy: [{ fileName: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

/** The result of planning a source. */
export interface Planned {
  kind: ImportKind;
  /** Who is probably who, if the source says enough. */
  people: ChoicesInput["people"] | null;
}

/** The reason a file can't be imported, as far as that can be seen without reading it. */
function refusalOf(
  { member, kind }: PlannedFile<PlacedMember>,
  { folder, isInPlace }: PlannedImport,
  limits: UploadLimits,
): EntryReason | null {
  if (member.refusal) return member.refusal;
  if (member.bytes === 0) return "empty";
  if (isInPlace && keyInPlace(`${folder}/${member.path}`) === null) return "name";
  const maxBytes = kind === "photo" ? limits.maxImageBytes : limits.maxVideoBytes;
  return member.bytes > maxBytes ? "too_large" : null;
}

const turnOf = ({ path }: Member) => (yearOfFolder(folderOf(path)) === null ? turns.other : turns.year);

type EntryRow = Prisma.ImportEntryCreateManyInput;

class EntryWriter {
  #rows: EntryRow[] = [];

  constructor(private readonly job: PlannedImport) {}

  async add(member: PlacedMember, row: Partial<EntryRow>): Promise<void> {
    const { id, archiveId, path, position, bytes, compressedBytes, method, crc32 } = member;
    const place = { id, archiveId, path, position, bytes, compressedBytes, method, crc32 };
    this.#rows.push({ importId: this.job.id, familyId: this.job.familyId, ...place, ...row });
    if (this.#rows.length >= rowsAtOnce) await this.flush();
  }

  async flush(): Promise<void> {
    const data = this.#rows;
    this.#rows = [];
    if (data.length > 0) await db.importEntry.createMany({ data });
  }
}

/** Writes down and counts what a dry run finds. */
export class DryRun {
  readonly #writer: EntryWriter;
  readonly counter: ReportCounter;

  constructor(
    private readonly job: PlannedImport,
    firstYear: number,
    private readonly limits: UploadLimits,
  ) {
    this.#writer = new EntryWriter(job);
    this.counter = new ReportCounter(job.timeZone, firstYear);
  }

  async add(files: readonly PlannedFile<PlacedMember>[]): Promise<void> {
    for (const file of files) {
      const { member, facts, albums, photo } = file;
      const reason = refusalOf(file, this.job, this.limits);
      this.counter.add(file, reason);
      const clip = { turn: photo ? turns.clip : turnOf(member), photoId: photo?.id ?? null };
      const left = reason ? { state: "left" as const, reason } : {};
      await this.#writer.add(member, { facts: { ...facts }, albums, ...clip, ...left });
    }
  }

  async leave(member: PlacedMember, reason: EntryReason): Promise<void> {
    const why = member.refusal ?? reason;
    this.counter.leave(why);
    await this.#writer.add(member, { state: "left", reason: why });
  }

  /** Texts with the rest of an export are read again at the end of the import. */
  async addText(member: PlacedMember): Promise<void> {
    await this.#writer.add(member, { state: "left", turn: turns.text });
  }

  finish(): Promise<void> {
    return this.#writer.flush();
  }
}
