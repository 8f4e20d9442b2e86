import { albumTitleOf, folderOf, nameIn, specialFolderOf } from "@/lib/album/imports/folders";
import type { EntryFacts, EntryReason, ImportKind } from "@/lib/album/imports/schema";
import { readAlbumFile, readSidecar, type Sidecar } from "@/lib/album/imports/sidecar";
import { sourceReaders } from "@/lib/album/imports/sources/all";
import type { SourceFacts, SourceReader } from "@/lib/album/imports/sources/source-reader";
import { isTitleOf, kindOfName, type NameKind, pairFolder } from "@/lib/album/imports/takeout-names";
import { isJson, isText } from "@/lib/album/imports/texts";

/** What is known about a file before it is read. */
export interface PlannedMember {
  path: string;
  bytes: number;
  modifiedMs: number;
}

export interface PlannedFile<Member extends PlannedMember> {
  member: Member;
  kind: NameKind;
  facts: EntryFacts;
  /** Titles of albums. */
  albums: string[];
  /** The photo that this is the clip of. */
  photo: Member | null;
  isEdited: boolean;
}

export interface Plan<Member extends PlannedMember> {
  files: PlannedFile<Member>[];
  /** Files whose names say that they aren't photos or videos. */
  others: { member: Member; reason: EntryReason }[];
  /** How many sidecars describe files that aren't there. */
  withoutFile: number;
}

interface FolderContent<Member> {
  /** Several archives can have a file of the same name. */
  media: Map<string, Member[]>;
  sidecars: Map<string, Sidecar>;
  title: string | undefined;
  others: { member: Member; reason: EntryReason }[];
}

/** Pages that Takeout adds for reading; nobody misses them. */
const isAddedPage = (name: string) => /^archive_browser\.html$/i.test(name);

function reasonOf(name: string): EntryReason {
  if (isText(name)) return "too_long";
  if (/\.(?:zip|tgz|tar|gz)$/i.test(name)) return "nested";
  return /\.aae$/i.test(name) ? "aae" : "not_media";
}

/** Collects files and texts as they are listed, by folder: the parts of an archive share their folders. */
export class ImportPlanner<Member extends PlannedMember> {
  readonly #folders = new Map<string, FolderContent<Member>>();
  readonly #readers = sourceReaders();
  #hasSidecars = false;

  #folder(path: string): FolderContent<Member> {
    const name = folderOf(path);
    let folder = this.#folders.get(name);
    if (!folder) {
      folder = { media: new Map(), sidecars: new Map(), title: undefined, others: [] };
      this.#folders.set(name, folder);
    }
    return folder;
  }

  /** @param text of a file that can say something about others; it isn't stored */
  add(member: Member, text?: string): void {
    const { path } = member;
    const name = nameIn(path);
    if (text !== undefined) {
      this.#addText(member, text);
    } else if (kindOfName(name)) {
      const { media } = this.#folder(path);
      media.set(name, [...(media.get(name) ?? []), member]);
      for (const reader of this.#readers) reader.notice?.(path);
    } else if (!isAddedPage(name)) this.#folder(path).others.push({ member, reason: reasonOf(name) });
  }

  #addText(member: Member, text: string): void {
    const { path } = member;
    if (this.#readers.some((reader) => reader.read(path, text))) return;
    const folder = this.#folder(path);
    if (!isJson(path)) {
      folder.others.push({ member, reason: "not_media" });
      return;
    }
    const sidecar = readSidecar(text);
    this.#hasSidecars ||= sidecar !== null;
    if (sidecar) folder.sidecars.set(nameIn(path), sidecar);
    else folder.title ??= readAlbumFile(text)?.title;
  }

  /** Everything that was added, without texts. */
  *members(): Generator<Member> {
    for (const { media, others } of this.#folders.values()) {
      for (const members of media.values()) yield* members;
      for (const { member } of others) yield member;
    }
  }

  /** The source of all of it, once everything has been added. */
  get kind(): ImportKind {
    if (this.#hasSidecars) return "takeout";
    return this.#readers.find(({ isFound }) => isFound)?.kind ?? "folder";
  }

  /** Plans folder by folder, so that other work gets a turn in between. */
  *plan(): Generator<Plan<Member>> {
    const readers = this.#readers.filter(({ isFound }) => isFound);
    for (const [path, folder] of this.#folders) {
      yield planFolder(path, folder, readers);
      this.#folders.delete(path);
    }
  }
}

function factsOf(
  sidecar: Sidecar | undefined,
  said: SourceFacts,
  member: PlannedMember,
  kind: NameKind,
  isClip: boolean,
): EntryFacts {
  const special = specialFolderOf(folderOf(member.path));
  const name = nameIn(member.path);
  const { title = "", ...known } = { ...sidecar, ...said };
  return {
    title: !isClip && isTitleOf(title, name) ? title : "",
    takenMs: known.takenMs ?? null,
    takenLocal: known.takenLocal ?? null,
    // What people say is about the photo; a clip is a part of it.
    description: isClip ? "" : (known.description ?? ""),
    place: known.place ?? null,
    people: isClip ? [] : (known.people ?? []),
    comments: isClip ? [] : (known.comments ?? []),
    hearts: isClip ? [] : (known.hearts ?? []),
    isFavorite: !isClip && (known.isFavorite ?? false),
    isArchived: (known.isArchived ?? false) || special === "archive",
    isTrashed: (known.isTrashed ?? false) || special === "trash",
    isLocked: (known.isLocked ?? false) || special === "locked",
    modifiedMs: member.modifiedMs,
    isMotion: kind === "motion",
    exact: null,
    remoteId: null,
    coveredBy: null,
    isStackDecided: false,
  };
}

/** What sources say about these files, the first of which is the file itself. */
function findSaid(readers: readonly SourceReader[], paths: readonly string[]): SourceFacts {
  const found = paths.map((path) => readers.map((reader) => reader.find(path)).find((facts) => facts));
  return Object.assign({}, ...found.reverse());
}

function planFolder<Member extends PlannedMember>(
  path: string,
  folder: FolderContent<Member>,
  readers: readonly SourceReader[],
): Plan<Member> {
  const names = [...folder.media.keys()];
  const pairs = pairFolder(names, [...folder.sidecars.keys()], (name) => folder.sidecars.get(name)?.title);
  const isOwn = readers.some((reader) => reader.isOwnFolder(path));
  const album = isOwn ? null : albumTitleOf(path, folder.title);
  const files = names.flatMap((name) => {
    const kind = kindOfName(name) ?? "photo";
    const photoName = pairs.photoOf.get(name);
    const photo = photoName === undefined ? undefined : folder.media.get(photoName)?.[0];
    const sidecar = folder.sidecars.get(pairs.sidecarOf.get(name) ?? "");
    // What is said about an original or a photo also applies to its edited copy or clip.
    const asked = [name, pairs.originalOf.get(name), photoName].filter((one) => one !== undefined);
    const { albums = album === null ? [] : [album], ...said } = findSaid(
      readers,
      asked.map((one) => path + one),
    );
    return (folder.media.get(name) ?? []).map((member) => ({
      member,
      kind,
      facts: factsOf(sidecar, said, member, kind, photo !== undefined),
      albums: photo ? [] : albums,
      photo: photo ?? null,
      isEdited: pairs.originalOf.has(name),
    }));
  });
  return { files, others: folder.others, withoutFile: pairs.unused.length };
}
