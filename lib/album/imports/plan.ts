import { albumTitleOf, folderOf, nameIn, specialFolderOf } from "@/lib/album/imports/folders";
import type { EntryFacts, EntryReason } from "@/lib/album/imports/schema";
import { readAlbumFile, readSidecar, type Sidecar } from "@/lib/album/imports/sidecar";
import { isTitleOf, kindOfName, type NameKind, pairFolder } from "@/lib/album/imports/takeout-names";

/** What is known of a file before it is read. */
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
  /** What isn't a photo or video, by its name. */
  others: { member: Member; reason: EntryReason }[];
  /** How many sidecars describe files that aren't there. */
  withoutFile: number;
}

interface FolderContent<Member> {
  /** Several archives can have a file of the same name. */
  media: Map<string, Member[]>;
  sidecars: Map<string, Sidecar>;
  title: string | undefined;
  others: Member[];
}

/** Pages that Takeout adds for reading; nobody misses them. */
const isAddedPage = (name: string) => /^archive_browser\.html$/i.test(name);

/** Files and sidecars as they are listed, by folder: the parts of an archive share their folders. */
export class ImportPlanner<Member extends PlannedMember> {
  readonly #folders = new Map<string, FolderContent<Member>>();

  #folder(path: string): FolderContent<Member> {
    const name = folderOf(path);
    let folder = this.#folders.get(name);
    if (!folder) {
      folder = { media: new Map(), sidecars: new Map(), title: undefined, others: [] };
      this.#folders.set(name, folder);
    }
    return folder;
  }

  /** @param text of a JSON file, which is not kept */
  add(member: Member, text?: string): void {
    const name = nameIn(member.path);
    const folder = this.#folder(member.path);
    if (/\.json$/i.test(name)) {
      const sidecar = text === undefined ? null : readSidecar(text);
      if (sidecar) folder.sidecars.set(name, sidecar);
      else if (text !== undefined) folder.title ??= readAlbumFile(text)?.title;
      return;
    }
    if (kindOfName(name)) folder.media.set(name, [...(folder.media.get(name) ?? []), member]);
    else if (!isAddedPage(name)) folder.others.push(member);
  }

  /** Folder by folder, so that others have their turn in between. */
  *plan(): Generator<Plan<Member>> {
    for (const [path, folder] of this.#folders) {
      yield planFolder(path, folder);
      this.#folders.delete(path);
    }
  }
}

function factsOf(
  sidecar: Sidecar | undefined,
  member: PlannedMember,
  kind: NameKind,
  isClip: boolean,
): EntryFacts {
  const special = specialFolderOf(folderOf(member.path));
  const name = nameIn(member.path);
  return {
    title: !isClip && sidecar && isTitleOf(sidecar.title, name) ? sidecar.title : "",
    takenMs: sidecar?.takenMs ?? null,
    // What people say is about the photo; a clip is a part of it.
    description: isClip ? "" : (sidecar?.description ?? ""),
    place: sidecar?.place ?? null,
    people: isClip ? [] : (sidecar?.people ?? []),
    isFavorite: !isClip && (sidecar?.isFavorite ?? false),
    isArchived: (sidecar?.isArchived ?? false) || special === "archive",
    isTrashed: (sidecar?.isTrashed ?? false) || special === "trash",
    isLocked: (sidecar?.isLocked ?? false) || special === "locked",
    modifiedMs: member.modifiedMs,
    isMotion: kind === "motion",
  };
}

function planFolder<Member extends PlannedMember>(path: string, folder: FolderContent<Member>): Plan<Member> {
  const names = [...folder.media.keys()];
  const pairs = pairFolder(names, [...folder.sidecars.keys()], (name) => folder.sidecars.get(name)?.title);
  const album = albumTitleOf(path, folder.title);
  const files = names.flatMap((name) => {
    const kind = kindOfName(name) ?? "photo";
    const photoName = pairs.photoOf.get(name);
    const photo = photoName === undefined ? undefined : folder.media.get(photoName)?.[0];
    const sidecar = folder.sidecars.get(pairs.sidecarOf.get(name) ?? "");
    return (folder.media.get(name) ?? []).map((member) => ({
      member,
      kind,
      facts: factsOf(sidecar, member, kind, photo !== undefined),
      albums: album === null || photo ? [] : [album],
      photo: photo ?? null,
      isEdited: pairs.originalOf.has(name),
    }));
  });
  const others = folder.others.map((member) => ({ member, reason: "not_media" as const }));
  return { files, others, withoutFile: pairs.unused.length };
}
