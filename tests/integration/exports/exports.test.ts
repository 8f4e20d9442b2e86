import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import type { ExportListDto } from "@/lib/operations/exports/schema";
import { exportIntoFolder } from "@/lib/operations/exports/server/folder-service";
import { runExport } from "@/lib/operations/exports/server/preparing-service";
import { removeExpiredExports } from "@/lib/operations/exports/server/retention-service";
import { withLock } from "@/lib/platform/locks";
import { getStorage } from "@/lib/platform/storage/storage";
import { noEdits } from "@/lib/shared/picture-edits";
import { dayMs } from "@/lib/shared/units";
import { storeAlbum } from "@/tests/support/album-calls";
import { runBuilt } from "@/tests/support/backup-programs";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { type ExportAnswer, exportCall, prepared, readKeepsake } from "@/tests/support/export-calls";
import { storeGroup } from "@/tests/support/faces";
import {
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  removeMember,
  storeClip,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { storeKey } from "@/tests/support/keys";
import { storeHiddenPlace } from "@/tests/support/map-calls";
import { plainPicture } from "@/tests/support/pictures";
import { storePrintOrder } from "@/tests/support/print-calls";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";
import { unzip } from "@/tests/support/zip-files";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

withTestDatabase();
withTestStorage();

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const fetchFile = (person: Pick<FamilyPerson, "cookie">, id: string, headers: Record<string, string> = {}) =>
  call<ExportAnswer>("GET", `/api/exports/${id}/file`, { cookie: person.cookie, headers });

const turnedBy = (quarterTurns: number) => ({ ...noEdits, quarterTurns, crop: null });

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ name: "The Okafors", tier: "premium" });
});

const personOf = async ({ familyId, userId }: FamilyPerson, values: object = {}) =>
  (
    await db.familyMember.updateManyAndReturn({
      where: { familyId, userId },
      data: values,
      select: { id: true },
    })
  )[0]?.id ?? "";

/** A ZIP's contents: its files, and what its `keepsake.json` says. */
async function opened(person: FamilyPerson, id: string) {
  const { status, bytes } = await fetchFile(person, id);
  expect(status).toBe(200);
  const files = await unzip(bytes);
  return {
    bytes,
    files,
    names: [...files.keys()],
    ...(await readKeepsake(files.get("keepsake.json") ?? Buffer.alloc(0))),
  };
}

/** A family with some of everything. */
async function storeEverything() {
  const nana = await createMember(owner.familyId, "member", { title: null });
  const { familyId } = owner;
  const nanaId = await personOf(nana, { name: "Nana", nickname: "Gran", birthDate: new Date("1950-02-03") });
  const lake = await storeMedia(owner, {
    content: await plainPicture("jpeg", 64, 48),
    fileName: "lake.jpg",
    description: "At the #lake with <Nana> & co",
    takenAt: new Date("2024-07-03T14:05:09Z"),
    sortAt: new Date("2024-07-03T14:05:09Z"),
    featured: true,
    width: 64,
    height: 48,
  });
  await db.mediaHashtag.create({ data: { mediaId: lake.id, familyId, hashtag: "lake" } });
  await db.mediaTag.create({
    data: { mediaId: lake.id, memberId: nanaId, familyId, taggedById: owner.userId },
  });
  const place = { latitude: 48.858, longitude: -2.294, altitudeM: 35.5, cameraMake: "Canon" };
  await db.mediaFacts.create({ data: { mediaId: lake.id, familyId, ...place } });
  // An export is the family's own: places hidden on the map stay complete in it.
  await storeHiddenPlace(owner, { latitude: 48.858, longitude: -2.294 });
  for (const { userId } of [owner, nana]) {
    await db.heart.create({ data: { userId, mediaId: lake.id, familyId } });
  }
  await db.comment.create({ data: { mediaId: lake.id, familyId, userId: nana.userId, text: "Lovely" } });
  await storeGroup(owner, { mediaIds: [lake.id], memberId: nanaId });
  const turned = await storeMedia(nana, {
    content: await plainPicture("jpeg", 40, 30),
    fileName: "Lake.JPG",
    sortAt: new Date("2024-07-05T12:00:00Z"),
    edits: turnedBy(1),
    editVersion: 1,
    width: 30,
    height: 40,
  });
  const moving = await storeMedia(owner, {
    content: randomBytes(900),
    fileName: "IMG_1.jpg",
    month: 0,
    year: 1985,
    yearPrecision: "around",
  });
  const clip = await storeClip(owner, moving.id, { fileName: "IMG_1.MOV" });
  const lost = await storeMedia(owner, { content: randomBytes(700), fileName: "lost.jpg", month: 8 });
  await getStorage().delete(lost.storagePath);
  await storeMedia(owner, { fileName: "gone.jpg", deletedAt: new Date() });
  await storeAlbum(owner, { title: "By hand", story: "A story", order: "hand" }, [turned.id, lake.id]);
  const notice = await db.notice.create({
    data: { familyId, title: "Hello", message: "All", createdById: nana.userId },
    select: { id: true },
  });
  await db.noticeLike.create({ data: { noticeId: notice.id, userId: owner.userId } });
  await db.monthIcon.create({ data: { familyId, year: 2024, month: 7, iconName: "sun" } });
  await storePrintOrder(nana);
  return { nana, nanaId, lake, turned, moving, clip, lost };
}

test("the whole album is exported in folders, bit for bit, with everything people said, without the trash", async () => {
  const { nana, nanaId, lake, turned, moving, clip, lost } = await storeEverything();
  await removeMember(nana);
  await db.familyMember.updateMany({ where: { id: nanaId }, data: { userId: null } });
  const made = await prepared(owner);
  expect(made).toMatchObject({ scope: "family", state: "ready", progress: 100, lostCount: 2, since: null });
  const { bytes, files, names, head, lists } = await opened(owner, made.id);
  expect([bytes.length, names.length]).toEqual([made.bytes, made.fileCount]);
  const july = "2024/07 July";
  expect(names.sort()).toEqual(
    [
      "README.txt",
      "keepsake.json",
      "1985/Unknown/IMG_1.jpg",
      "1985/Unknown/IMG_1.MOV",
      `${july}/lake.jpg`,
      `${july}/Lake (2).JPG`,
      `${july}/Lake (2)-edited.jpg`,
    ]
      .flatMap((name) => (name.includes("/") ? [name, `${name}.xmp`] : [name]))
      .sort(),
  );
  for (const [name, stored] of [
    [`${july}/lake.jpg`, lake],
    [`${july}/Lake (2).JPG`, turned],
    ["1985/Unknown/IMG_1.jpg", moving],
    ["1985/Unknown/IMG_1.MOV", clip],
  ] as const) {
    expect([name, sha256(files.get(name) ?? Buffer.alloc(0))]).toEqual([name, stored.sha256]);
  }

  expect(head).toMatchObject({
    version: 1,
    export: { id: made.id, scope: "family", since: null },
    family: {
      ...{ name: "The Okafors", firstYear: 2022, showsPlaces: true },
      hiddenPlaces: [{ name: "Home", latitude: 48.858, longitude: -2.294, radiusM: 300, mode: "rounded" }],
    },
  });
  expect(files.get("keepsake.json")?.toString()).not.toContain("@example.org");
  const ownerId = await personOf(owner);
  const nanaListed = lists.people.find(({ id }) => id === nanaId);
  expect(nanaListed).toMatchObject({
    name: "Nana",
    nickname: "Gran",
    birthDate: "1950-02-03",
    account: null,
  });
  expect(lists.people.find(({ id }) => id === ownerId)?.account).toMatchObject({
    role: "owner",
    username: owner.username,
  });
  // Nana has left, but what she said is still hers.
  expect(lists.people.find(({ isListed }) => !isListed)).toMatchObject({
    id: nana.userId,
    name: nana.username,
  });
  const item = lists.items.find(({ id }) => id === lake.id);
  expect(item).toMatchObject({
    path: `${july}/lake.jpg`,
    fileName: "lake.jpg",
    sha256: lake.sha256,
    takenAt: "2024-07-03T14:05:09.000",
    description: "At the #lake with <Nana> & co",
    hashtags: ["lake"],
    isMonthCover: true,
    uploadedBy: ownerId,
    people: [{ person: nanaId, by: ownerId }],
    comments: [{ by: nana.userId, text: "Lovely", editedAt: null }],
    facts: { cameraMake: "Canon", latitude: 48.858 },
    edits: null,
    editedPath: null,
  });
  expect(item?.hearts.map(({ by }) => by).sort()).toEqual([nana.userId, ownerId].sort());
  expect(item?.faces).toMatchObject([{ person: nanaId }]);
  expect(lists.items.find(({ id }) => id === turned.id)).toMatchObject({
    edits: { quarterTurns: 1 },
    editedPath: `${july}/Lake (2)-edited.jpg`,
  });
  expect(lists.items.find(({ id }) => id === moving.id)).toMatchObject({
    year: 1985,
    month: 0,
    precision: "around",
    clip: { path: "1985/Unknown/IMG_1.MOV", fileName: "IMG_1.MOV", sha256: clip.sha256 },
  });
  expect(lists.items.find(({ id }) => id === lost.id)).toMatchObject({ path: null, sha256: lost.sha256 });
  expect(lists.albums).toMatchObject([
    {
      title: "By hand",
      story: "A story",
      order: "hand",
      createdBy: ownerId,
      items: [{ item: turned.id }, { item: lake.id }],
    },
  ]);
  expect(lists.notices).toMatchObject([{ title: "Hello", by: nana.userId, likes: [{ by: ownerId }] }]);
  expect(lists.monthIcons).toEqual([{ year: 2024, month: 7, icon: "sun" }]);
  expect(lists.printOrders).toMatchObject([{ by: nana.userId, prints: [{ size: "4x6", quantity: 2 }] }]);
  expect(files.get("keepsake.json")?.toString()).not.toContain("Garden Lane");
});

const programTest = ["exiftool", "unzip", "7z"].every(hasProgram) ? test : test.skip;
if (programTest === test.skip) {
  console.warn("SKIPPED: what exiftool, unzip and 7z say of an export, as one of them is not installed.");
}

programTest("exiftool reads every sidecar, and unzip and 7z the ZIP", async () => {
  const { lake, moving } = await storeEverything();
  const { bytes, files, lists } = await opened(owner, (await prepared(owner)).id);
  const folder = await mkdtemp(path.join(tmpdir(), "keepsake-export-"));
  try {
    const zip = path.join(folder, "export.zip");
    await writeFile(zip, bytes);
    expect(execFileSync("unzip", ["-t", "-q", zip]).toString()).toContain("No errors detected");
    expect(execFileSync("7z", ["t", zip]).toString()).toContain("Everything is Ok");
    execFileSync("unzip", ["-q", zip, "-d", folder]);
    const sidecars = [...files.keys()].filter((name) => name.endsWith(".xmp"));
    const args = ["-json", "-struct", "-n", "-all", "-validate", ...sidecars];
    const read = JSON.parse(execFileSync("exiftool", args, { cwd: folder }).toString()) as Record<
      string,
      unknown
    >[];
    expect(read.length).toBe(sidecars.length);
    // Neither errors nor warnings.
    for (const one of read) expect(one).toMatchObject({ Validate: "0 0 0" });
    const of = (id: string) => {
      const item = lists.items.find((one) => one.id === id);
      return read.find(({ SourceFile }) => SourceFile === `${item?.path}.xmp`);
    };
    expect(of(lake.id)).toMatchObject({
      Description: "At the #lake with <Nana> & co",
      Subject: ["lake", "Gran"],
      PersonInImage: ["Gran"],
      DateTimeOriginal: "2024:07:03 14:05:09",
      DateCreated: "2024:07:03 14:05:09",
      GPSLatitude: 48.858,
      GPSLongitude: -2.294,
      GPSAltitude: 35.5,
      Rating: 2,
      RegionInfo: {
        AppliedToDimensions: { W: 64, H: 48, Unit: "pixel" },
        RegionList: [{ Name: "Gran", Type: "Face", Area: { Unit: "normalized" } }],
      },
    });
    expect(of(moving.id)).toMatchObject({ DateCreated: 1985, Subject: ["around 1985"], Rating: 0 });
    expect(of(moving.id)).not.toHaveProperty("DateTimeOriginal");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a download interrupted anywhere continues to the same bytes", async () => {
  await storeEverything();
  const { id, bytes: length } = await prepared(owner);
  const whole = await fetchFile(owner, id);
  const etag = whole.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
  expect(whole.headers.get("content-length")).toBe(String(length));
  expect(whole.headers.get("content-disposition")).toMatch(/The Okafors - \d{4}-\d\d-\d\d\.zip/);
  const wanted = sha256(whole.bytes);
  for (let cut = 0; cut < 20; cut++) {
    const at = cut === 0 ? length - 1 : randomInt(1, length);
    const rest = await fetchFile(owner, id, { Range: `bytes=${at}-`, "If-Range": etag });
    expect([at, rest.status, rest.headers.get("content-range")]).toEqual([
      at,
      206,
      `bytes ${at}-${length - 1}/${length}`,
    ]);
    expect([at, sha256(Buffer.concat([whole.bytes.subarray(0, at), rest.bytes]))]).toEqual([at, wanted]);
  }
  expect((await fetchFile(owner, id, { Range: `bytes=${length}-` })).status).toBe(416);
  expect((await fetchFile(owner, id, { "If-None-Match": etag })).status).toBe(304);
  const other = await fetchFile(owner, id, { Range: "bytes=5-9", "If-Range": '"other"' });
  expect([other.status, sha256(other.bytes)]).toEqual([200, wanted]);
});

test("after a deletion in it, the ZIP is refused, resumed or not, and must be prepared again", async () => {
  const kept = await storeMedia(owner, { fileName: "kept.jpg" });
  const { id: mediaId } = await storeMedia(owner, { fileName: "gone.jpg" });
  const { id } = await prepared(owner);
  await call("DELETE", `/api/media/${mediaId}`, { cookie: owner.cookie });
  for (const headers of [{ Range: "bytes=10-" }, { Accept: "*/*" }] as Record<string, string>[]) {
    expect(await fetchFile(owner, id, headers)).toMatchObject({
      status: 409,
      body: { code: "export_outdated" },
    });
  }
  expect((await exportCall(owner, "GET", `/${id}`)).body).toMatchObject({ state: "outdated", url: null });
  const again = await prepared(owner);
  const { lists } = await opened(owner, again.id);
  expect(lists.items.map((item) => item.id)).toEqual([kept.id]);
  // A deletion noticed before the download is reported too.
  await call("DELETE", `/api/media/${kept.id}`, { cookie: owner.cookie });
  expect((await exportCall(owner, "GET", `/${again.id}`)).body).toMatchObject({ state: "outdated" });
});

test("an incremental export and the earlier one together make a full one", async () => {
  const { lake, turned, moving } = await storeEverything();
  const { id: earlier } = await prepared(owner);
  const first = await opened(owner, earlier);
  const added = await storeMedia(owner, { content: randomBytes(600), fileName: "LAKE.jpg" });
  await db.media.update({ where: { id: lake.id }, data: { description: "Changed" }, select: { id: true } });
  await db.media.update({
    where: { id: moving.id },
    data: { month: 3, yearPrecision: "exact" },
    select: { id: true },
  });
  await db.media.update({
    where: { id: turned.id },
    data: { edits: turnedBy(2), editVersion: 2 },
    select: { id: true },
  });
  const next = await prepared(owner, "family", { since: earlier });
  expect(next.since).toMatchObject({ id: earlier });
  const more = await opened(owner, next.id);
  const july = "2024/07 July";
  expect(more.names.sort()).toEqual(
    [
      "README.txt",
      "keepsake.json",
      `${july}/lake.jpg.xmp`,
      `${july}/LAKE (3).jpg`,
      `${july}/LAKE (3).jpg.xmp`,
      `${july}/Lake (2)-edited.jpg`,
      "1985/03 March/IMG_1.jpg",
      "1985/03 March/IMG_1.jpg.xmp",
      "1985/03 March/IMG_1.MOV",
      "1985/03 March/IMG_1.MOV.xmp",
    ].sort(),
  );
  expect(sha256(more.files.get(`${july}/LAKE (3).jpg`) ?? Buffer.alloc(0))).toBe(added.sha256);
  expect(more.head.export.since).toMatchObject({ id: earlier });
  const together = new Map([...first.files, ...more.files]);
  // It describes everything, and each file that it names is in one of the two.
  for (const item of more.lists.items) {
    if (item.path === null) continue;
    expect([item.path, sha256(together.get(item.path) ?? Buffer.alloc(0))]).toEqual([item.path, item.sha256]);
    expect(together.has(`${item.path}.xmp`)).toBe(true);
  }
  const nothing = await prepared(owner, "family", { since: next.id });
  expect((await opened(owner, nothing.id)).names.sort()).toEqual(["README.txt", "keepsake.json"]);

  const stranger = await createOwner();
  await storeMedia(stranger);
  const theirs = await prepared(stranger);
  const own = await prepared(owner, "own");
  for (const other of [theirs.id, own.id, randomUUID(), "not-an-id"]) {
    const refused = await exportCall(owner, "POST", "/family", { password: testPassword, since: other });
    expect([other, refused.status, refused.body.field]).toEqual([other, 422, "since"]);
  }
});

test("the whole album is for owners who confirm their identity, and the other owners are notified", async () => {
  await storeMedia(owner);
  const [admin, member, child, second] = [
    await createMember(owner.familyId, "admin"),
    await createMember(owner.familyId),
    await createMember(owner.familyId, "member", { isChild: true }),
    await createMember(owner.familyId, "owner"),
  ];
  const password = { password: testPassword };
  for (const one of [admin, member, child]) {
    expect((await exportCall(one, "POST", "/family", password)).status).toBe(403);
  }
  expect((await exportCall({ cookie: "" }, "POST", "/family", password)).status).toBe(401);
  expect(await exportCall(owner, "POST", "/family", {})).toMatchObject({
    status: 400,
    body: { field: "password" },
  });
  expect(await exportCall(owner, "POST", "/family", { password: "wrong" })).toMatchObject({
    status: 422,
    body: { code: "wrong_password", field: "password" },
  });
  expect(await db.export.count()).toBe(0);

  const begun = await exportCall(owner, "POST", "/family", password);
  expect(begun).toMatchObject({ status: 201, body: { state: "preparing", progress: 0, url: null } });
  const repeated = await exportCall(owner, "POST", "/family", password);
  expect([repeated.status, repeated.body.id]).toEqual([201, begun.body.id]);
  expect(await fetchFile(owner, begun.body.id)).toMatchObject({
    status: 409,
    body: { code: "export_not_ready" },
  });
  await runExport(begun.body.id, 1);
  const told = await db.notification.findMany({ select: { userId: true, title: true } });
  expect(told).toEqual([{ userId: second.userId, title: "The whole album is being exported" }]);
  const log = { familyId: owner.familyId, action: { startsWith: "export." } };
  expect((await fetchFile(owner, begun.body.id)).status).toBe(200);
  const happened = await db.activityEntry.findMany({
    where: log,
    select: { action: true, actorId: true },
    orderBy: { at: "asc" },
  });
  expect(happened).toEqual([
    { action: "export.prepared", actorId: owner.userId },
    { action: "export.downloaded", actorId: owner.userId },
  ]);

  const stranger = await createOwner();
  for (const one of [stranger, second, admin, member]) {
    const at = `/${begun.body.id}`;
    expect((await exportCall(one, "GET", at)).status).toBe(404);
    expect((await fetchFile(one, begun.body.id)).status).toBe(404);
    expect((await exportCall(one, "DELETE", at)).status).toBe(404);
  }
  await db.membership.updateMany({ where: { userId: owner.userId }, data: { role: "admin" } });
  forgetSessions(() => true);
  expect((await fetchFile(owner, begun.body.id)).status).toBe(404);
});

test("an export of one's own has one's uploads, with what was said about them, and no birthdays", async () => {
  const { nana, turned } = await storeEverything();
  await db.comment.create({
    data: { mediaId: turned.id, familyId: owner.familyId, userId: owner.userId, text: "Upright now" },
  });
  const { lists, files, names } = await opened(nana, (await prepared(nana, "own")).id);
  const said = new Map(lists.items.map(({ id, comments }) => [id, comments.map(({ text }) => text)]));
  // The other one is the item she had printed.
  expect([said.size, said.get(turned.id)]).toEqual([2, ["Upright now"]]);
  expect(names).toContain("2024/07 July/Lake-edited.jpg");
  expect(lists.people.every(({ birthDate }) => birthDate === null)).toBe(true);
  expect(lists.people.flatMap(({ account }) => account?.username ?? [])).toEqual([nana.username]);
  expect([lists.notices, lists.printOrders, lists.monthIcons, lists.albums]).toEqual([[], [], [], []]);
  expect(files.get("keepsake.json")?.toString()).not.toContain('lake.jpg"');
});

test("places are omitted while the family hides them, and from a child's export", async () => {
  const child = await createMember(owner.familyId, "member", { isChild: true });
  for (const one of [owner, child]) {
    const { id } = await storeMedia(one, { content: randomBytes(300) });
    await db.mediaFacts.create({
      data: {
        mediaId: id,
        familyId: owner.familyId,
        latitude: 48.858,
        longitude: 2.294,
        cameraMake: "Canon",
      },
    });
  }
  const facts = async (person: FamilyPerson, scope: "family" | "own") => {
    const { lists, files } = await opened(person, (await prepared(person, scope)).id);
    const hasPlace = [...files].some(
      ([name, content]) => name.endsWith(".xmp") && content.includes("GPSLatitude"),
    );
    return [lists.items[0]?.facts?.latitude, lists.items[0]?.facts?.cameraMake, hasPlace];
  };
  expect(await facts(owner, "own")).toEqual([48.858, "Canon", true]);
  expect(await facts(child, "own")).toEqual([undefined, undefined, false]);
  await db.family.update({
    where: { id: owner.familyId },
    data: { showsPlaces: false },
    select: { id: true },
  });
  expect(await facts(owner, "family")).toEqual([null, "Canon", false]);
});

test("a viewing key reaches exports of one's own, and never one of the whole album", async () => {
  await storeMedia(owner);
  const whole = await prepared(owner);
  const { headers } = await storeKey(owner, { scopes: ["read"] });
  const ask = (method: string, at: string, json?: object) =>
    call<ExportAnswer>(method, `/api/exports${at}`, { headers, ...(json ? { json } : {}) });
  expect((await ask("POST", "/family", { password: testPassword })).status).toBe(403);
  expect((await ask("GET", `/${whole.id}`)).status).toBe(404);
  expect((await ask("GET", `/${whole.id}/file`)).status).toBe(404);
  expect(await ask("POST", "", {})).toMatchObject({ status: 400, body: { field: "since" } });
  const { status, body } = await ask("POST", "", { since: null });
  expect(status).toBe(201);
  await runExport(body.id, 1);
  expect((await ask("GET", `/${body.id}/file`)).status).toBe(200);
  const { body: listed } = await call<ExportListDto>("GET", "/api/exports", { headers });
  expect([listed.exports.map(({ id }) => id), listed.family]).toEqual([[body.id], null]);
  const nobody = await createPerson();
  expect((await exportCall(nobody, "POST", "", { since: null })).status).toBe(403);
});

test("after a week its files are removed, a later incremental export still works, and removed stays removed", async () => {
  await storeMedia(owner, { content: randomBytes(500) });
  const { id, expiresAt } = await prepared(owner);
  expect(Math.round((Date.parse(expiresAt ?? "") - Date.now()) / dayMs)).toBe(7);
  const place = `families/${owner.familyId}/exports/`;
  const early = await exportCall(owner, "POST", "/family", { password: testPassword, since: id });
  expect([early.status, early.body.field]).toEqual([422, "since"]);
  expect((await fetchFile(owner, id, { Range: "bytes=100-" })).status).toBe(206);
  expect(await removeExpiredExports()).toBe(0);
  expect(await removeExpiredExports(new Date(Date.now() + 8 * dayMs))).toBe(1);
  expect(await storedKeys(place)).toEqual([`${place}${id}/files.json`]);
  expect(await fetchFile(owner, id)).toMatchObject({ status: 410, body: { code: "export_expired" } });
  const next = await prepared(owner, "family", { since: id });
  expect((await opened(owner, next.id)).names.sort()).toEqual(["README.txt", "keepsake.json"]);
  for (const one of [id, next.id]) expect((await exportCall(owner, "DELETE", `/${one}`)).status).toBe(204);
  expect((await exportCall(owner, "DELETE", `/${id}`)).status).toBe(404);
  expect(await storedKeys(place)).toEqual([]);
  expect(await db.export.count()).toBe(0);
});

test("a killed preparation starts again, and one that can't be finished fails", async () => {
  await storeMedia(owner, { content: randomBytes(500) });
  const { body } = await exportCall(owner, "POST", "", { since: null });
  const left = `families/${owner.familyId}/exports/${body.id}/keepsake.json`;
  await getStorage().replace(left, Buffer.from("half"));
  await runExport(body.id, 1);
  expect((await opened(owner, body.id)).lists.items).toHaveLength(1);
  const second = await exportCall(owner, "POST", "", { since: null });
  const reading = jest.spyOn(getStorage(), "write").mockRejectedValue(new Error("The disk is full"));
  await expect(runExport(second.body.id, 1)).rejects.toThrow("full");
  expect((await exportCall(owner, "GET", `/${second.body.id}`)).body.state).toBe("preparing");
  const log = jest.spyOn(process.stdout, "write").mockReturnValue(true);
  await runExport(second.body.id, 5);
  log.mockRestore();
  reading.mockRestore();
  expect((await exportCall(owner, "GET", `/${second.body.id}`)).body.state).toBe("failed");
  expect((await fetchFile(owner, second.body.id)).status).toBe(404);
});

test("a cancelled export is not prepared to its end, and leaves no files, even after a failure or a killed worker", async () => {
  await storeMedia(owner, { content: randomBytes(500) });
  const begin = async () => (await exportCall(owner, "POST", "", { since: null })).body.id;
  const cancel = async (id: string) => expect((await exportCall(owner, "DELETE", `/${id}`)).status).toBe(204);
  const filesOf = (id: string) => storedKeys(`families/${owner.familyId}/exports/${id}/`);
  const leave = (id: string) =>
    getStorage().replace(`families/${owner.familyId}/exports/${id}/edited-photo`, Buffer.from("made"));

  const first = await begin();
  const write = getStorage().write;
  const writing = jest.spyOn(getStorage(), "write").mockImplementationOnce(async (...parts) => {
    await cancel(first);
    await leave(first);
    return write.apply(getStorage(), parts);
  });
  await runExport(first, 1);
  expect([writing.mock.calls.length, await filesOf(first)]).toEqual([1, []]);

  const second = await begin();
  writing.mockImplementationOnce(async () => {
    await cancel(second);
    await leave(second);
    throw new Error("The disk is full");
  });
  await runExport(second, 1);
  expect(await filesOf(second)).toEqual([]);
  writing.mockRestore();

  const third = await begin();
  await cancel(third);
  await leave(third);
  await workOffQueue();
  expect(await filesOf(third)).toEqual([]);
});

test("an export whose server lost power is prepared by another", async () => {
  await storeMedia(owner);
  const { body } = await exportCall(owner, "POST", "", { since: null });
  // PostgreSQL hasn't noticed yet that the server is gone.
  await withLock(`export:${body.id}`, {}, () => workOffQueue());
  const state = async () => (await exportCall(owner, "GET", `/${body.id}`)).body.state;
  expect(await state()).toBe("preparing");
  await hurryQueue();
  await workOffQueue();
  expect(await state()).toBe("ready");
});

test("to a folder on the server, and the second time only what is new", async () => {
  const { lake } = await storeEverything();
  const parent = await mkdtemp(path.join(tmpdir(), "keepsake-folder-"));
  const folder = path.join(parent, "album");
  const run = () => exportIntoFolder("the okafors", folder, () => {});
  try {
    expect(await run()).toMatchObject({ family: "The Okafors", copied: 4, lostCount: 2 });
    const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
    const zip = await opened(owner, (await prepared(owner)).id);
    expect(names.sort()).toEqual([".keepsake-files", ...zip.names].sort());
    for (const [name, content] of zip.files) {
      if (name.includes("/"))
        expect([name, sha256(await readFile(path.join(folder, name)))]).toEqual([name, sha256(content)]);
    }
    expect(await run()).toMatchObject({ copied: 0 });
    await rm(path.join(folder, "2024/07 July/lake.jpg"));
    await storeMedia(owner, { content: randomBytes(800), fileName: "new.jpg" });
    expect(await run()).toMatchObject({ copied: 2 });
    expect(sha256(await readFile(path.join(folder, "2024/07 July/lake.jpg")))).toBe(lake.sha256);

    await mkdir(path.join(parent, "other"));
    await writeFile(path.join(parent, "other", "mine.txt"), "mine");
    await expect(exportIntoFolder(owner.familyId, path.join(parent, "other"), () => {})).rejects.toThrow(
      "not empty",
    );
    await expect(exportIntoFolder("Nobody", folder, () => {})).rejects.toThrow("no family");
  } finally {
    await rm(parent, { recursive: true });
  }
});

test("npm run export writes the folder, or reports the problem and exits with an error", async () => {
  const { lake } = await storeEverything();
  const other = await createOwner({ name: "The Mensahs" });
  await storeMedia(other, { content: randomBytes(600), fileName: "theirs.jpg" });
  const parent = await mkdtemp(path.join(tmpdir(), "keepsake-command-"));
  const folder = path.join(parent, "album");
  const run = (...args: string[]) => runBuilt("export", args);
  try {
    // Two originals are lost in the album itself.
    expect(await run("The Okafors", folder)).toEqual({
      code: 2,
      words: expect.stringMatching(
        /The album of The Okafors is in .*: 12 files, 4 originals.*\n2 originals are missing/s,
      ),
    });
    expect(sha256(await readFile(path.join(folder, "2024/07 July/lake.jpg")))).toBe(lake.sha256);
    expect(await readdir(path.join(folder, "2024"))).toEqual(["07 July"]);
    const theirs = path.join(parent, "theirs");
    expect(await run(other.familyId, theirs)).toMatchObject({ code: 0 });
    expect(await run("Nobody", path.join(parent, "none"))).toMatchObject({
      ...{ code: 1, words: expect.stringContaining("There is no family “Nobody”") },
    });
    await writeFile(path.join(parent, "mine.txt"), "mine");
    const refused = await run("The Mensahs", parent);
    expect([refused.code, refused.words]).toEqual([1, expect.stringContaining("is not empty")]);
    expect(await readFile(path.join(parent, "mine.txt"), "utf8")).toBe("mine");
    const asked = spawnSync(process.execPath, ["ops/export.mjs", "The Okafors"], { encoding: "utf8" });
    expect([asked.status, asked.stderr]).toEqual([1, expect.stringContaining("Give a family and a folder")]);
  } finally {
    await rm(parent, { recursive: true });
  }
});
