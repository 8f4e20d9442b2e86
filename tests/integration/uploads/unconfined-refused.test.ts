import { mkdtempSync, symlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { checkDecoders } from "@/lib/operations/system/server/checks/files-check-service";
import { findProgram } from "@/lib/platform/child-processes/confinement";
import { call } from "@/tests/support/call";
import { h264, makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { plainPicture } from "@/tests/support/pictures";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";

// A machine with ffmpeg but without the programs that confine it, as in many containers.
const folder = mkdtempSync(path.join(tmpdir(), "keepsake-unconfined-"));
for (const program of ["ffmpeg", "ffprobe"]) {
  const file = await findProgram(program);
  if (file) symlinkSync(file, path.join(folder, program));
}
process.env.PATH = folder;
process.env.DECODE_UNCONFINED = "refuse";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
});

async function upload(content: Buffer, fileName: string) {
  const json = { fileName, fileType: "image", year: 2024, month: 7, fileData: content.toString("base64") };
  return call<MediaItemDto>("POST", "/api/media", { cookie: owner.cookie, json });
}

async function clip(): Promise<Buffer> {
  return readFile(await makeClip(path.join(folder, "clip.mp4"), { sound: null, encode: h264 }));
}

test("with DECODE_UNCONFINED=refuse a clip is refused with a message, whole or in chunks, and a photo is not", async () => {
  const content = await clip();
  const answer = await upload(content, "clip.mp4");
  expect(answer).toMatchObject({ status: 415, body: { code: "clips_refused", field: "fileType" } });
  expectErrorBody(answer);
  expect(await storedKeys("families/")).toEqual([]);

  const uploadId = "a clip in chunks";
  const fields = {
    fileName: "clip.mp4",
    fileSize: content.length,
    totalChunks: 1,
    uploadId,
    year: 2024,
    month: 7,
  };
  const init = { cookie: owner.cookie, json: fields };
  expect((await call("POST", "/api/media/chunked-upload/init", init)).status).toBe(201);
  const chunkData = `data:application/octet-stream;base64,${content.toString("base64")}`;
  const chunk = { cookie: owner.cookie, json: { uploadId, chunkIndex: 0, chunkData } };
  const sent = await call("POST", "/api/media/chunked-upload/chunk", chunk);
  const done = await call("POST", "/api/media/chunked-upload/complete", {
    ...{ cookie: owner.cookie, json: { uploadId } },
  });
  expect([sent.status, done.status]).toContain(415);
  expect(await storedKeys("families/")).toEqual([]);

  expect((await upload(await plainPicture(), "photo.jpg")).status).toBe(201);
  expect((await checkDecoders()).message).toContain("Videos are refused");
});
