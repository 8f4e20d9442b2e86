import { createHash, randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { chunkBytes, chunkOf } from "@/tests/support/chunks";
import { expectErrorBody } from "@/tests/support/error-body";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const retryMs = 25;
const chunkedCalls = "/api/media/chunked-upload";
const filmName = (number: number) => `film ${number}`;

interface Sent<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** An answer saying that something can't be done at the moment. */
class RefusedForNow extends Error {}

/**
 * The error that fetch throws for a broken connection, even in the middle of an answer; matched by name, because it
 * comes from another realm.
 */
const isLost = (error: unknown) =>
  ["TypeError", "SyntaxError", "AbortError"].includes((error as Error)?.name);

export interface TrafficOptions {
  /** The uploader's. */
  cookie: string;
  /** The server, which may move. */
  origin: string;
  /** Codes of refusals that the injected fault may cause; any other is a failure. */
  excused?: string[];
}

/**
 * Two people's worth of uploads in one request each, and one in chunks, repeatedly, with retries as clients do when an
 * answer was lost; anything else that goes wrong fails the test.
 */
export class FaultTraffic {
  origin: string;
  /** What the server acknowledged: SHA-256 by id. */
  readonly acknowledged = new Map<string, string>();
  readonly counted = { singles: 0, chunked: 0, brokenOff: 0, refused: 0 };
  readonly #cookie: string;
  readonly #excused: Set<string>;
  readonly #loops: Promise<void>[];
  #isStopping = false;
  #films = 0;
  #cancelledFilms = 0;
  #failure: unknown;

  constructor({ cookie, origin, excused = [] }: TrafficOptions) {
    this.origin = origin;
    this.#cookie = cookie;
    this.#excused = new Set(excused);
    this.#loops = [
      this.#repeat(() => this.#newPicture()),
      this.#repeat(() => this.#newPicture()),
      this.#repeat(() => this.#newFilm()),
    ];
    for (const loop of this.#loops) {
      loop.catch((error) => {
        this.#failure ??= error;
      });
    }
  }

  /** @throws Error for what has gone wrong so far, except what was excused */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Lets pending uploads finish, and starts no more. @throws Error for anything that went wrong */
  async finish(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#loops);
  }

  /**
   * Cancels the films it is done with, as people can: an album restored to an earlier moment may still wait for the
   * rest of some, and only a few can be open.
   */
  async cancelFinishedFilms(): Promise<void> {
    while (this.#cancelledFilms < this.#films - 1) {
      await this.#post(`${chunkedCalls}/cancel`, { uploadId: filmName(++this.#cancelledFilms) });
    }
  }

  async #repeat(begin: () => Promise<() => Promise<void>>): Promise<void> {
    while (!this.#isStopping) await this.#insist(await begin());
  }

  /** Repeats the same upload until it is acknowledged. */
  async #insist(upload: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await upload();
      } catch (error) {
        if (error instanceof RefusedForNow) this.counted.refused++;
        else if (isLost(error)) this.counted.brokenOff++;
        else throw error;
        await delay(retryMs);
      }
    }
  }

  async #post<T>(path: string, json: unknown): Promise<Sent<T>> {
    const response = await fetch(`${this.origin}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: this.#cookie },
      body: JSON.stringify(json),
      signal: AbortSignal.timeout(30_000),
    });
    const { status, headers } = response;
    const body = (status === 204 ? undefined : await response.json()) as T;
    if (status >= 500) {
      expectErrorBody({ status, headers, body, bytes: Buffer.alloc(0) });
      const { code } = body as { code?: string };
      if (!code || !this.#excused.has(code)) throw new Error(`${path} was answered ${status} ${code}`);
      throw new RefusedForNow(code);
    }
    return { status, headers, body };
  }

  async #newPicture(): Promise<() => Promise<void>> {
    const content = Buffer.concat([await tinyPicture(), Buffer.alloc(randomInt(400_000))]);
    const json = {
      fileName: "beach.jpg",
      fileType: "image",
      year: 2024,
      month: randomInt(1, 4),
      description: "#sea",
      fileData: content.toString("base64"),
    };
    return async () => {
      const { status, body } = await this.#post<{ id: string; duplicate?: { existingId: string } }>(
        "/api/media",
        json,
      );
      // The previous attempt succeeded, and its answer was lost.
      const id = status === 409 ? body.duplicate?.existingId : body.id;
      if (!id || (status !== 201 && status !== 409)) throw new Error(`An upload was answered ${status}`);
      this.acknowledged.set(id, sha256(content));
      this.counted.singles++;
    };
  }

  async #newFilm(): Promise<() => Promise<void>> {
    const uploadId = filmName(++this.#films);
    const content = clipBytes(randomInt(chunkBytes / 2, 3 * chunkBytes));
    const facts = {
      fileName: "film.mp4",
      fileSize: content.length,
      totalChunks: Math.ceil(content.length / chunkBytes),
      uploadId,
      year: 2024,
      month: 7,
    };
    return async () => {
      // Starts or resumes the upload.
      const begun = await this.#post<{ received: number[]; totalChunks: number }>(
        `${chunkedCalls}/init`,
        facts,
      );
      if (begun.status > 201) throw new Error(`A film was answered ${begun.status} at its beginning`);
      for (let chunkIndex = 0; chunkIndex < begun.body.totalChunks; chunkIndex++) {
        if (begun.body.received.includes(chunkIndex)) continue;
        const chunkData = `data:application/octet-stream;base64,${chunkOf(content, chunkIndex).toString("base64")}`;
        const { status } = await this.#post(`${chunkedCalls}/chunk`, { uploadId, chunkIndex, chunkData });
        if (status !== 200) throw new Error(`A chunk was answered ${status}`);
      }
      const { status, body } = await this.#post<{ id: string }>(`${chunkedCalls}/complete`, { uploadId });
      if (status > 201) throw new Error(`A film was answered ${status} at its end`);
      this.acknowledged.set(body.id, sha256(content));
      this.counted.chunked++;
    };
  }
}
