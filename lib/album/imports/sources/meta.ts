import { z } from "zod";
import { folderOf } from "@/lib/album/imports/folders";
import type { EntryFacts } from "@/lib/album/imports/schema";
import type { SourceFacts, SourceReader } from "@/lib/album/imports/sources/source-reader";
import { isJson, line, paragraph, parseJson, personName } from "@/lib/album/imports/texts";
import { maxCommentLength } from "@/lib/shared/comment-limits";
import { maxDescriptionLength } from "@/lib/shared/upload-limits";

/** The folders of a Facebook or Instagram archive, from several years. */
const ownPath =
  /(?:^|\/)(?:your_(?:facebook|instagram)_activity|photos_and_videos|posts|content|media|stories|album)\/|(?:^|\/)media\.json$/i;
/** Facebook's own albums, which nobody made. */
const ownAlbums =
  /^(?:timeline photos|mobile uploads|profile pictures|cover photos|instagram photos|videos|untitled album)$/i;
const maxDepth = 20;

const strict = new TextDecoder("utf-8", { fatal: true });

/** Both write each byte of UTF-8 as a character of its own: "CafÃ©" is "Café". */
export function repairText(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  try {
    return strict.decode(Buffer.from(text, "latin1"));
  } catch {
    return text;
  }
}

const text = z.string().transform(repairText).optional().catch(undefined);
const seconds = z.number().positive().max(8.64e12).optional().catch(undefined);
const degrees = (max: number) => z.coerce.number().min(-max).max(max);
const placeSchema = z.object({ latitude: degrees(90), longitude: degrees(180) });

const commentSchema = z
  .object({ author: z.string(), comment: z.string(), timestamp: seconds })
  .transform(({ author, comment, timestamp }) => ({
    name: personName(repairText(author)),
    text: paragraph(repairText(comment), maxCommentLength),
    atMs: timestamp === undefined ? null : timestamp * 1000,
    editedMs: null,
  }))
  .nullable()
  .catch(null);

const itemSchema = z.object({
  uri: z.string().optional(),
  /** Instagram's, until 2020. */
  path: z.string().optional(),
  creation_timestamp: seconds,
  taken_at: z.string().optional().catch(undefined),
  title: text,
  caption: text,
  description: text,
  comments: z.array(commentSchema).optional().catch([]),
  media_metadata: z.unknown().optional(),
});

type JsonObject = Record<string, unknown>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads the camera's facts, which are in an object named after the kind of file. */
function readMetadata(metadata: unknown): { takenSeconds?: number; place?: EntryFacts["place"] } {
  if (!isObject(metadata)) return {};
  // Until about 2020, the facts are in that object itself.
  const lists = Object.values(metadata).flatMap((kind) => (isObject(kind) ? (kind.exif_data ?? [kind]) : []));
  const facts = lists.flat().filter(isObject);
  const takenSeconds = facts
    .map((fact) => seconds.parse(fact.taken_timestamp))
    .find((at) => at !== undefined);
  const place = facts.map((fact) => placeSchema.safeParse(fact).data).find((at) => at !== undefined);
  return { ...(takenSeconds === undefined ? {} : { takenSeconds }), ...(place ? { place } : {}) };
}

/** A file's context in the JSON. */
interface Surroundings {
  album: string | null;
  /** Whether a file's title says something about it. On Facebook, in albums and posts, it is the album's name. */
  hasTitles: boolean;
  /** A post's text, which its first file gets. */
  words: { text: string } | null;
}

const suffixesOf = (path: string) =>
  [...path.matchAll(/(?:^|\/)(?=[^/])/g)].map(({ index, 0: mark }) => path.slice(index + mark.length));

/** A Facebook or Instagram archive in JSON. Photos there have lost their own dates, so what it says is all there is. */
export class MetaReader implements SourceReader {
  readonly kind = "meta";
  readonly #facts = new Map<string, SourceFacts>();
  readonly #folders = new Set<string>();

  get isFound(): boolean {
    return this.#facts.size > 0;
  }

  read(path: string, json: string): boolean {
    if (!isJson(path) || !ownPath.test(path)) return false;
    const before = this.#facts.size;
    this.#walk(parseJson(json), { album: null, hasTitles: true, words: null }, 0);
    return this.#facts.size > before;
  }

  #walk(value: unknown, around: Surroundings, depth: number): void {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) {
      for (const one of value) this.#walk(one, around, depth + 1);
      return;
    }
    if (!isObject(value)) return;
    if (this.#addItem(value, around)) return;
    const inside = { ...around, ...surroundingsIn(value) };
    for (const one of Object.values(value)) this.#walk(one, inside, depth + 1);
  }

  #addItem(value: JsonObject, { album, hasTitles, words }: Surroundings): boolean {
    const { data: item } = itemSchema.safeParse(value);
    const uri = item?.uri ?? item?.path;
    if (!item || uri === undefined || (item.creation_timestamp === undefined && item.taken_at === undefined))
      return false;
    const { takenSeconds, place } = readMetadata(item.media_metadata);
    const createdMs =
      item.creation_timestamp === undefined
        ? Date.parse(item.taken_at ?? "")
        : item.creation_timestamp * 1000;
    const title = item.title !== undefined && hasTitles && !ownAlbums.test(item.title) ? item.title : "";
    const own = item.description ?? item.caption ?? title;
    const description = paragraph(own.trim() === "" ? (words?.text ?? "") : own, maxDescriptionLength);
    if (words) words.text = "";
    const known = this.#facts.get(uri);
    const comments = (item.comments ?? []).flatMap((comment) =>
      comment?.name && comment.text ? comment : [],
    );
    const albums = [...(known?.albums ?? []), ...(album === null || ownAlbums.test(album) ? [] : [album])];
    this.#facts.set(uri, {
      takenMs: takenSeconds === undefined ? (known?.takenMs ?? (createdMs || null)) : takenSeconds * 1000,
      description: description || (known?.description ?? ""),
      place: place ?? known?.place ?? null,
      comments: comments.length > 0 ? comments : (known?.comments ?? []),
      albums: [...new Set(albums)],
    });
    this.#folders.add(folderOf(uri));
    return true;
  }

  isOwnFolder(folder: string): boolean {
    return suffixesOf(folder).some((suffix) => this.#folders.has(suffix));
  }

  find(path: string): SourceFacts | undefined {
    for (const suffix of suffixesOf(path)) {
      const found = this.#facts.get(suffix);
      if (found) return found;
    }
    return undefined;
  }
}

/** The album or post that an object is, for the files in it. */
function surroundingsIn(value: JsonObject): Partial<Surroundings> {
  const { name, photos, title, data, media, attachments } = value;
  if (typeof name === "string" && Array.isArray(photos))
    return { album: line(repairText(name)) || null, hasTitles: false, words: null };
  const inPost = Array.isArray(attachments) ? { hasTitles: false } : {};
  // A post's own text on Facebook; its title there is a sentence such as "Ada added 2 photos".
  const post = Array.isArray(data)
    ? data.find((part) => isObject(part) && typeof part.post === "string")
    : undefined;
  if (isObject(post)) return { ...inPost, words: { text: repairText(String(post.post)) } };
  if (Array.isArray(media) && typeof title === "string") return { words: { text: repairText(title) } };
  return inPost;
}
