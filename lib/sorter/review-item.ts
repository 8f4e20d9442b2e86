import type { Sidecar } from "@/lib/album/imports/sidecar";
import type { FileKind } from "@/lib/album/uploads/file-rules";
import type { YearMonth } from "@/lib/album/uploads/upload-state";
import type { FileFacts } from "@/lib/sorter/file-facts";

/** Why a file can't go into the album. */
export type Refusal = "type" | "heic" | "size" | "empty" | "broken" | "missing" | "encrypted";

/** An item that is in the album already. */
export interface KnownInAlbum {
  id: string;
  year: number;
  month: number;
}

/** One file of the batch, from drop to album. */
export interface ReviewItem {
  readonly id: string;
  readonly name: string;
  /** Including its folders, as dropped. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly kind: FileKind | null;
  readonly mimeType: string;
  /** The archive that contains it: the id of its source. */
  readonly archiveId: string | null;
  readonly sidecar: Sidecar | null;
  readonly refusal: Refusal | null;
  /** null until it has been read. */
  readonly facts: FileFacts | null;
  /** undefined until the server has been asked. */
  readonly known?: KnownInAlbum | null | undefined;
  /** The nearest place's name. */
  readonly placeName?: string | undefined;
  readonly description: string;
  /** The month a person chose for it. */
  readonly chosenMonth: YearMonth | null;
  /** A person's decision: `keep` although it was set apart, `leave` it out. */
  readonly decision: "keep" | "leave" | null;
  /** `uploaded`, or why it failed. */
  readonly outcome: { state: "uploaded" } | { state: "failed"; error: string } | null;
}

export type ItemFacts = Pick<
  ReviewItem,
  "id" | "name" | "path" | "bytes" | "modifiedMs" | "kind" | "mimeType"
>;

/** A newly listed item. */
export function freshItem(
  file: ItemFacts & Partial<Pick<ReviewItem, "archiveId" | "sidecar" | "refusal">>,
): ReviewItem {
  return {
    archiveId: null,
    sidecar: null,
    refusal: null,
    facts: null,
    description: "",
    chosenMonth: null,
    decision: null,
    outcome: null,
    ...file,
  };
}
