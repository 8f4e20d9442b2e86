import { editedWords, originalOfEdited } from "@/lib/album/media/edited-name";
import { fileTypes } from "@/lib/shared/file-types";

/** What Google appends to a photo's name for its sidecar, before ".json". It is cut wherever the name gets too long. */
const supplement = ".supplemental-metadata";
/** For a sidecar's name without ".json", in UTF-16 units. A number after it isn't cut and doesn't count. */
const maxSidecarStem = 46;
/** For a photo's name with its extension. */
const maxMediaName = 51;

const extensionsOf = (mediaType: "image" | "video") =>
  new Set(
    Object.values(fileTypes)
      .filter((type) => type.mediaType === mediaType)
      .flatMap((type) => [type.extension, ...("otherExtensions" in type ? type.otherExtensions : [])]),
  );
const photoExtensions = new Set<string>([
  ...extensionsOf("image"),
  "bmp",
  "tif",
  "tiff",
  "orf",
  "raf",
  "rw2",
]);
const videoExtensions = new Set<string>([...extensionsOf("video"), "wmv", "mod", "tod", "divx", "flv"]);
/** Extensions of photos that can have a clip beside them, likeliest first. */
const livePhotoExtensions = ["heic", "jpg", "jpeg", "png", "heif", "dng"];

export type NameKind = "photo" | "video" | "motion";

/**
 * What a name in an export stands for: a photo, a video, or the moving part of a Pixel's or Samsung's photo, which has
 * no extension or ".MP". Null for anything else.
 */
export function kindOfName(name: string): NameKind | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined) return /^(?:MVIMG|PXL|IMG)_\d{8}_\d{6,9}/i.test(name) ? "motion" : null;
  if (/^mp(?:~\d+)?$/.test(extension)) return "motion";
  if (photoExtensions.has(extension)) return "photo";
  return videoExtensions.has(extension) ? "video" : null;
}

interface MediaName {
  name: string;
  kind: NameKind;
  /** Without the number. */
  bare: string;
  /** "(2)", or nothing. */
  number: string;
  /** `bare` without its extension. */
  stem: string;
  extension: string;
}

const numberAtEnd = /^(.+)(\([1-9]\d*\))$/s;
const fold = (text: string) => text.toLowerCase();

function readMediaName(original: string): MediaName {
  const name = original.normalize("NFC");
  const [, whole = name, extension = ""] = /^(.+?)(\.[^.]+)$/s.exec(name) ?? [];
  const [, stem = whole, number = ""] = numberAtEnd.exec(whole) ?? [];
  return {
    name: original,
    kind: kindOfName(name) ?? "photo",
    bare: stem + extension,
    number,
    stem,
    extension,
  };
}

/** Characters that Google replaces in names. */
const replaced = /[\\/:*?"<>|&%#;~\p{Cc}]/gu;
const plain = (text: string) => fold(text.normalize("NFC")).replace(replaced, "_");

/** Whether a sidecar's title can belong to a file with this name, which may be cut and numbered. */
export function isTitleOf(title: string, mediaName: string): boolean {
  const { stem, number, extension } = readMediaName(mediaName);
  const wanted = plain(title);
  const ownExtension = plain(extension);
  const wantedStem = wanted.endsWith(ownExtension)
    ? wanted.slice(0, wanted.length - ownExtension.length)
    : wanted;
  const ownStem = plain(stem);
  if (wantedStem === ownStem || wantedStem === ownStem + number) return true;
  const isCut = stem.length + extension.length >= maxMediaName - 1;
  return isCut && wantedStem.startsWith(ownStem);
}

/** How well a name fits. The steps leave room for what the title and the letter case say. */
const costs = { whole: 0, plain: 1, cutSupplement: 2, cutName: 3, noExtension: 4 };
const foldedCost = 10;
const numberedCost = 0.5;
/** Google doesn't cut off a number that it added itself. */
const cutNumberCost = 0.75;
const otherTitleCost = 100;

interface IndexedSidecar {
  name: string;
  cost: number;
}

/** A folder's sidecars by the name and number of the file they can belong to, as written and in lower case. */
class SidecarIndex {
  static readonly #cuts = Array.from({ length: supplement.length }, (_, at) => supplement.slice(0, at + 1));
  readonly #byKey = new Map<string, IndexedSidecar[]>();

  constructor(names: readonly string[]) {
    for (const name of names) {
      const whole = name.slice(0, -".json".length).normalize("NFC");
      this.#addAll(whole, "", name);
      const [, bare, number] = numberAtEnd.exec(whole) ?? [];
      if (bare !== undefined && number !== undefined) this.#addAll(bare, number, name);
    }
  }

  #addAll(stem: string, number: string, name: string): void {
    this.#add(stem, number, { name, cost: costs.plain });
    for (const cut of SidecarIndex.#cuts) {
      if (!stem.endsWith(cut) || cut === stem) continue;
      const cost = cut === supplement ? costs.whole : costs.cutSupplement;
      this.#add(stem.slice(0, -cut.length), number, { name, cost });
    }
  }

  #add(stem: string, number: string, sidecar: IndexedSidecar): void {
    for (const key of new Set([`=${stem}\n${number}`, `~${fold(stem)}\n${number}`])) {
      const there = this.#byKey.get(key);
      if (there) there.push(sidecar);
      else this.#byKey.set(key, [sidecar]);
    }
  }

  /** @returns the sidecars whose names fit, with how well they do */
  *find(name: string, number: string): Generator<IndexedSidecar> {
    yield* this.#byKey.get(`=${name}\n${number}`) ?? [];
    for (const { name: sidecar, cost } of this.#byKey.get(`~${fold(name)}\n${number}`) ?? []) {
      yield { name: sidecar, cost: cost + foldedCost };
    }
  }
}

interface Candidate {
  sidecar: string;
  /** Lower is likelier. */
  cost: number;
}

/** The sidecars that a file of this name can have. */
function* fitting(
  index: SidecarIndex,
  {
    bare,
    stem,
    number,
    hasOwnNumber = false,
  }: Pick<MediaName, "bare" | "stem" | "number"> & { hasOwnNumber?: boolean },
): Generator<IndexedSidecar> {
  yield* index.find(bare, number);
  for (let length = bare.length - 1; length >= maxSidecarStem - 1; length--) {
    const extra = costs.cutName - costs.plain + (hasOwnNumber && length < stem.length ? cutNumberCost : 0);
    for (const { name, cost } of index.find(bare.slice(0, length), number)) {
      // One that continues after the cut belongs to a shorter name.
      const isUncut = cost % foldedCost === costs.plain;
      if (isUncut) yield { name, cost: cost + extra };
    }
  }
  if (stem === bare) return;
  for (const { name, cost } of index.find(stem, number)) {
    yield { name, cost: cost + costs.noExtension };
  }
}

type TitleOf = (sidecar: string) => string | undefined;

function candidatesOf(media: MediaName, index: SidecarIndex, titleOf: TitleOf): Candidate[] {
  const found = new Map<string, number>();
  const look = (names: Parameters<typeof fitting>[1], extra: number) => {
    for (const { name, cost } of fitting(index, names)) {
      const title = titleOf(name);
      const isOther = title !== undefined && !isTitleOf(title, media.name);
      const total = cost + extra + (isOther ? otherTitleCost : 0);
      found.set(name, Math.min(total, found.get(name) ?? Infinity));
    }
  };
  const { bare, stem, number, extension } = media;
  const whole = stem + number;
  if (number !== "") look({ bare: whole + extension, stem: whole, number: "", hasOwnNumber: true }, 0);
  look({ bare, stem, number }, number === "" ? 0 : numberedCost);
  return [...found].map(([sidecar, cost]) => ({ sidecar, cost })).sort((a, b) => a.cost - b.cost);
}

/** The same name with the extensions that photos can have before they are edited. */
const asAnyPhoto = (stem: string) => livePhotoExtensions.map((extension) => `${stem}.${extension}`);

/** Names that an edited copy's original can have, in the folder or among its sidecars. */
function originalNamesOf({ kind, stem, number, extension, bare }: MediaName): string[] {
  const names: string[] = [];
  const whole = `${stem}${number}${extension}`;
  const original = originalOfEdited(whole) ?? originalOfEdited(bare);
  if (original !== null) {
    const originalStem = original.slice(0, -extension.length);
    names.push(original, `${originalStem}${number}${extension}`);
    if (kind === "photo") names.push(...asAnyPhoto(originalStem));
  }
  // Apple's: IMG_E1234.JPG is how IMG_1234.HEIC is shown. A clip stays part of the edited photo.
  const [, apples] = kind === "photo" ? (/^IMG_E(\d{4,})$/i.exec(stem) ?? []) : [];
  if (apples !== undefined) names.push(...asAnyPhoto(`IMG_${apples}${number}`));
  if (bare.length >= maxMediaName - 1) {
    // "-edi" at the end of a name that has no room for more.
    const [, before = "", begun] = /^(.+)-(\p{L}*)$/su.exec(stem) ?? [];
    if (begun !== undefined && editedWords.some((word) => word.startsWith(fold(begun)))) {
      names.push(`${before}${extension}`, `${before}${number}${extension}`);
    }
  }
  // In a language that isn't listed: a word, if there is a file without it.
  const [, before, word] = /^(.+)-(\p{L}[\p{L}\p{M} ]{2,})$/su.exec(stem) ?? [];
  if (before !== undefined && word !== undefined) {
    names.push(`${before}${number}${extension}`, `${before}${extension}`);
  }
  return names;
}

export interface FolderPairs {
  /** The sidecar of each file that has one, its own or one that it shares. */
  sidecarOf: Map<string, string>;
  /** The photo of each clip. */
  photoOf: Map<string, string>;
  /** The original of each edited copy that is in the folder. */
  originalOf: Map<string, string>;
  /** Sidecars without a file here: their photos are elsewhere. */
  unused: string[];
}

class Folder {
  readonly media: readonly MediaName[];
  readonly index: SidecarIndex;
  readonly #candidates: ReadonlyMap<MediaName, Candidate[]>;
  readonly #byName = new Map<string, MediaName>();
  readonly sidecarOf = new Map<string, string>();
  readonly photoOf = new Map<string, string>();
  readonly originalOf = new Map<string, string>();

  constructor(
    names: readonly string[],
    readonly sidecars: readonly string[],
    readonly titleOf: TitleOf,
  ) {
    this.media = names.map(readMediaName);
    this.index = new SidecarIndex(sidecars);
    this.#candidates = new Map(this.media.map((media) => [media, candidatesOf(media, this.index, titleOf)]));
    for (const media of this.media) {
      const name = media.name.normalize("NFC");
      this.#byName.set(`=${name}`, media);
      if (!this.#byName.has(`~${fold(name)}`)) this.#byName.set(`~${fold(name)}`, media);
    }
  }

  find(name: string): MediaName | undefined {
    return this.#byName.get(`=${name}`) ?? this.#byName.get(`~${fold(name)}`);
  }

  /** Edited copies first, or a name that was cut would fit them as well as their originals. */
  findEdited(): void {
    for (const media of this.media) {
      const [own] = this.#candidates.get(media) ?? [];
      if (own && own.cost <= costs.plain + numberedCost) continue;
      const original = originalNamesOf(media)
        .map((name) => this.find(name))
        .find((found) => found && found !== media);
      if (original) this.originalOf.set(media.name, original.name);
    }
  }

  /** Each sidecar goes to the file it fits best; if two fit equally well, to neither. */
  assign(): void {
    const claims = this.media
      .filter(({ name }) => !this.originalOf.has(name))
      .flatMap((media) => (this.#candidates.get(media) ?? []).map((candidate) => ({ media, ...candidate })))
      .sort((a, b) => a.cost - b.cost);
    const takenAt = new Map<string, { media: MediaName; cost: number }>();
    const disputed = new Set<string>();
    for (const { media, sidecar, cost } of claims) {
      const taken = takenAt.get(sidecar);
      if (!taken) {
        if (this.sidecarOf.has(media.name)) continue;
        takenAt.set(sidecar, { media, cost });
        this.sidecarOf.set(media.name, sidecar);
      } else if (taken.cost === cost && taken.media !== media && !this.sidecarOf.has(media.name)) {
        // A photo and its clip can share one.
        if (isClipOf(media, taken.media) || isClipOf(taken.media, media))
          this.sidecarOf.set(media.name, sidecar);
        else disputed.add(sidecar);
      }
    }
    for (const sidecar of disputed) {
      const owner = takenAt.get(sidecar)?.media.name;
      if (owner !== undefined) this.sidecarOf.delete(owner);
    }
  }

  /** The other copies of a cut name have no sidecar of their own. */
  shareAmongCopies(): void {
    for (const { name, bare, stem, number } of this.media) {
      if (number === "" || this.sidecarOf.has(name) || bare.length < maxMediaName - 1) continue;
      const [shared] = fitting(this.index, { bare, stem, number: "" });
      if (shared) this.sidecarOf.set(name, shared.name);
    }
  }

  findClips(): void {
    const withClip = new Set<string>();
    for (const media of this.media) {
      if (media.kind === "photo" || this.originalOf.has(media.name)) continue;
      // A video with a sidecar of its own is a video.
      if (media.kind === "video" && this.sidecarOf.has(media.name) && !this.#sharesSidecar(media)) continue;
      const names = photoNamesOf(media);
      const photo = names.map((name) => this.find(name)).find((found) => found?.kind === "photo");
      if (photo && !withClip.has(photo.name)) {
        withClip.add(photo.name);
        this.photoOf.set(media.name, photo.name);
      }
      if (this.sidecarOf.has(media.name)) continue;
      const shared = photo ? this.sidecarOf.get(photo.name) : this.#sidecarOfAny(names);
      if (shared !== undefined) this.sidecarOf.set(media.name, shared);
    }
  }

  #sharesSidecar(media: MediaName): boolean {
    const sidecar = this.sidecarOf.get(media.name);
    return photoNamesOf(media).some((name) => {
      const photo = this.find(name);
      return photo !== undefined && this.sidecarOf.get(photo.name) === sidecar;
    });
  }

  /** The sidecar of a file that isn't here. */
  #sidecarOfAny(names: readonly string[]): string | undefined {
    for (const name of names) {
      const [found] = candidatesOf(readMediaName(name), this.index, this.titleOf);
      if (found) return found.sidecar;
    }
    return undefined;
  }

  shareWithEdited(): void {
    for (const media of this.media) {
      if (this.sidecarOf.has(media.name)) continue;
      const original = this.originalOf.get(media.name);
      const sidecar =
        original === undefined ? this.#sidecarOfAny(originalNamesOf(media)) : this.sidecarOf.get(original);
      if (sidecar !== undefined) this.sidecarOf.set(media.name, sidecar);
    }
  }

  /** Names don't help if Google replaced or cut more than is known; the title still does. */
  matchTitles(): void {
    const used = new Set(this.sidecarOf.values());
    const free = new Map<string, string[]>();
    for (const sidecar of this.sidecars) {
      const title = used.has(sidecar) ? undefined : this.titleOf(sidecar);
      if (title !== undefined) free.set(plain(title), [...(free.get(plain(title)) ?? []), sidecar]);
    }
    for (const { name } of this.media) {
      if (this.sidecarOf.has(name)) continue;
      const titled = free.get(plain(name)) ?? [];
      if (titled.length === 1 && titled[0] !== undefined) this.sidecarOf.set(name, titled[0]);
    }
  }
}

/** The names of photos that this can be the moving part of. */
function photoNamesOf({ name, stem, number, kind }: MediaName): string[] {
  const stems = kind === "motion" ? [name.normalize("NFC"), stem + number] : [stem + number];
  return stems.flatMap((start) => livePhotoExtensions.map((extension) => `${start}.${extension}`));
}

const isClipOf = (clip: MediaName, photo: MediaName) =>
  clip.kind !== "photo" &&
  photo.kind === "photo" &&
  photoNamesOf(clip).some((name) => fold(name) === fold(photo.name));

/**
 * Matches Google Takeout's sidecars to the files of one folder (docs/imports.md has the rules), clips to photos, and
 * edited copies to originals. A folder's files can come from several archives.
 * @param media names without folders
 * @param sidecars names that end in .json
 * @param titleOf the file name that a sidecar states; decides if names alone don't
 */
export function pairFolder(
  media: readonly string[],
  sidecars: readonly string[],
  titleOf: TitleOf = () => undefined,
): FolderPairs {
  const folder = new Folder(media, sidecars, titleOf);
  folder.findEdited();
  folder.assign();
  folder.shareAmongCopies();
  folder.findClips();
  folder.shareWithEdited();
  folder.matchTitles();
  const used = new Set(folder.sidecarOf.values());
  return {
    sidecarOf: folder.sidecarOf,
    photoOf: folder.photoOf,
    originalOf: folder.originalOf,
    unused: sidecars.filter((name) => !used.has(name)),
  };
}
