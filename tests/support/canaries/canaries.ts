import { createHash, randomUUID } from "node:crypto";
import { newWord, WordFinder } from "@/tests/support/canaries/finder";
import type { Canary, CanaryKind } from "@/tests/support/canaries/policy";

/** The kind of thing an id in a request refers to. */
export type IdKind =
  | "album"
  | "archive"
  | "book"
  | "comment"
  | "export"
  | "face"
  | "family"
  | "familyUser"
  | "featuredHashtag"
  | "film"
  | "giftOrder"
  | "group"
  | "growingNote"
  | "hiddenPlace"
  | "identity"
  | "import"
  | "importedPerson"
  | "invitation"
  | "key"
  | "media"
  | "memberWithoutAccount"
  | "monthIcon"
  | "notice"
  | "outboxMessage"
  | "passkey"
  | "basketItem"
  | "person"
  | "printOrder"
  | "report"
  | "screen"
  | "session"
  | "trashed"
  | "upload"
  | "userId"
  | "video"
  | "voucher";

type Ids = Partial<Record<IdKind, string[]>>;

/** Every planted word, and the ids of the rows that contain them. */
export class Canaries {
  readonly all: Canary[] = [];
  /** By their family; ids that belong to no family are under "". */
  readonly ids = new Map<string, Ids>();

  plant(kind: CanaryKind, about: Omit<Canary, "kind" | "word"> = {}, word = newWord()): string {
    this.all.push({ kind, ...about, word: word.toLowerCase() });
    return word;
  }

  addId(familyId: string, kind: IdKind, id: string): void {
    const ids = this.ids.get(familyId) ?? {};
    this.ids.set(familyId, { ...ids, [kind]: [...(ids[kind] ?? []), id] });
  }

  idsOf(kind: IdKind, familyId?: string): string[] {
    const families = familyId === undefined ? [...this.ids.values()] : [this.ids.get(familyId) ?? {}];
    return families.flatMap((ids) => ids[kind] ?? []);
  }

  finder(): WordFinder {
    return new WordFinder(this.all.map(({ word }) => word));
  }
}

let days = 0;
/** A unique date, long before anyone's photos. */
export const rareDay = () => new Date(Date.UTC(1901, 0, 1 + 37 * ++days)).toISOString().slice(0, 10);
export const rareNumber = () => `+4479${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
export const rareAddress = () =>
  `2001:db8:${createHash("sha256")
    .update(randomUUID())
    .digest("hex")
    .slice(0, 12)
    .replace(/(.{4})(?=.)/g, "$1:")}::7`;
