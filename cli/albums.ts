import { randomUUID } from "node:crypto";
import type { Album } from "@/cli/album";
import { Refusal } from "@/cli/failures";
import type { Output } from "@/cli/output";
import type { AlbumDetailDto, AlbumPageDto } from "@/lib/album/albums/schema";
import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import { maxAlbumTitleLength } from "@/lib/shared/album-limits";
import { counted } from "@/lib/shared/counted";

/** Normalises a title as the server does. */
export const albumTitle = (text: string) =>
  text.trim().replace(/\s+/g, " ").slice(0, maxAlbumTitleLength).trim();

/** The family's albums by title; missing ones are created. */
export class Albums {
  readonly #server: Album;
  readonly #output: Output;
  #ids: Promise<Map<string, string>> | null = null;

  constructor(server: Album, output: Output) {
    this.#server = server;
    this.#output = output;
  }

  async #list(): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page: AlbumPageDto = await this.#server.get(`/api/albums?limit=100${query}`);
      // If two albums share a title, use the one with the latest additions.
      for (const { title, id } of page.items) if (!ids.has(title)) ids.set(title, id);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return ids;
  }

  async #idOf(title: string): Promise<string> {
    this.#ids ??= this.#list();
    const ids = await this.#ids;
    const known = ids.get(title);
    if (known !== undefined) return known;
    const headers = { "Idempotency-Key": randomUUID() };
    const { body } = await this.#server.send<AlbumDetailDto>("POST", "/api/albums", {
      json: { title },
      headers,
    });
    ids.set(title, body.id);
    return body.id;
  }

  /** Adding items again changes nothing. @returns whether the album accepted them */
  async add(title: string, mediaIds: string[]): Promise<boolean> {
    try {
      const id = await this.#idOf(title);
      const path = `/api/albums/${id}/items`;
      const { body } = await this.#server.send<BatchAnswerDto>("POST", path, { json: { mediaIds } });
      const added = body.changedIds.length;
      const text = added > 0 ? `Added ${counted(added, "item")} to the album ${title}` : undefined;
      this.#output.emit({ event: "album", title, id, added }, text);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal) || error.outcome !== "refused") throw error;
      const reason = error.message;
      this.#output.emit({ event: "album", title, reason }, `Refused to add to the album ${title}: ${reason}`);
      return false;
    }
  }
}
