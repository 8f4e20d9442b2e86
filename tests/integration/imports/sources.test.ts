import type { ImportDto } from "@/lib/album/imports/schema";
import { db } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";
import { storeFamilyMember } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { type FakeAsset, type FakeImmich, startImmich } from "@/tests/support/immich-server";
import { detailOf, itemsOf, reasonsOf } from "@/tests/support/imported-items";
import { cameraPicture, clipBytes, tinyPicture } from "@/tests/support/pictures";
import {
  act,
  createImport,
  importAll,
  importCall,
  readImport,
  sendArchive,
  work,
  workToEnd,
  zipOf,
} from "@/tests/support/takeouts";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
});

test("Apple's hidden and deleted photos are optional; dates, favourites and albums are imported", async () => {
  const header = "imgName,fileChecksum,favorite,hidden,deleted,originalCreationDate,viewCount,importDate";
  const row = (name: string, flags: string) => `${name},x,${flags},"Saturday June 4,2022 12:11 PM GMT",1,x\n`;
  const files = {
    "Photos/Photo Details.csv": Buffer.from(
      `${header}\n${row("a.jpg", "yes,no,no")}${row("b.jpg", "no,yes,no")}${row("c.jpg", "no,no,yes")}`,
    ),
    "Photos/a.jpg": await tinyPicture(),
    "Photos/b.jpg": await tinyPicture(),
    "Photos/c.jpg": await tinyPicture(),
    "Photos/a.AAE": Buffer.from("<plist/>"),
    "Albums/June.csv": Buffer.from("Images\na.jpg\nb.jpg\n"),
  };
  const done = await importAll(owner, [await zipOf(files)]);
  expect(done).toMatchObject({
    addedCount: 1,
    report: { kind: "apple", photos: 3, favorites: 1, locked: 1, trashed: 1 },
  });
  expect(await reasonsOf(owner, done)).toEqual({
    "Photos/a.AAE": "aae",
    "Photos/b.jpg": "locked",
    "Photos/c.jpg": "trashed",
  });
  const [item] = await itemsOf(owner);
  expect(item).toMatchObject({ takenAt: new Date("2022-06-04T13:11:00Z"), year: 2022, month: 6 });
  expect((await detailOf(owner, item?.id ?? "")).heartedBy).toMatchObject([{ userId: owner.userId }]);
  expect(await db.album.findMany({ where: { familyId: owner.familyId } })).toMatchObject([
    { title: "June", itemCount: 1 },
  ]);
});

test("WhatsApp's chat, Facebook's albums and the camera's own date", async () => {
  const broken = Buffer.from("Früh am Morgen", "utf8").toString("latin1");
  const files = {
    "Chat/_chat.txt": Buffer.from("[13/06/2019, 14:05:09] Ada: At the lake <attached: a.jpg>\n"),
    "Chat/a.jpg": await tinyPicture(),
    "Chat/b.jpg": await cameraPicture("2023:05:06 07:08:09"),
    "posts/album/0.json": {
      name: "Summer",
      photos: [{ uri: "posts/media/1.jpg", creation_timestamp: 1_560_000_000, description: broken }],
    },
    "posts/media/1.jpg": await tinyPicture(),
  };
  await importAll(owner, [await zipOf(files)]);
  const items = (await itemsOf(owner)).map(({ fileName, takenAt, description }) => [
    fileName,
    takenAt?.toISOString(),
    description,
  ]);
  expect(items).toEqual([
    ["1.jpg", "2019-06-08T14:20:00.000Z", "Früh am Morgen"],
    ["a.jpg", "2019-06-13T14:05:09.000Z", "At the lake"],
    ["b.jpg", "2023-05-06T07:08:09.000Z", ""],
  ]);
  const albums = await db.album.findMany({ where: { familyId: owner.familyId } });
  expect(albums.map(({ title }) => title)).toEqual(["Summer"]);
});

test("overlong texts, nested archives and truncated archives are named", async () => {
  const archive = await zipOf({
    "posts/huge.json": Buffer.alloc(9 * 1024 * 1024, " "),
    "posts/inner.zip": Buffer.from("PK"),
    "posts/a.jpg": await tinyPicture(),
  });
  const done = await importAll(owner, [archive]);
  expect(await reasonsOf(owner, done)).toEqual({
    "posts/huge.json": "too_long",
    "posts/inner.zip": "nested",
  });
  const cut = archive.subarray(0, archive.length - 30);
  expect(await readImport(owner, [Buffer.from(cut)])).toMatchObject({
    state: "failed",
    reason: "archive_damaged",
  });
});

test("another family can't find an import, whatever its source", async () => {
  const { id } = await createImport(owner);
  const stranger = await createOwner();
  await expect(
    sendArchive(stranger, id, "a.zip", await zipOf({ "a.jpg": await tinyPicture() })),
  ).rejects.toThrow("not_found");
  expect((await importCall(stranger, "GET", `/${id}`)).status).toBe(404);
  expect((await importCall(owner, "GET", `/${id}`)).status).toBe(200);
  expect(await db.media.count({ where: { familyId: stranger.familyId } })).toBe(0);
});

describe("an Immich server", () => {
  let immich: FakeImmich;
  let operator: FamilyPerson;
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  beforeEach(async () => {
    immich = await startImmich();
    operator = owner;
    await db.user.updateMany({ data: { isOperator: false }, where: { isOperator: true } });
    await db.user.update({ where: { id: operator.userId }, data: { isOperator: true } });
  });
  afterEach(() => immich.close());

  const server = () => ({ address: immich.address, key: immich.key });
  async function readServer(person: FamilyPerson): Promise<ImportDto> {
    const created = await createImport(person, { server: server() });
    await act(person, created.id, "read");
    await work(created.id);
    return (await importCall(person, "GET", `/${created.id}`)).body;
  }
  async function importServer(person: FamilyPerson): Promise<ImportDto> {
    const { id: importId } = await readServer(person);
    await act(person, importId, "start");
    await work(importId);
    return (await importCall(person, "GET", `/${importId}`)).body;
  }
  const photo = async (number: number, says: FakeAsset["says"] = {}): Promise<FakeAsset> => ({
    id: id(number),
    content: await tinyPicture(),
    says: { originalFileName: `${number}.jpg`, ...says },
  });

  test("provides its photos with albums, people and their birthdays, favourites, descriptions, places and clips", async () => {
    const exifInfo = { description: "At the #lake", latitude: 46.2, longitude: 6.1 };
    const people = [
      { name: "Ife", birthDate: "2023-05-06", isHidden: false },
      { name: "", birthDate: null, isHidden: false },
      { name: "Stranger", birthDate: null, isHidden: true },
    ];
    const clip = { visibility: "hidden", type: "VIDEO", originalFileName: "1.MOV" };
    immich.assets.push(
      await photo(1, { isFavorite: true, exifInfo, people, livePhotoVideoId: id(9) }),
      await photo(2, { visibility: "archive", stack: { id: id(50), primaryAssetId: id(5), assetCount: 2 } }),
      await photo(3, { isTrashed: true }),
      await photo(4, { type: "AUDIO" }),
      await photo(5, {
        originalFileName: "../5.jpg",
        stack: { id: id(50), primaryAssetId: id(5), assetCount: 2 },
      }),
      { id: id(9), content: clipBytes(96), says: clip },
    );
    immich.albums.push({ id: id(100), albumName: "Our summer", assetIds: [id(1), id(2), id(5)] });
    const dry = await readServer(operator);
    expect(dry).toMatchObject({
      state: "ready",
      address: immich.address,
      report: {
        ...{ kind: "immich", photos: 4, livePhotos: 1, favorites: 1, described: 1, placed: 1 },
        ...{ archived: 1, trashed: 1, albums: [{ name: "Our summer", count: 3 }] },
        people: [{ name: "Ife", count: 1, said: 0 }],
      },
    });
    expect(JSON.stringify(dry)).not.toContain(immich.key);
    expect(immich.calls.some((call) => call.includes("/original"))).toBe(false);
    const ife = await storeFamilyMember(operator.familyId, "Ifeoma");
    const choices = { takesArchived: true, people: [{ name: "Ife", memberId: ife }] };
    await importCall(operator, "PUT", `/${dry.id}/choices`, choices);
    await act(operator, dry.id, "start");
    await work(dry.id);
    const done = (await importCall(operator, "GET", `/${dry.id}`)).body;
    expect(done).toMatchObject({ state: "done", addedCount: 4, leftCount: 1, failedCount: 0 });
    const items = await db.media.findMany({
      where: { familyId: operator.familyId },
      include: { facts: true, hearts: true, tags: { include: { member: true } } },
      orderBy: { fileName: "asc" },
    });
    expect(items.map(({ fileName }) => fileName)).toEqual([".._5.jpg", "1.MOV", "1.jpg", "2.jpg"]);
    const [fifth, , first, second] = items;
    // The stack that someone made in Immich.
    expect(second).toMatchObject({ coveredById: fifth?.id, isStackDecided: true });
    expect([fifth?.coveredById, first?.isStackDecided]).toEqual([null, false]);
    expect(first).toMatchObject({
      takenAt: new Date("2024-07-03T14:05:09Z"),
      description: "At the #lake",
      facts: { latitude: 46.2, longitude: 6.1 },
      hearts: [{ userId: operator.userId }],
      // The family didn't know the birthday.
      tags: [{ member: { name: "Ifeoma", birthDate: new Date("2023-05-06") } }],
    });
    expect(items[1]?.facts?.contentIdentifier).toBe(first?.facts?.contentIdentifier);
    expect(await db.album.findMany({ where: { familyId: operator.familyId } })).toMatchObject([
      { title: "Our summer", itemCount: 3 },
    ]);
    // The key is gone, and was never stored in plain text.
    const row = await db.import.findUniqueOrThrow({ where: { id: dry.id } });
    expect(row.sealedKey).toBeNull();
    expect(await importServer(operator)).toMatchObject({ addedCount: 0, knownCount: 3 });
  });

  test("has Live Photos in its archive and its bin, whose clips are skipped with them", async () => {
    const clip = { visibility: "hidden", type: "VIDEO" };
    immich.assets.push(
      await photo(1),
      await photo(2, { visibility: "archive", livePhotoVideoId: id(8) }),
      await photo(3, { isTrashed: true, livePhotoVideoId: id(9) }),
      { id: id(8), content: clipBytes(96), says: { ...clip, originalFileName: "2.MOV" } },
      { id: id(9), content: clipBytes(97), says: { ...clip, originalFileName: "3.MOV" } },
    );
    const done = await importServer(operator);
    expect(done).toMatchObject({ state: "done", addedCount: 1, leftCount: 4 });
    expect((await itemsOf(operator)).map(({ fileName }) => fileName)).toEqual(["1.jpg"]);
    expect(await reasonsOf(operator, done)).toEqual({
      "2.jpg": "archived",
      "2.MOV": "archived",
      "3.jpg": "trashed",
      "3.MOV": "trashed",
    });
  });

  test("is resumed after an interruption, and what it has lost meanwhile is named", async () => {
    immich.assets.push(await photo(1), await photo(2));
    const { id: importId } = await readServer(operator);
    const { sealedKey } = await db.import.findUniqueOrThrow({ where: { id: importId } });
    expect(sealedKey).not.toContain(immich.key);
    await act(operator, importId, "start");
    immich.assets.pop();
    immich.breaksOff = true;
    await expect(work(importId)).rejects.toThrow("unreachable");
    expect(await workToEnd(operator, importId)).toMatchObject({
      state: "done",
      addedCount: 1,
      failedCount: 1,
    });
  });

  test("that refuses the key meanwhile pauses the import with a message", async () => {
    immich.assets.push(await photo(1));
    const { id: importId } = await readServer(operator);
    await act(operator, importId, "start");
    immich.key = "another-key-altogether";
    await work(importId);
    expect((await importCall(operator, "GET", `/${importId}`)).body).toMatchObject({
      state: "paused",
      reason: "server_refused",
      addedCount: 0,
    });
  });

  test("is refused with a message if it isn't one, isn't there, or doesn't accept the key", async () => {
    const create = (given: object) =>
      importCall<{ field: string; error: string }>(operator, "POST", "", {
        timeZone: "Europe/London",
        server: { ...server(), ...given },
      });
    for (const [given, status, field] of [
      [{ key: "immich-key-9876543210" }, 422, "server.key"],
      [{ address: "http://127.0.0.1:1" }, 422, "server.address"],
      [{ address: `${immich.address}/elsewhere` }, 422, "server.address"],
      [{ address: `${immich.address}/redirect` }, 422, "server.address"],
      [{ address: "ftp://127.0.0.1/" }, 400, "server.address"],
      [{ address: "file:///etc/passwd" }, 400, "server.address"],
      [{ address: "http://ada:secret@127.0.0.1/" }, 400, "server.address"],
      [{ address: "" }, 400, "server.address"],
      [{ key: "short" }, 400, "server.key"],
      [{ key: "immich-key\r\nX-Other: 1" }, 400, "server.key"],
    ] as const) {
      const { status: answered, body } = await create(given);
      expect([given, answered, body.field]).toEqual([given, status, field]);
    }
    expect(await db.import.count({ where: { familyId: operator.familyId } })).toBe(0);
    // Redirects aren't followed: only the refused key got this far.
    expect(immich.calls.filter((asked) => asked === "GET /api/users/me")).toHaveLength(1);
    // With /api, as Immich itself shows the address.
    expect((await create({ address: `${immich.address}/api/` })).status).toBe(201);
  });

  test("in the server's own network can only be named by the operator", async () => {
    const member = await createMember(operator.familyId, "admin");
    const { port } = new URL(immich.address);
    for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0.0.0.0"]) {
      const address = `http://${host}:${port}`;
      const answer = await importCall<{ field: string; code: string }>(member, "POST", "", {
        timeZone: "Europe/London",
        server: { address, key: immich.key },
      });
      expect([host, answer.status, answer.body.field]).toEqual([host, 422, "server.address"]);
    }
    expect(immich.calls).toEqual([]);
    expect((await createImport(operator, { server: server() })).address).toBe(immich.address);
  });

  test("is no longer read once its person isn't the operator", async () => {
    immich.assets.push(await photo(1));
    const { id: importId } = await readServer(operator);
    await act(operator, importId, "start");
    await db.user.update({ where: { id: operator.userId }, data: { isOperator: false } });
    immich.calls.length = 0;
    await work(importId);
    expect((await importCall(operator, "GET", `/${importId}`)).body).toMatchObject({ state: "paused" });
    expect(immich.calls).toEqual([]);
  });
});
