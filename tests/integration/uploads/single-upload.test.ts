import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { MediaDetailDto, MediaItemDto } from "@/lib/album/media/schema";
import { db } from "@/lib/db";
import { type Answer, type CallOptions, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody, expectRefusal } from "@/tests/support/error-body";
import {
  createFamily,
  createMember,
  createOwner,
  type FamilyPerson,
  join,
  openSession,
} from "@/tests/support/factories";
import {
  cameraPicture,
  clipBytes,
  heifPicture,
  pictureWithExif,
  tinyPicture,
} from "@/tests/support/pictures";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const facts = { fileName: "beach.jpg", fileType: "image", year: 2024, month: 7, description: "At the #sea" };

interface DuplicateAnswer {
  error: string;
  message: string;
  duplicate: { existingId: string; fileName: string; uploadDate: string };
}

function upload<T = MediaItemDto>(
  content: Uint8Array,
  change: Record<string, unknown> = {},
  { as = owner, ...options }: CallOptions & { as?: FamilyPerson } = {},
): Promise<Answer<T>> {
  const json = { ...facts, fileData: Buffer.from(content).toString("base64"), ...change };
  return call<T>("POST", "/api/media", { cookie: as.cookie, json, ...options });
}

function uploadForm(content: Uint8Array, change: Record<string, string> = {}, fileName = "beach.jpg") {
  const form = new FormData();
  for (const [name, value] of Object.entries({ year: "2024", month: "7", ...change })) form.set(name, value);
  form.set("fileData", new Blob([new Uint8Array(content)], { type: "image/jpeg" }), fileName);
  return call<MediaItemDto>("POST", "/api/media", { cookie: owner.cookie, body: form });
}

const originals = async () => (await storedKeys("families/")).filter((key) => key.includes("/originals/"));

async function download(id: string, as = owner): Promise<Buffer> {
  return (await call("GET", `/api/media/${id}/download`, { cookie: as.cookie })).bytes;
}

describe("an upload in one request", () => {
  test("answers the item, and the original reads back bit for bit", async () => {
    const content = await tinyPicture();
    const { status, body } = await upload(content);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      fileName: "beach.jpg",
      fileType: "image",
      mediaType: "image",
      mimeType: "image/jpeg",
      year: 2024,
      month: 7,
      yearPrecision: "exact",
      description: "At the #sea",
      uploadDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      takenAt: null,
      storagePath: expect.any(String),
      featured: false,
      bytes: content.length,
      width: null,
      height: null,
      durationMs: null,
      thumbHash: null,
      panorama: null,
      editVersion: 0,
      isEdited: false,
      derivatives: "pending",
      playable: "none",
      playableSmall: "none",
      uploadedBy: { id: owner.userId, name: "Somebody" },
      heartCount: 0,
      isHearted: false,
      stack: null,
    });
    expect(sha256(await download(body.id))).toBe(sha256(content));
    expect(await originals()).toEqual([body.storagePath]);
  });

  test("accepts a data URL, missing padding, escaped slashes and the file before its fields", async () => {
    for (const write of [
      (base64: string) => `{"fileData":"data:image/jpeg;base64,${base64}",%}`,
      (base64: string) => `{%,"fileData":"${base64.replaceAll("=", "")}"}`,
      (base64: string) => `{"fileData":"${base64.replaceAll("/", "\\/")}",%}`,
      (base64: string) => `{"fileData":"${base64.replaceAll("+", "\\u002B").replaceAll("/", "\\u002f")}",%}`,
      (base64: string) => `{\n  "fileData" :\t"${base64}" ,\r\n  %\n}`,
      (base64: string) => `{"note":"\\"fileData\\":","list":[{"fileData":"x"}],"fileData":"${base64}",%}`,
    ]) {
      const content = await tinyPicture();
      const body = write(content.toString("base64")).replace("%", () => JSON.stringify(facts).slice(1, -1));
      const answer = await call<MediaItemDto>("POST", "/api/media", {
        cookie: owner.cookie,
        body,
        type: "application/json",
      });
      expect([write.toString(), answer.status]).toEqual([write.toString(), 201]);
      expect(sha256(await download(answer.body.id))).toBe(sha256(content));
    }
  });

  test("refuses invalid base64, rather than storing other bytes than were sent", async () => {
    const base64 = (await tinyPicture()).toString("base64");
    const half = base64.slice(0, 80);
    for (const fileData of [
      `${half}!${base64.slice(80)}`,
      `${half}\n${base64.slice(80)}`,
      `${half}\\n${base64.slice(80)}`,
      `${half}====${base64.slice(80)}`,
      `data:image/jpeg,${base64}`,
      `data:image/jpeg;base64${base64}`,
      `${base64.replaceAll("=", "")}A=B`,
      "data:",
      "",
    ]) {
      const answer = await upload(Buffer.alloc(0), { fileData });
      expect([fileData, answer.status]).toEqual([fileData, 400]);
      expectErrorBody(answer);
      expect(answer.body).toMatchObject({ field: "fileData" });
    }
    expect(await originals()).toEqual([]);
  });

  test("as a form uses the file's own name and type, and fields on either side of it", async () => {
    const content = await tinyPicture();
    const answer = await uploadForm(
      content,
      { description: "Zwölf Wellen #strand 🌊" },
      "Zürich – „Bad“.jpg",
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      fileName: "Zürich – „Bad“.jpg",
      description: "Zwölf Wellen #strand 🌊",
    });
    expect(sha256(await download(answer.body.id))).toBe(sha256(content));

    const form = new FormData();
    form.set("fileData", new Blob([new Uint8Array(await tinyPicture())], { type: "image/jpeg" }), "b.jpg");
    for (const [name, value] of Object.entries(facts)) form.set(name, String(value));
    const late = await call<MediaItemDto>("POST", "/api/media", { cookie: owner.cookie, body: form });
    expect(late).toMatchObject({ status: 201, body: { fileName: "beach.jpg", year: 2024, month: 7 } });
  });
});

/** A film with only the first bytes of its type. */
const filmHead = (first: number[], text = "") =>
  Buffer.concat([Buffer.from(first), Buffer.from(text), Buffer.alloc(32), randomBytes(16)]);

describe("the type of a file", () => {
  test.each([
    ["a JPEG", () => tinyPicture("jpeg"), "image", "image/jpeg"],
    ["a PNG", () => tinyPicture("png"), "image", "image/png"],
    ["a GIF", () => tinyPicture("gif"), "image", "image/gif"],
    ["a WebP", () => tinyPicture("webp"), "image", "image/webp"],
    ["an AVIF", () => tinyPicture("avif"), "image", "image/avif"],
    ["a HEIC", async () => Buffer.concat([heifPicture("plain"), randomBytes(16)]), "image", "image/heic"],
    ["an MP4", async () => clipBytes(), "video", "video/mp4"],
    ["a Matroska", async () => filmHead([0x1a, 0x45, 0xdf, 0xa3], "matroska"), "video", "video/matroska"],
    ["a WebM", async () => filmHead([0x1a, 0x45, 0xdf, 0xa3], "webm"), "video", "video/webm"],
    ["an MPEG", async () => filmHead([0, 0, 1, 0xba]), "video", "video/mpeg"],
    [
      "a MOV",
      async () => Buffer.from(clipBytes().toString("latin1").replace("isom", "qt  "), "latin1"),
      "video",
      "video/quicktime",
    ],
    [
      "an AVI",
      async () => Buffer.concat([Buffer.from("RIFF\0\0\0\0AVI LIST", "latin1"), clipBytes()]),
      "video",
      "video/x-msvideo",
    ],
  ])("%s is recognised by its bytes, whatever it calls itself", async (_, make, mediaType, mimeType) => {
    for (const claim of [
      { fileName: "photo.heic", fileType: "image" },
      { fileName: "film", fileType: "video/webm" },
    ]) {
      const answer = await upload(await make(), claim);
      expect(answer).toMatchObject({ status: 201, body: { fileType: mediaType, mediaType, mimeType } });
    }
  });

  test.each([
    ["text", Buffer.from("just some words that are no picture")],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["TIFF", Buffer.from("II*\0\x08\0\0\0\0\0\0\0", "latin1")],
    ["a song", Buffer.from("\0\0\0\x18ftypM4A \0\0\0\0mp42isom", "latin1")],
    ["a playlist", Buffer.from("#EXTM3U\n#EXT-X-VERSION:3\nfile:///etc/passwd\n")],
    ["PDF", Buffer.from("%PDF-1.7 ................................")],
    ["one byte", Buffer.from([0xff])],
  ])("%s named like a picture is refused with 415", async (_, content) => {
    const answer = await upload(content, { fileName: "photo.jpg", fileType: "image/jpeg" });
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({
      error: "Unsupported file type. Please upload an image or video file.",
      code: "unsupported_type",
    });
    const form = await uploadForm(content);
    expect(form.status).toBe(415);
    expect(await originals()).toEqual([]);
  });
});

describe("a file that is already in the album", () => {
  test("is refused with exactly the duplicate answer, however it is sent", async () => {
    const content = await tinyPicture();
    const first = (await upload(content)).body;
    const expected = {
      error: "duplicate_file",
      message: "This file already exists in your album.",
      duplicate: { existingId: first.id, fileName: "beach.jpg", uploadDate: first.uploadDate },
    };
    const again = await upload<DuplicateAnswer>(content, { fileName: "other.jpg", year: 2023 });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject(expected);
    expect(again.body.duplicate).toEqual(expected.duplicate);
    expectErrorBody(again);
    expect(await uploadForm(content)).toMatchObject({ status: 409, body: expected });
    expect(await originals()).toEqual([first.storagePath]);
  });

  test("is fine in another family, whose duplicate answer never reveals ours", async () => {
    const content = await tinyPicture();
    const ours = (await upload(content)).body;
    const stranger = await createOwner({ name: "The others" });
    const theirs = await upload(content, {}, { as: stranger });
    expect(theirs.status).toBe(201);
    const again = await upload<DuplicateAnswer>(content, {}, { as: stranger });
    expect(again.body.duplicate.existingId).toBe(theirs.body.id);
    expect(JSON.stringify(again.body)).not.toContain(ours.id);
  });

  test("in the trash is not a duplicate; restoring it then answers 409 and changes nothing", async () => {
    const content = await tinyPicture();
    const first = (await upload(content)).body;
    const { cookie } = owner;
    await call("DELETE", `/api/media/${first.id}`, { cookie });
    const second = await upload(content);
    expect(second.status).toBe(201);
    const restored = await call("POST", `/api/media/${first.id}/restore`, { cookie });
    expect(restored.status).toBe(409);
    expectErrorBody(restored);
    await call("DELETE", `/api/media/${second.body.id}`, { cookie });
    expect((await call("POST", `/api/media/${first.id}/restore`, { cookie })).status).toBe(200);
  });

  test("sent ten times at once makes one item and leaves one file", async () => {
    const content = await tinyPicture();
    const members = [owner, await createMember(owner.familyId)];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        upload(content, {}, { as: members[index % 2] as FamilyPerson }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const winner = answers.find(({ status }) => status === 201)?.body as MediaItemDto;
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ duplicate: { existingId: winner.id } });
    }
    expect(await originals()).toEqual([winner.storagePath]);
    const counted = await db.family.findUniqueOrThrow({
      where: { id: owner.familyId },
      select: { storageBytes: true },
    });
    expect(Number(counted.storageBytes)).toBe(content.length);
  });
});

test("forty different files sent at once all arrive", async () => {
  const contents = await Promise.all(Array.from({ length: 40 }, () => tinyPicture()));
  const answers = await Promise.all(
    contents.map((content, index) => upload(content, { month: (index % 3) + 1 })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201));
  for (const [index, { body }] of answers.entries()) {
    expect(sha256(await download(body.id))).toBe(sha256(contents[index] as Buffer));
  }
});

describe("an Idempotency-Key", () => {
  const withKey = (key: string) => ({ headers: { "Idempotency-Key": key } });

  test("makes a repeated upload return the first one's answer", async () => {
    const content = await tinyPicture();
    const key = randomUUID();
    const first = await upload(content, {}, withKey(key));
    const again = await upload(content, {}, withKey(key));
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await db.media.count()).toBe(1);
  });

  test("used for another request is refused, and used by another person is another key", async () => {
    const key = randomUUID();
    const { id } = (await upload(await tinyPicture(), {}, withKey(key))).body;
    const heart = (as: FamilyPerson) =>
      call("POST", "/api/hearts", { cookie: as.cookie, json: { mediaId: id }, ...withKey(key) });
    expect(await heart(owner)).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
    expect((await heart(await createMember(owner.familyId))).status).toBe(201);
  });

  test("used for other bytes of the same length is refused, without returning the earlier answer", async () => {
    const key = randomUUID();
    const content = await tinyPicture();
    const other = Buffer.from(content);
    other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;
    expect((await upload(content, {}, withKey(key))).status).toBe(201);
    const refused = await upload(other, {}, withKey(key));
    expect([refused.status, refused.body]).toMatchObject([422, { code: "idempotency_key_reused" }]);
    expect((await upload(content, {}, withKey(key))).headers.get("idempotency-replayed")).toBe("true");
  });

  test("used again for the same form, with another boundary, returns the first one's answer", async () => {
    const key = randomUUID();
    const content = await tinyPicture();
    const send = () => {
      const body = new FormData();
      body.set("year", "2024");
      body.set("month", "7");
      body.set("fileData", new Blob([new Uint8Array(content)], { type: "image/jpeg" }), "beach.jpg");
      return call("POST", "/api/media", { cookie: owner.cookie, body, ...withKey(key) });
    };
    expect((await send()).status).toBe(201);
    const again = await send();
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
  });

  test("on eight requests at once lets one through; the others wait or get its answer", async () => {
    const content = await tinyPicture();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(content, {}, withKey(key))));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    for (const { status, body, headers } of answers) {
      if (status === 201) continue;
      expect([status, body]).toEqual([409, expect.objectContaining({ code: "request_in_progress" })]);
      expect(headers.get("retry-after")).toBe("1");
    }
    expect(await db.media.count()).toBe(1);
    expect((await upload(content, {}, withKey(key))).body.id).toBe(made[0]?.body.id);
  });

  test("from a failed request can be used again", async () => {
    const key = randomUUID();
    expect((await upload(Buffer.from("no picture, but long enough"), {}, withKey(key))).status).toBe(415);
    expect((await upload(await tinyPicture(), {}, withKey(key))).status).toBe(201);
  });

  test("whose server died is taken over after a while", async () => {
    const { id } = (await upload(await tinyPicture())).body;
    const key = randomUUID();
    const heart = () =>
      call("POST", "/api/hearts", { cookie: owner.cookie, json: { mediaId: id }, ...withKey(key) });
    await heart();
    const died = { status: null, createdAt: new Date(Date.now() - 60_000) };
    await db.idempotencyKey.updateMany({ where: { key }, data: died });
    expect((await heart()).status).toBe(409);
    await db.idempotencyKey.updateMany({
      where: { key },
      data: { createdAt: new Date(Date.now() - 180_000) },
    });
    expect((await heart()).status).toBe(201);
  });

  test("that is too long is refused", async () => {
    const answer = await upload(await tinyPicture(), {}, withKey("k".repeat(201)));
    expect(answer.status).toBe(400);
    expectErrorBody(answer);
  });
});

describe("a family's storage", () => {
  const gibibyte = 1024n ** 3n;

  test.each([
    ["free", 5n * gibibyte, "Free storage of 5GB is full", "Family Plan"],
    ["family", 200n * gibibyte, "Family Plan storage of 200GB is full", "Premium Plan"],
  ] as const)(
    "that is full on the %s tier refuses with 422 and leaves nothing",
    async (tier, limit, full, lifting) => {
      const content = await tinyPicture();
      await db.family.update({
        where: { id: owner.familyId },
        data: { tier, storageBytes: limit - BigInt(content.length) + 1n },
        select: { id: true },
      });
      const answer = await upload(content);
      expect(answer).toMatchObject({ status: 422, body: { code: "storage_limit" } });
      expect(answer.body).toMatchObject({ message: expect.stringContaining(full) });
      expect(answer.body).toMatchObject({ message: expect.stringContaining(lifting) });
      expect([await originals(), await db.media.count(), await db.mediaMonth.count()]).toEqual([[], 0, 0]);
      const { storageBytes } = await db.family.findUniqueOrThrow({
        where: { id: owner.familyId },
        select: { storageBytes: true },
      });
      expect(storageBytes).toBe(limit - BigInt(content.length) + 1n);
    },
  );

  test("can be used to the last byte, even by uploads at once", async () => {
    const contents = await Promise.all(Array.from({ length: 6 }, () => tinyPicture()));
    const size = BigInt(contents[0]?.length ?? 0);
    await db.family.update({
      where: { id: owner.familyId },
      data: { storageBytes: 5n * gibibyte - 2n * size },
      select: { id: true },
    });
    const answers = await Promise.all(contents.map((content) => upload(content)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422]);
    expect(await originals()).toHaveLength(2);
  });

  test("has no limit in the premium tier", async () => {
    await db.family.update({
      where: { id: owner.familyId },
      data: { tier: "premium", storageBytes: 1000n * gibibyte },
      select: { id: true },
    });
    expect((await upload(await tinyPicture())).status).toBe(201);
  });
});

describe("the metadata of an upload", () => {
  test("a scanner's date doesn't count as when it was taken", async () => {
    const scannedAt = "2024:07:14 09:30:00";
    const scan = await pictureWithExif(
      { Make: "EPSON", Model: "Perfection V600" },
      { DateTimeOriginal: scannedAt },
    );
    const photo = await pictureWithExif(
      { Make: "NIKON", Model: "NIKON D750" },
      { DateTimeOriginal: scannedAt },
    );
    expect((await upload(scan)).body.takenAt).toBeNull();
    expect((await upload(photo)).body.takenAt).toBe("2024-07-14T09:30:00");
  });

  test("its camera's wall clock is in takenAt and orders its month", async () => {
    const camera = (await upload(await cameraPicture("2024:07:14 09:30:00"))).body;
    expect(camera.takenAt).toBe("2024-07-14T09:30:00");
    const later = (await upload(await cameraPicture("2024:07:15 09:30:00"))).body;
    const earlier = (await upload(await cameraPicture("2024:07:13 09:30:00"))).body;
    const page = await call<{ items: MediaItemDto[] }>("GET", "/api/media/month/2024/7", {
      cookie: owner.cookie,
    });
    expect(page.body.items.map(({ id }) => id)).toEqual([later.id, camera.id, earlier.id]);
  });

  test.each(["0000:00:00 00:00:00", "2024:13:45 10:00:00", "2999:01:01 00:00:00", "not a date at all!!"])(
    "a camera's clock that says %j is ignored",
    async (date) => {
      expect((await upload(await cameraPicture(date))).body.takenAt).toBeNull();
    },
  );

  test("the hashtags of its description are stored once each, in any case and script", async () => {
    const description = "#Sea #sea at #Ναύπλιο, #été_2024! C#5 and &#39; are none; #海 #a-b";
    const { body } = await upload(await tinyPicture(), { description });
    const detail = await call<MediaDetailDto>("GET", `/api/media/${body.id}`, { cookie: owner.cookie });
    expect(detail.body.hashtags).toEqual(["#sea", "#ναύπλιο", "#été_2024", "#海", "#a"]);
    expect(detail.body.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("a year before 2022 or in the future, and an invalid month, are refused by name", async () => {
    const nextYear = new Date(Date.now() + 14 * 3_600_000).getUTCFullYear() + 1;
    for (const [field, value] of [
      ["year", 2021],
      ["year", nextYear],
      ["month", -1],
      ["month", 13],
    ] as const) {
      const answer = await upload(await tinyPicture(), { [field]: value });
      expect(answer).toMatchObject({ status: 400, body: { field } });
    }
    expect(await originals()).toEqual([]);
  });

  test("without a year or month it is refused with the specification's text", async () => {
    const content = await tinyPicture();
    expect(await upload(content, { year: undefined })).toMatchObject({
      body: { message: "Year is required" },
    });
    expect(await upload(content, { month: undefined })).toMatchObject({
      body: { message: "Month is required" },
    });
  });
});

test("someone who switches families uploads to the session's current one", async () => {
  const other = await createFamily({ name: "The others" });
  await join(owner.userId, other, "member");
  const there = { ...owner, ...(await openSession(owner.userId, other)), familyId: other };
  const item = (await upload(await tinyPicture(), {}, { as: there })).body;
  expect(await db.media.findUniqueOrThrow({ where: { id: item.id }, select: { familyId: true } })).toEqual({
    familyId: other,
  });
  expect((await call("GET", `/api/media/${item.id}`, { cookie: owner.cookie })).status).toBe(404);
});

test("a page opened before a switch can't upload into the new family, but gets the answer it missed", async () => {
  const other = await createFamily({ name: "The others" });
  await join(owner.userId, other, "member");
  const page = { "X-Family-ID": owner.familyId, "Idempotency-Key": "before the switch" };
  const content = await tinyPicture();
  const first = await upload(content, {}, { headers: page });
  expect(first.status).toBe(201);
  await call("POST", "/api/switch-organization", { cookie: owner.cookie, json: { organizationId: other } });
  expect((await upload(content, {}, { headers: page })).body).toEqual(first.body);
  const refused = await upload(await tinyPicture(), {}, { headers: { "X-Family-ID": owner.familyId } });
  expectRefusal(refused, 409, "family_changed");
  expect(await db.media.findMany({ select: { familyId: true } })).toEqual([{ familyId: owner.familyId }]);
  expect(await originals()).toHaveLength(1);
});
