import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { RemoteError, RemoteServer } from "@/lib/album/imports/server/remote-server";
import { type ImmichAsset, immichAssetSchema } from "@/lib/album/imports/sources/immich";
import { line } from "@/lib/album/imports/texts";

const pageSize = 250;
/** For any list: two million photos. */
const maxPages = 8_000;
const firstPauseMs = 500;

const pageSchema = z.object({
  assets: z.object({
    items: z.array(z.unknown()),
    /** A number as text. */
    nextPage: z.union([z.string(), z.number()]).nullish(),
  }),
});
const albumsSchema = z.array(z.object({ id: z.guid(), albumName: z.string() }));

export interface ImmichSettings {
  address: string;
  key: string;
  /** Whether the person can name machines in the server's own network. */
  isTrusted: boolean;
}

/** A read-only client for an Immich server's API, versions 1.133 to 3. */
export class ImmichClient {
  readonly #server: RemoteServer;
  readonly #headers: Record<string, string>;

  constructor(
    { address, key, isTrusted }: ImmichSettings,
    private readonly signal?: AbortSignal,
  ) {
    this.#server = new RemoteServer(new URL(address), isTrusted);
    this.#headers = { "x-api-key": key };
  }

  /** Retries transient errors. @throws RemoteError */
  async #ask<Answer>(
    schema: z.ZodType<Answer>,
    path: string,
    { json, attempts = 4 }: { json?: object; attempts?: number } = {},
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        const request = { path: `/api${path}`, headers: this.#headers, signal: this.signal };
        const answer = await this.#server.readJson(json === undefined ? request : { ...request, json });
        const { success, data } = schema.safeParse(answer);
        if (!success) throw new RemoteError("nonsense");
        return data;
      } catch (error) {
        const isPassing = error instanceof RemoteError && error.fault === "unreachable";
        if (!isPassing || attempt === attempts || this.signal?.aborted) throw error;
        await delay(firstPauseMs * 2 ** (attempt - 1));
      }
    }
  }

  /** @throws RemoteError if it isn't there, isn't Immich, or doesn't accept the key */
  async check(): Promise<void> {
    // Someone is waiting for the result.
    await this.#ask(z.object({ id: z.string() }), "/users/me", { attempts: 1 });
  }

  async *#search(filter: object): AsyncGenerator<ImmichAsset> {
    let page = 1;
    for (let asked = 0; asked < maxPages; asked++) {
      const json = { ...filter, page, size: pageSize, withExif: true, withPeople: true, withStacked: true };
      const { assets } = await this.#ask(pageSchema, "/search/metadata", { json });
      for (const item of assets.items) {
        const { success, data } = immichAssetSchema.safeParse(item);
        if (success) yield data;
      }
      const next = Number(assets.nextPage ?? 0);
      if (!(next > page)) return;
      page = next;
    }
  }

  /** The assets with this visibility, including the bin. @throws RemoteError */
  assets(visibility: string): AsyncGenerator<ImmichAsset> {
    return this.#search({ visibility, withDeleted: true });
  }

  /** The titles of the albums that each asset is in. @throws RemoteError */
  async albums(): Promise<Map<string, string[]>> {
    const titles = new Map<string, string[]>();
    for (const { id, albumName } of await this.#ask(albumsSchema, "/albums")) {
      const title = line(albumName);
      if (title === "") continue;
      for await (const asset of this.#search({ albumIds: [id] })) {
        titles.set(asset.id, [...(titles.get(asset.id) ?? []), title]);
      }
    }
    return titles;
  }

  /** An original's bytes. @throws RemoteError */
  original(id: string): AsyncGenerator<Uint8Array> {
    return this.#server.read({
      path: `/api/assets/${id}/original`,
      headers: this.#headers,
      signal: this.signal,
    });
  }

  close(): void {
    this.#server.close();
  }
}
