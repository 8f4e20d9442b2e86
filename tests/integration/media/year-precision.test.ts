import { randomBytes, randomUUID } from "node:crypto";
import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { completeUpload, initUpload, sendChunk } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ name: "The Okafors" });
  const { cookie } = owner;
  await call("PUT", "/api/organization/current", { cookie, json: { firstYear: 1950 } });
});

type Filed = Record<string, unknown>;

const store = (values: Parameters<typeof storeMedia>[1] = {}, as = owner) =>
  storeMedia(as, { content: randomBytes(2_000), ...values });
const stored = (id: string) =>
  db.media.findUniqueOrThrow({
    where: { id },
    select: { year: true, month: true, yearPrecision: true, featured: true },
  });
const change = (id: string, json: Filed, { cookie } = owner) =>
  call<MediaItemDto>("PATCH", `/api/media/${id}`, { cookie, json });

/** Every way to say when something was taken. */
const ways: [string, (filed: Filed, id: string) => Promise<{ status: number; body: unknown }>][] = [
  [
    "an upload",
    async (filed) => {
      const fileData = (await tinyPicture()).toString("base64");
      const json = { fileName: "a.jpg", fileType: "image", ...filed, fileData };
      return call("POST", "/api/media", { cookie: owner.cookie, json });
    },
  ],
  ["an upload in chunks", (filed) => initUpload(owner, randomUUID(), 11_000_000, filed)],
  ["a change", (filed, id) => change(id, filed)],
  [
    "a move of several",
    (filed, id) => {
      const json = { mediaIds: [id], ...filed };
      return call("POST", "/api/media/batch/move", { cookie: owner.cookie, json });
    },
  ],
];

test.each(ways)("%s can have a roughly known year, and no impossible one", async (_, file) => {
  const { id } = await store();
  const refused = async (filed: Filed) => {
    const { status, body } = await file(filed, id);
    return [status, body];
  };
  const fault = (error: string) => [400, expect.objectContaining({ error, field: "yearPrecision" })];
  expect(await refused({ year: 1985, month: 0, yearPrecision: "maybe" })).toEqual(
    fault("Year precision must be exact, around or decade"),
  );
  expect(await refused({ year: 1985, month: 7, yearPrecision: "around" })).toEqual(
    fault("Only a year without a month can be approximate"),
  );
  expect(await refused({ year: 1985, month: 0, yearPrecision: "decade" })).toEqual(
    fault("A decade begins with a year that ends in 0"),
  );
  expect(await stored(id)).toMatchObject({ year: 2024, month: 7, yearPrecision: "exact" });
  for (const filed of [
    { year: 1985, month: 0, yearPrecision: "around" },
    { year: 1980, month: 0, yearPrecision: "decade" },
  ]) {
    expect((await file(filed, id)).status).toBeLessThan(300);
  }
});

test("it is stored and returned, from an upload in one request, in a form and in chunks", async () => {
  const { cookie } = owner;
  const filed = { fileName: "a.jpg", year: 1980, month: 0, yearPrecision: "decade" };
  const fileData = (await tinyPicture()).toString("base64");
  const json = await call("POST", "/api/media", { cookie, json: { ...filed, fileType: "image", fileData } });
  expect(json).toMatchObject({ status: 201, body: { year: 1980, month: 0, yearPrecision: "decade" } });

  const form = new FormData();
  for (const [name, value] of Object.entries({ ...filed, fileType: "image" }))
    form.append(name, String(value));
  form.append("fileData", new Blob([new Uint8Array(await tinyPicture())], { type: "image/jpeg" }), "a.jpg");
  const multipart = await call("POST", "/api/media", { cookie, body: form });
  expect(multipart).toMatchObject({ status: 201, body: { yearPrecision: "decade" } });

  const bytes = Buffer.concat([await tinyPicture(), randomBytes(1_000)]);
  const uploadId = randomUUID();
  const around = { year: 1985, month: 0, yearPrecision: "around" };
  expect((await initUpload(owner, uploadId, bytes.length, around)).status).toBe(201);
  await sendChunk(owner, uploadId, 0, bytes);
  expect(await completeUpload(owner, uploadId)).toMatchObject({ body: around });
});

test("what is moved to a month is exact; what stays keeps its precision", async () => {
  const { id } = await store({ year: 1985, month: 0, yearPrecision: "around", featured: true });
  const kept = { year: 1985, month: 0, yearPrecision: "around", featured: true };
  await change(id, { description: "Nana" });
  expect(await stored(id)).toEqual(kept);
  await change(id, { year: 1985, month: 0 });
  expect(await stored(id)).toEqual(kept);
  // Only the precision changes: a month's cover stays the cover.
  await change(id, { year: 1985, month: 0, yearPrecision: "exact" });
  expect(await stored(id)).toEqual({ ...kept, yearPrecision: "exact" });
  await change(id, { year: 1985, month: 0, yearPrecision: "around" });
  await change(id, { year: 1986 });
  expect(await stored(id)).toEqual({ year: 1986, month: 0, yearPrecision: "exact", featured: false });
  await change(id, { year: 1980, month: 0, yearPrecision: "decade" });
  await change(id, { month: 7 });
  expect(await stored(id)).toMatchObject({ year: 1980, month: 7, yearPrecision: "exact" });
});

test("only its uploader and admins can set it, and doing it twice changes nothing more", async () => {
  const member = await createMember(owner.familyId);
  const stranger = await createOwner({ name: "The others" });
  const { id } = await store();
  const filed = { year: 1985, month: 0, yearPrecision: "around" };
  expect((await change(id, filed, member)).status).toBe(403);
  expect((await change(id, filed, stranger)).status).toBe(404);
  expect((await call("PATCH", `/api/media/${id}`, { json: filed })).status).toBe(401);
  expect(await stored(id)).toMatchObject({ yearPrecision: "exact" });
  for (let time = 0; time < 2; time++)
    expect(await change(id, filed)).toMatchObject({ status: 200, body: filed });

  const { cookie } = owner;
  const move = () =>
    call<BatchAnswerDto>("POST", "/api/media/batch/move", { cookie, json: { mediaIds: [id], ...filed } });
  expect((await move()).body).toMatchObject({
    changedIds: [],
    refusals: [{ message: expect.stringContaining("already in around 1985") }],
  });
  const decade = { mediaIds: [id], year: 1980, month: 0, yearPrecision: "decade" };
  const moved = await call<BatchAnswerDto>("POST", "/api/media/batch/move", { cookie, json: decade });
  expect(moved.body.changedIds).toEqual([id]);
});

test("a search for a decade or around a year finds what fits, and a search for a year only exact matches", async () => {
  const decade = await store({ year: 1980, month: 0, yearPrecision: "decade" });
  const around = await store({ year: 1984, month: 0, yearPrecision: "around" });
  const july = await store({ year: 1989, month: 7 });
  const later = await store({ year: 1990, month: 1 });
  const exact = await store({ year: 1980, month: 0 });
  const found = async (q: string) =>
    (
      await call<MediaItemDto[]>("GET", `/api/media/search?q=${encodeURIComponent(q)}`, {
        cookie: owner.cookie,
      })
    ).body
      .map(({ id }) => id)
      .sort();
  const ids = (...items: { id: string }[]) => items.map(({ id }) => id).sort();
  for (const q of ["1980s", "the 1980s", "80s", "the '80s"]) {
    expect([q, await found(q)]).toEqual([q, ids(decade, around, july, exact)]);
  }
  expect(await found("1990s")).toEqual(ids(later));
  expect(await found("around 1985")).toEqual(ids(around));
  expect(await found("circa 1990")).toEqual(ids(july, later));
  expect(await found("1980")).toEqual(ids(exact));
  expect(await found("1984")).toEqual(ids(around));
});

test("an export says how precisely a year is known", async () => {
  await store({ year: 1980, month: 0, yearPrecision: "decade", fileName: "nana.jpg" });
  const exported = await unzip((await call("GET", "/api/user/export", { cookie: owner.cookie })).bytes);
  expect([...exported.keys()]).toContain("pictures/The Okafors/1980/Unknown/nana.jpg");
  const texts = [...exported].filter(([name]) => name.endsWith(".json")).map(([, bytes]) => String(bytes));
  expect(texts.join()).toMatch(/"yearPrecision":\s*"decade"/);
});

test("the database accepts no month with a rough year, and no decade that starts in the middle", async () => {
  const { id } = await store({ year: 1985, month: 0 });
  const set = (data: { month?: number; yearPrecision: "around" | "decade" }) =>
    db.media.update({ where: { id }, data, select: { id: true } });
  await expect(set({ yearPrecision: "decade" })).rejects.toThrow();
  await expect(set({ month: 7, yearPrecision: "around" })).rejects.toThrow();
  await set({ yearPrecision: "around" });
});
