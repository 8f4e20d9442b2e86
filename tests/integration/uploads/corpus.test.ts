import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { deriveMedia, transcodeMedia } from "@/lib/album/media/server/derivatives-service";
import { probeVideo } from "@/lib/platform/video/probe";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage();

/** Real, odd and hostile files, which are not part of the project. */
const corpus = path.resolve(import.meta.dirname, "..", "..", "..", "..", "shared", "corpus");
const isThere = existsSync(corpus);
if (!isThere) console.warn(`SKIPPED: the corpus of odd files isn't at ${corpus}.`);

const filesOf = (folder: string) => (isThere ? readdirSync(path.join(corpus, folder)).sort() : []);
const bytesOf = (folder: string, file: string) => readFileSync(path.join(corpus, folder, file));

const isTakenNow = (file: string) => /\.(?:webp|avif|hei[cf])$/.test(file);

let owner: FamilyPerson;
beforeAll(async () => {
  owner = await createOwner({ tier: "premium" });
});

function upload<T = MediaItemDto>(content: Buffer, fileName: string): Promise<Answer<T>> {
  const fileData = content.toString("base64");
  const json = { fileName, fileType: "image", year: 2024, month: 7, fileData };
  return call<T>("POST", "/api/media", { cookie: owner.cookie, json });
}

const get = (address: string) => call("GET", address, { cookie: owner.cookie });

/** Groups the files: a test for each of hundreds would only fill the output with names. */
function groups(files: string[], size = 40): string[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, at) =>
    files.slice(at * size, (at + 1) * size),
  );
}

const describeCorpus = isThere ? describe : describe.skip;

describeCorpus("of the corpus", () => {
  test.each(groups(filesOf("decodes")))(
    "every picture that decodes gets its pictures (from %s on)",
    async (...files) => {
      for (const file of files as string[]) {
        const answer = await upload(bytesOf("decodes", file), file);
        if (answer.status === 409) {
          expect([file, answer.body]).toEqual([file, expect.objectContaining({ error: "duplicate_file" })]);
          continue;
        }
        expect([file, answer.status]).toEqual([file, 201]);
        const { id } = answer.body;
        for (const kind of ["thumbnail", "medium"]) {
          const picture = await get(`/api/images/${kind}/${id}`);
          expect([file, kind, picture.status]).toEqual([file, kind, 200]);
          expect(picture.bytes.length).toBeGreaterThan(20);
          expect(picture.bytes.toString("latin1")).not.toMatch(/Exif\0|<x:xmpmeta|Photoshop 3\.0/);
        }
        const item = (await get(`/api/media/${id}`)).body as unknown as MediaItemDto;
        expect([file, item.derivatives, (item.width ?? 0) > 0, (item.height ?? 0) > 0]).toEqual([
          file,
          "ready",
          true,
          true,
        ]);
      }
    },
  );

  test("every broken picture is refused clearly, or stored with a state that says so", async () => {
    for (const file of filesOf("broken")) {
      const content = bytesOf("broken", file);
      const answer = await upload(content, file);
      if (answer.status !== 201) {
        expect([file, [400, 409, 413, 415, 422]]).toEqual([file, expect.arrayContaining([answer.status])]);
        expectErrorBody(answer);
        continue;
      }
      const { id } = answer.body;
      const picture = await get(`/api/images/thumbnail/${id}`);
      expect([file, [200, 422]]).toEqual([file, expect.arrayContaining([picture.status])]);
      const state = (await get(`/api/media/${id}`)).body.derivatives;
      expect([file, state]).toEqual([file, picture.status === 200 ? "ready" : "failed"]);
      expect((await get(`/api/media/${id}/download`)).bytes.equals(content)).toBe(true);
    }
  });

  // They were collected when the album only took JPEG, PNG and GIF.
  test("every WebP, AVIF and HEIC is stored unchanged, and shown or marked as unshowable", async () => {
    for (const file of filesOf("must-reject").filter(isTakenNow)) {
      const content = bytesOf("must-reject", file);
      const answer = await upload(content, file);
      expect([file, answer.status]).toEqual([file, 201]);
      const { id } = answer.body;
      const picture = await get(`/api/images/medium/${id}`);
      const state = (await get(`/api/media/${id}`)).body.derivatives;
      expect([file, state]).toEqual([file, picture.status === 200 ? "ready" : "failed"]);
      expect((await get(`/api/media/${id}/download`)).bytes.equals(content)).toBe(true);
    }
  });

  test("everything of another type is refused with 415, whatever its name says, and leaves nothing", async () => {
    const kept = await storedKeys("families/");
    for (const file of filesOf("must-reject").filter((one) => !isTakenNow(one))) {
      for (const name of [file, `${path.parse(file).name}.jpg`, `${path.parse(file).name}.mp4`]) {
        const answer = await upload(bytesOf("must-reject", file), name);
        expect([name, answer.status]).toEqual([name, 415]);
        expectErrorBody(answer);
      }
    }
    expect(await storedKeys("families/")).toEqual(kept);
  });

  test.each(filesOf("video"))("the film %s gets a poster and plays", async (file) => {
    const answer = await upload(bytesOf("video", file), file);
    expect(answer).toMatchObject({ status: 201, body: { mediaType: "video" } });
    const { id } = answer.body;
    expect(await deriveMedia(id)).toBe("ready");
    await transcodeMedia(id);
    expect((await get(`/api/video/thumbnail/${id}`)).status).toBe(200);
    const played = await get(`/api/video/stream/${id}`);
    expect(played.status).toBe(200);
    const folder = await mkdtemp(path.join(tmpdir(), "keepsake-film-"));
    const film = path.join(folder, "film.mp4");
    await writeFile(film, played.bytes);
    const facts = await probeVideo(film);
    await rm(folder, { recursive: true });
    expect(facts.isWebPlayable).toBe(true);
    expect(facts.durationMs).toBeGreaterThan(0);
  });
});
