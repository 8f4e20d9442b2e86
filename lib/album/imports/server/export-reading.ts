import { StringDecoder } from "node:string_decoder";
import { ZodError } from "zod";
import {
  type ExportEntry,
  type ExportedItem,
  type ExportedPerson,
  type ExportHead,
  type ExportListName,
  exportLists,
} from "@/lib/album/exports/format";
import { readExportLines } from "@/lib/album/exports/lines";
import { folderOf } from "@/lib/album/imports/folders";
import type { PlannedFile, PlannedMember } from "@/lib/album/imports/plan";
import type { EntryFacts } from "@/lib/album/imports/schema";
import { ImportPausedError } from "@/lib/album/imports/server/entry-service";
import { paragraph, personName } from "@/lib/album/imports/texts";
import { givenNameOf } from "@/lib/core/names/server/display-name";
import { ArchiveError } from "@/lib/platform/files/zip-reader";
import { maxCommentLength } from "@/lib/shared/comment-limits";
import { areNoEdits } from "@/lib/shared/picture-edits";
import { maxDescriptionLength } from "@/lib/shared/upload-limits";
import { yearSchema } from "@/lib/shared/year-schema";

/** The longest line: an item with thousands of comments. */
const maxLineChars = 16 * 1024 * 1024;
/** For each list except the items. */
const maxEntries = 100_000;

const notOurs = (cause?: unknown) => new ArchiveError("keepsake.json is damaged.", { cause });

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const piece of bytes) {
    const lines = (rest + decoder.write(piece)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxLineChars) throw notOurs();
    yield* lines;
  }
  rest += decoder.end();
  if (rest !== "") yield rest;
}

/** An entry of one of the lists, as the format defines it; anything else is skipped. */
export type Exported = {
  [Name in ExportListName]: { list: Name; value: ExportEntry<Name> };
}[ExportListName];

/** Everything in `keepsake.json`, line by line. @throws ArchiveError, ImportPausedError for a later version */
export async function* readExport(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ head: ExportHead } | Exported> {
  const counts = new Map<string, number>();
  try {
    for await (const line of readExportLines(linesOf(bytes))) {
      if ("head" in line) {
        yield line;
        continue;
      }
      const { success, data: value } = exportLists[line.list].safeParse(line.value);
      const count = (counts.get(line.list) ?? 0) + 1;
      counts.set(line.list, count);
      if (count > maxEntries && line.list !== "items") throw notOurs();
      if (success) yield { list: line.list, value } as Exported;
    }
  } catch (error) {
    if (error instanceof ZodError && error.issues.every(({ path }) => path[0] === "version")) {
      throw new ImportPausedError("newer_export");
    }
    if (error instanceof SyntaxError || error instanceof ZodError) throw notOurs(error);
    throw error;
  }
}

/** An export's people by their names in the import, which differ even for two people of the same name. */
export class ExportedPeople {
  readonly #names = new Map<string, string>();
  readonly #people = new Map<string, ExportedPerson>();

  add(person: ExportedPerson): void {
    const plain = personName(givenNameOf(person)).slice(0, 90) || "Someone";
    let name = plain;
    for (let number = 2; this.#people.has(name); number++) name = `${plain} (${number})`;
    this.#names.set(person.id, name);
    this.#people.set(name, person);
  }

  nameOf(id: string | null): string | null {
    return id === null ? null : (this.#names.get(id) ?? null);
  }

  /** Everyone, with their name in the import. */
  all(): [string, ExportedPerson][] {
    return [...this.#people];
  }
}

const momentMs = (at: string) => Date.parse(at);

/** A comment's text as it is imported. */
export const commentText = (text: string) => paragraph(text, maxCommentLength);

/** A face at the edge can reach beyond it. */
const isInPicture = ({ left, top, width, height }: Omit<ExportedItem["faces"][number], "person">) =>
  width > 0 && height > 0 && left >= -1 && top >= -1 && left + width <= 2 && top + height <= 2;

function factsOf(item: ExportedItem, people: ExportedPeople, modifiedMs: number): EntryFacts {
  const names = item.people.flatMap(({ person }) => people.nameOf(person) ?? []);
  const { latitude, longitude } = item.facts ?? { latitude: null, longitude: null };
  return {
    title: item.fileName,
    takenMs: null,
    takenLocal: null,
    description: paragraph(item.description, maxDescriptionLength),
    place: latitude === null || longitude === null ? null : { latitude, longitude },
    people: [...new Set(names)],
    comments: item.comments.flatMap(({ by, at, editedAt, text, recording }) => {
      const name = people.nameOf(by);
      // A voice note without text says nothing once its recording is lost.
      if (name === null || (text === "" && (recording?.path ?? null) === null)) return [];
      const editedMs = editedAt === null ? null : momentMs(editedAt);
      return { name, atMs: momentMs(at), editedMs, text: commentText(text) };
    }),
    hearts: item.hearts.flatMap(({ by, at }) => {
      const name = people.nameOf(by);
      return name === null ? [] : { name, atMs: momentMs(at) };
    }),
    isFavorite: false,
    isArchived: false,
    isTrashed: false,
    isLocked: false,
    modifiedMs,
    isMotion: false,
    remoteId: null,
    coveredBy: item.coveredBy,
    isStackDecided: item.isStackDecided,
    exact: {
      sourceId: item.id,
      year: item.year,
      month: item.month,
      yearPrecision: item.precision,
      takenAt: item.takenAt,
      edits: item.type === "image" && item.edits && !areNoEdits(item.edits) ? item.edits : null,
      isMonthCover: item.isMonthCover,
      tags: item.people.flatMap(({ person, by, at }) => {
        const name = people.nameOf(person);
        return name === null ? [] : [{ name, by: people.nameOf(by), atMs: momentMs(at) }];
      }),
      faces: item.faces.flatMap(({ person, ...place }) => {
        const name = people.nameOf(person);
        return name === null || !isInPicture(place) ? [] : [{ name, ...place }];
      }),
      uploadedBy: people.nameOf(item.uploadedBy),
      uploadedAt: item.uploadedAt,
    },
  };
}

const noFacts = (facts: EntryFacts, title: string): EntryFacts => ({
  ...facts,
  title,
  description: "",
  people: [],
  comments: [],
  hearts: [],
  coveredBy: null,
  exact: facts.exact && {
    ...facts.exact,
    sourceId: "",
    edits: null,
    isMonthCover: false,
    tags: [],
    faces: [],
  },
});

/** An export's files, which can be in several archives: one that has only what is new, and earlier ones. */
export class ExportFiles<Member extends PlannedMember> {
  readonly #byPath = new Map<string, Member[]>();

  constructor(members: Iterable<Member>, tops: ReadonlySet<string>) {
    for (const member of members) {
      for (const top of tops) {
        if (!member.path.startsWith(top)) continue;
        const path = member.path.slice(top.length).normalize("NFC");
        this.#byPath.set(path, [...(this.#byPath.get(path) ?? []), member]);
      }
    }
  }

  /** The file at a path, if it has the length stated in the export. */
  #find(path: string | null, bytes: number): Member | undefined {
    if (path === null) return undefined;
    // A Mac decomposes accented letters when it unpacks.
    return this.#byPath.get(path.normalize("NFC"))?.find((member) => member.bytes === bytes);
  }

  /** An item and its clip; nothing if its file isn't there. */
  plan(item: ExportedItem, people: ExportedPeople): PlannedFile<Member>[] {
    const member = this.#find(item.path, item.bytes);
    if (!member || !yearSchema.safeParse(item.year).success) return [];
    const facts = factsOf(item, people, member.modifiedMs);
    const photo: PlannedFile<Member> = {
      member,
      kind: item.type === "image" ? "photo" : "video",
      facts,
      albums: [],
      photo: null,
      isEdited: false,
    };
    const clip = item.clip && this.#find(item.clip.path, item.clip.bytes);
    if (!item.clip || !clip) return [photo];
    const part = { ...photo, member: clip, kind: "video" as const, photo: member };
    return [photo, { ...part, facts: noFacts(facts, item.clip.fileName) }];
  }
}

/** The folder that an export's paths are relative to. */
export const topOf = ({ path }: PlannedMember): string => folderOf(path);
