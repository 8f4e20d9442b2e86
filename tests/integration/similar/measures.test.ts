import sharp from "sharp";
import { deriveMedia } from "@/lib/album/media/server/derivatives-service";
import { measureBatch, measureWaiting } from "@/lib/album/similar/server/measures-service";
import { db } from "@/lib/db";
import { ChildError } from "@/lib/platform/child-processes/child-error";
import { getDecoder } from "@/lib/platform/images/decoder";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { hourMs } from "@/lib/shared/units";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { photograph } from "@/tests/support/photographs";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

/** A picture as an upload leaves it, with its small pictures made. */
async function arrive(content: Buffer, values: Parameters<typeof storeMedia>[1] = {}) {
  const { id } = await storeMedia(owner, { content, derivatives: "pending", mediumType: null, ...values });
  await deriveMedia(id);
  return id;
}

const measuresOf = (mediaId: string) =>
  db.mediaMeasures.findUnique({
    where: { mediaId },
    select: { queuedAt: true, attempts: true, differenceHash: true, sharpness: true, isPaper: true },
  });
/** The time at which what has just been queued is due. */
const soon = () => new Date(Date.now() + 1_000);

test("a picture is queued when it is ready, not before, and measured from its medium picture", async () => {
  const waiting = await storeMedia(owner, { derivatives: "pending" });
  const id = await arrive(await photograph());
  expect(await measuresOf(waiting.id)).toBeNull();
  expect(await measuresOf(id)).toMatchObject({ queuedAt: expect.any(Date), differenceHash: null });
  expect(await measureBatch(soon())).toBe(1);
  expect(await measuresOf(id)).toMatchObject({
    queuedAt: null,
    attempts: 0,
    differenceHash: expect.any(BigInt),
    isPaper: false,
  });
  expect(await measureBatch(soon())).toBe(0);
});

test("two uploads of one picture in two qualities are alike", async () => {
  const one = await photograph(2400, 1800);
  const ids = [
    await arrive(one),
    await arrive(await sharp(one).resize(1400).jpeg({ quality: 70 }).toBuffer()),
    await arrive(await photograph(2400, 1800)),
  ];
  await measureBatch(soon());
  const { body } = await call<{ items: { id: string }[]; bestId: string }>(
    "GET",
    `/api/media/${ids[1]}/similar`,
    { cookie: owner.cookie },
  );
  expect(body.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(body.bestId).toBe(ids[0]);
});

test("a picture that is remade is measured again", async () => {
  const id = await arrive(await photograph());
  await measureBatch(soon());
  await db.media.update({ where: { id }, data: { derivatives: "pending" }, select: { id: true } });
  await deriveMedia(id);
  expect(await measuresOf(id)).toMatchObject({ queuedAt: expect.any(Date) });
  expect(await measureBatch(soon())).toBe(1);
});

test("while pictures arrive nothing is measured, however often it is requested", async () => {
  const id = await arrive(await photograph());
  expect(await measureWaiting()).toBe(0);
  await db.mediaMeasures.updateMany({ data: { queuedAt: new Date(Date.now() - 60_000) } });
  const stopped = AbortSignal.abort();
  expect(await measureWaiting(stopped)).toBe(0);
  expect(await measureWaiting()).toBe(1);
  expect(await measuresOf(id)).toMatchObject({ queuedAt: null });
});

test("clips are not measured; what moves or is gone is checked once and matches nothing", async () => {
  const clear = await sharp({
    create: { width: 300, height: 200, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.4 } },
  })
    .png()
    .toBuffer();
  const ids = [await arrive(clear, { mimeType: "image/png" }), await arrive(await photograph())];
  await db.mediaMeasures.create({
    data: { mediaId: (await storeMedia(owner, { hasFiles: false })).id, familyId: owner.familyId },
    select: { mediaId: true },
  });
  expect(await measureBatch(soon())).toBe(3);
  expect(await measuresOf(ids[0] ?? "")).toMatchObject({ queuedAt: null, differenceHash: null });
  await db.media.create({
    data: {
      familyId: owner.familyId,
      fileName: "film.mp4",
      mediaType: "video",
      mimeType: "video/mp4",
      year: 2024,
      month: 7,
      sortAt: new Date(),
      storagePath: "film",
      sha256: "f".repeat(64),
      bytes: 1,
    },
    select: { id: true },
  });
  await db.media.updateMany({ where: { mediaType: "video" }, data: { derivatives: "ready" } });
  expect(await db.mediaMeasures.count({ where: { media: { mediaType: "video" } } })).toBe(0);
});

test("a killed worker's pictures are retried, three times at most", async () => {
  const id = await arrive(await photograph());
  const inHand = { queuedAt: new Date(Date.now() - 1_000), attempts: 3 };
  await db.mediaMeasures.update({ where: { mediaId: id }, data: inHand, select: { mediaId: true } });
  expect(await measureBatch(new Date())).toBe(1);
  expect(await measuresOf(id)).toMatchObject({ queuedAt: null, attempts: 0, differenceHash: null });
});

test.each([
  [
    "the storage doesn't answer",
    () =>
      jest
        .spyOn(getStorage(), "withLocalFile")
        .mockRejectedValue(new StorageError("unavailable", "Not at present")),
  ],
  [
    "no decoder starts",
    () => jest.spyOn(getDecoder(), "decode").mockRejectedValue(new ChildError("absent", "Not at present")),
  ],
])("while %s, a run ends with its first picture, and no picture uses up its attempts", async (_, fail) => {
  const ids = [await arrive(await photograph()), await arrive(await photograph())];
  const failing = fail();
  for (let run = 1; run <= 4; run++) {
    await expect(measureBatch(new Date(Date.now() + run * hourMs))).rejects.toThrow("Not at present");
    expect(failing).toHaveBeenCalledTimes(run);
  }
  failing.mockRestore();
  expect(await measureBatch(new Date(Date.now() + 5 * hourMs))).toBe(2);
  for (const id of ids)
    expect(await measuresOf(id)).toMatchObject({ queuedAt: null, differenceHash: expect.any(BigInt) });
});

test("a picture that can't be read at present doesn't keep the others waiting", async () => {
  const ids = [await arrive(await photograph()), await arrive(await photograph())];
  const failing = jest
    .spyOn(getStorage(), "withLocalFile")
    .mockRejectedValueOnce(new StorageError("unavailable", "Not at present"));
  await expect(measureBatch(soon())).rejects.toThrow("Not at present");
  expect(await measureBatch(soon())).toBe(1);
  failing.mockRestore();
  const measured = await Promise.all(ids.map(measuresOf));
  expect(measured.filter((row) => row?.queuedAt === null)).toHaveLength(1);
});

test("pictures that a stopping worker leaves unmeasured use up no attempts", async () => {
  const id = await arrive(await photograph());
  for (let run = 1; run <= 4; run++) {
    expect(await measureBatch(new Date(Date.now() + run * hourMs), AbortSignal.abort())).toBe(0);
  }
  expect(await measuresOf(id)).toMatchObject({ attempts: 0 });
  expect(await measureBatch(new Date(Date.now() + 4 * hourMs))).toBe(1);
  expect(await measuresOf(id)).toMatchObject({ queuedAt: null, differenceHash: expect.any(BigInt) });
});
