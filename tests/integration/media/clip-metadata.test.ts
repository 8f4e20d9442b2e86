import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { deriveMedia, requeuePending, transcodeMedia } from "@/lib/album/media/server/derivatives-service";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { probeVideo } from "@/lib/platform/video/probe";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { clipBytes } from "@/tests/support/pictures";
import { plansOf } from "@/tests/support/query-plans";
import { makeTalkativeClip, saidBy } from "@/tests/support/talkative-clips";
import { withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase({ keepsRows: true });
withTestStorage();

const canary = "CANARY-52-Elm-Street";
let folder: string;
let owner: FamilyPerson;
let child: FamilyPerson;
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/keepsake-clips-`);
  owner = await createOwner({ tier: "premium" });
  child = await createMember(owner.familyId, "member", { isChild: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (address: string, as: FamilyPerson, headers: Record<string, string> = {}) =>
  call("GET", address, { cookie: as.cookie, headers });

async function upload(content: Buffer, fileName: string): Promise<MediaItemDto> {
  const fileData = content.toString("base64");
  const json = { fileName, fileType: "video", year: 2024, month: 7, fileData };
  const answer = await call<MediaItemDto>("POST", "/api/media", { cookie: owner.cookie, json });
  expect(answer.status).toBe(201);
  return answer.body;
}

function expectSilent(name: string, bytes: Buffer): void {
  expect(bytes.length).toBeGreaterThan(200);
  for (const words of saidBy(canary))
    expect([name, words, bytes.includes(words)]).toEqual([name, words, false]);
}

test.each(["mp4", "mov", "avi"] as const)(
  "a child who saves what the player streams of a %s learns neither the place nor a name in it",
  async (kind) => {
    const content = await makeTalkativeClip(folder, kind, canary);
    expect(content.includes(canary)).toBe(true);
    const { id, playable } = await upload(content, `holiday.${kind}`);
    expect(playable).toBe("pending");
    const stream = `/api/video/stream/${id}`;

    // Until the rendition exists, the answer says that it is pending; it is never the original.
    const early = await get(stream, child);
    expect([early.status, early.body.code]).toEqual([503, "rendition_pending"]);
    expectErrorBody(early);
    await deriveMedia(id);
    expect((await get(stream, child)).status).toBe(503);
    await transcodeMedia(id);

    for (const person of [child, owner]) {
      const whole = await get(stream, person);
      expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "video/mp4"]);
      expectSilent("stream", whole.bytes);
      const half = Math.floor(whole.bytes.length / 2);
      const parts = [await get(stream, person, { range: `bytes=0-${half}` })];
      parts.push(await get(stream, person, { range: `bytes=${half + 1}-` }));
      expect(parts.map(({ status }) => status)).toEqual([206, 206]);
      expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(whole.bytes)).toBe(true);
      for (const path of ["video/thumbnail", "images/thumbnail", "images/medium"]) {
        const picture = await get(`/api/${path}/${id}`, person);
        expect(picture.status).toBe(200);
        expectSilent(path, picture.bytes);
      }
    }
    const rendition = getStorage().localPath(`families/${owner.familyId}/derived/${id}/playable`) ?? "";
    expect(await probeVideo(rendition)).toMatchObject({ width: 320, height: 180, isWebPlayable: true });

    // As a control: anyone who may have the original gets all of it.
    const original = await get(`/api/media/${id}/download`, owner);
    expect(original.bytes.equals(content)).toBe(true);
  },
);

test("clips from a version that streamed originals get a rendition, and nobody sees the original meanwhile", async () => {
  const content = await makeTalkativeClip(folder, "mp4", `${canary}-before`);
  const { id } = await storeMedia(owner, { mediaType: "video", content, playable: "none" });
  expect((await get(`/api/media/${id}`, child)).body).toMatchObject({ playable: "pending" });
  expect((await get(`/api/video/stream/${id}`, child)).status).toBe(503);
  await workOffQueue();
  const streamed = await get(`/api/video/stream/${id}`, child);
  expect(streamed.status).toBe(200);
  expectSilent("stream", streamed.bytes);
});

test("a clip that was given up because ffmpeg was missing is retried once it is installed", async () => {
  const content = await makeTalkativeClip(folder, "mp4", `${canary}-without`);
  const derivativeError = "ffmpeg and ffprobe are not installed";
  const { id } = await storeMedia(owner, {
    ...{ mediaType: "video", content, derivatives: "failed", playable: "failed", derivativeError },
  });
  const broken = await storeMedia(owner, { mediaType: "video", content: clipBytes(), playable: "failed" });
  expect((await get(`/api/video/stream/${id}`, child)).status).toBe(422);
  await workOffQueue();
  expect((await get(`/api/video/stream/${id}`, child)).status).toBe(200);
  const { transcodeAttempts } = await db.media.findUniqueOrThrow({ where: { id: broken.id } });
  expect(transcodeAttempts).toBe(0);
});

test("what has to be made again is found in small indexes, not in all items", async () => {
  const plans = await plansOf("Media", requeuePending);
  const indexes = plans.map(
    (plan) => plan.match(/"Media_(derivative_failed|without_rendition|pending)_idx"/)?.[1],
  );
  expect(indexes).toEqual([
    ...["derivative_failed", "derivative_failed", "derivative_failed"],
    ...["without_rendition", "without_rendition", "pending"],
  ]);
  expect(plans.join("\n")).not.toContain("Disabled");
});
