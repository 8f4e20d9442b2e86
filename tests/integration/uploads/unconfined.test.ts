import { mkdtempSync, symlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { deriveMedia } from "@/lib/album/media/server/derivatives-service";
import { checkDecoders } from "@/lib/operations/system/server/checks/files-check-service";
import { findProgram } from "@/lib/platform/child-processes/confinement";
import { call } from "@/tests/support/call";
import { h264, makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";

// A machine with ffmpeg but without the programs that confine it, as in many containers.
const folder = mkdtempSync(path.join(tmpdir(), "keepsake-unconfined-"));
for (const program of ["ffmpeg", "ffprobe"]) {
  const file = await findProgram(program);
  if (file) symlinkSync(file, path.join(folder, program));
}
process.env.PATH = folder;

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

test("if nothing confines the decoder a clip is still accepted, and the operator is warned of the risk", async () => {
  const answer = await upload(await clip(), "clip.mp4");
  expect(answer.status).toBe(201);
  expect(await deriveMedia(answer.body.id)).toBe("ready");
  expect(await checkDecoders()).toMatchObject({
    level: "warn",
    message: expect.stringContaining("could read every file in the album"),
    advice: expect.stringContaining("user namespaces"),
  });
});
