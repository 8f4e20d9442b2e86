import { forgetSystemSettings } from "@/lib/core/system-settings/server/service";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { initUpload } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { withTestStripe } from "@/tests/support/test-stripe";

await withTestStripe();
withTestDatabase();
withTestStorage();

const mebibyte = 1_048_576;

afterEach(forgetSystemSettings);

const limitsOf = async (cookie: string) => (await call("GET", "/api/media/upload-limits", { cookie })).body;

test("if plans are sold, the free one accepts files as specified, the others as the installation does", async () => {
  const free = await createOwner();
  const family = await createOwner({ tier: "family" });
  expect(await limitsOf(free.cookie)).toMatchObject({
    maxImageBytes: 10_485_760,
    maxVideoBytes: 104_857_600,
  });
  expect(await limitsOf(family.cookie)).toMatchObject({
    maxImageBytes: 209_715_200,
    maxVideoBytes: 10_737_418_240,
  });
});

test("a picture and a film over the free plan's limits are refused with them, and accepted on a larger plan", async () => {
  const picture = await tinyPicture();
  const fileData = Buffer.concat([picture, Buffer.alloc(10 * mebibyte + 1 - picture.length)]).toString(
    "base64",
  );
  const json = { fileName: "a.jpg", fileType: "image", fileData, year: 2024, month: 7 };
  const totalChunks = 13;
  for (const [tier, picked, film] of [
    ["free", [413, "File is too large for upload (max size: 10MB)"], 413],
    ["family", [201, undefined], 201],
  ] as const) {
    const { cookie, ...person } = await createOwner({ tier });
    const answer = await call("POST", "/api/media", { cookie, json });
    expect([answer.status, answer.body.error]).toEqual(picked);
    const begun = await initUpload({ cookie, ...person }, "film", 100 * mebibyte + 1, { totalChunks });
    expect(begun.status).toBe(film);
  }
});

test("a plan's own limit applies, but never more than the installation's", async () => {
  const values = {
    maxVideoBytes: 50 * mebibyte,
    plans: { family: { maxImageBytes: 3 * mebibyte, maxVideoBytes: 900 * mebibyte } },
  };
  await db.systemSettings.create({ data: { id: 1, values }, select: { id: true } });
  forgetSystemSettings();
  const family = await createOwner({ tier: "family" });
  expect(await limitsOf(family.cookie)).toMatchObject({
    maxImageBytes: 3 * mebibyte,
    maxVideoBytes: 50 * mebibyte,
  });
});
