import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { ImageError } from "@/lib/platform/images/image-error";
import { makeImageDerivatives } from "@/lib/platform/images/images";
import { readPhotoMetadata } from "@/lib/platform/images/photo-metadata";
import { pictureWithoutPlace } from "@/lib/platform/images/without-place";
import { VideoError } from "@/lib/platform/video/ffmpeg";
import { probeWithPoster } from "@/lib/platform/video/poster";
import { probeVideo } from "@/lib/platform/video/probe";
import { call } from "@/tests/support/call";
import { h264, makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { decoderPeaks, maxDecoderBytes } from "@/tests/support/decoders";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { faultRounds, isFullRun } from "@/tests/support/fault-rounds";
import { heifPicture, plainPicture } from "@/tests/support/pictures";
import { seededRandom } from "@/tests/support/seeded-random";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

const mutations = faultRounds({ full: 5_000, few: 200 });
const rawMutations = faultRounds({ full: 5_000, few: 50 });
/** A JPEG XL takes ten times as long as other images. */
const jxlMutations = faultRounds({ full: 5_000, few: 20 });
/** 2 s for a file (quality.md, Decoding); a busy machine may be several times slower. */
const maxMs = 8_000;
/** One in this many goes all the way: into the album and back out as a picture. */
const throughTheAlbum = 20;
const atOnce = 4;

const random = seededRandom(19);
const below = (limit: number) => Math.floor(random() * limit);

/** The same bytes with some damage: some changed, a stretch missing, duplicated or zeroed, or the end cut off. */
function damaged(whole: Buffer): Buffer {
  const bytes = Buffer.from(whole);
  const from = below(bytes.length);
  const to = Math.min(bytes.length, from + 1 + below(64));
  switch (below(6)) {
    case 0:
      return bytes.subarray(0, from);
    case 1:
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
    case 3:
      return bytes.fill(0, from, to);
    default:
      for (let change = 1 + below(8); change > 0; change--) {
        // Half of them in the headers.
        const at = below(random() < 0.5 ? Math.min(600, bytes.length) : bytes.length);
        bytes[at] = random() < 0.5 ? below(256) : (bytes[at] ?? 0) ^ (1 << below(8));
      }
      return bytes;
  }
}

/** Runs `work` on this many damaged copies, a few at once. */
async function damageAndTry(
  whole: Buffer,
  work: (bytes: Buffer, index: number) => Promise<void>,
  rounds = mutations,
) {
  let next = 0;
  const runner = async () => {
    while (next < rounds) {
      const index = next++;
      const bytes = damaged(whole);
      const started = performance.now();
      await work(bytes, index);
      expect(performance.now() - started).toBeLessThan(maxMs * atOnce);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
}

const refusal = (error: unknown) => {
  expect(error).toBeInstanceOf(ImageError);
};

let owner: FamilyPerson;
let folder: string;
beforeAll(async () => {
  owner = await createOwner({ tier: "premium" });
  folder = await mkdtemp(path.join(tmpdir(), "keepsake-damaged-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Any bytes are either refused or stored, and then either shown or reported as impossible to show. */
async function takeIntoAlbum(bytes: Buffer): Promise<void> {
  const json = { fileName: "a", fileType: "image", year: 2024, month: 7, fileData: bytes.toString("base64") };
  const answer = await call<MediaItemDto>("POST", "/api/media", { cookie: owner.cookie, json });
  expect([201, 400, 409, 415]).toContain(answer.status);
  if (answer.status !== 201) return;
  const shown = await call("GET", `/api/images/thumbnail/${answer.body.id}`, { cookie: owner.cookie });
  expect([200, 422]).toContain(shown.status);
}

const animated = async () => {
  const frames = await Promise.all([plainPicture("png", 40, 30), plainPicture("png", 40, 31)]);
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
};

const fixture = (name: string) => () =>
  readFile(path.join(import.meta.dirname, "..", "..", "fixtures", name));

test.each<[string, () => Promise<Buffer>, number?]>([
  ["a HEIC", async () => heifPicture("plain")],
  ["a HEIC of tiles", async () => heifPicture("grid")],
  ["an AVIF", async () => heifPicture("second-of-two", "avif")],
  ["a WebP", () => plainPicture("webp", 160, 120)],
  ["an animated WebP", animated],
  ["a DNG", fixture("raw/canon.dng"), rawMutations],
  ["a CR2", fixture("raw/canon.cr2"), rawMutations],
  ["a CR3", fixture("raw/canon.cr3"), rawMutations],
  ["a NEF", fixture("raw/nikon.nef"), rawMutations],
  ["an ARW", fixture("raw/sony.arw"), rawMutations],
  ["a JPEG XL", fixture("jxl/plain.jxl"), jxlMutations],
  ["a JPEG XL in boxes", fixture("jxl/dated.jxl"), jxlMutations],
])(
  "%s, randomly damaged, is shown or refused, and the next one is shown",
  async (_, make, rounds = mutations) => {
    const whole = await make();
    let shown = 0;
    const lookAt = async (bytes: Buffer, index: number) => {
      const made = await makeImageDerivatives(bytes).catch(refusal);
      if (made) shown += 1;
      await pictureWithoutPlace(bytes).catch(refusal);
      expect(await readPhotoMetadata(bytes)).toHaveProperty("takenAt");
      if (index % throughTheAlbum === 0) await takeIntoAlbum(bytes);
    };
    await damageAndTry(whole, lookAt, rounds);
    // Some damage does no harm.
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(rounds);
    expect(await makeImageDerivatives(whole)).toHaveProperty("thumbHash");
    expect(Math.max(...decoderPeaks())).toBeLessThan(maxDecoderBytes);
  },
  3_600_000,
);

test("an MP4, randomly damaged, is described or refused", async () => {
  const encode = [...h264, "-movflags", "+faststart"];
  const clip = await makeClip(path.join(folder, "whole.mp4"), {
    picture: "testsrc2=s=64x48:r=10:d=0.5",
    encode,
  });
  let described = 0;
  await damageAndTry(await readFile(clip), async (bytes, index) => {
    const file = path.join(folder, `${index % atOnce}-${index}.mp4`);
    await writeFile(file, bytes);
    const look = isFullRun ? probeWithPoster : probeVideo;
    const facts = await look(file).catch((error: unknown) => expect(error).toBeInstanceOf(VideoError));
    if (facts) described += 1;
    await rm(file);
  });
  expect(described).toBeGreaterThan(0);
  expect(described).toBeLessThan(mutations);
}, 3_600_000);
