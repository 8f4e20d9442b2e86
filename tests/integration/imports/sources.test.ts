import type { CommentPageDto } from "@/lib/album/comments/schema";
import type { ImportedPersonDto } from "@/lib/album/imported-people/schema";
import type { EntryPageDto, ImportDto } from "@/lib/album/imports/schema";
import type { MediaDetailDto } from "@/lib/album/media/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { exportedItem, exportedPerson, exportHead, exportOf } from "@/tests/support/exported-albums";
import { storeFamilyMember } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, testPassword } from "@/tests/support/factories";
import { type FakeAsset, type FakeImmich, startImmich } from "@/tests/support/immich-server";
import { storeImportedPerson } from "@/tests/support/import-calls";
import { storeInvitation } from "@/tests/support/invitations";
import { cameraPicture, clipBytes, tinyPicture } from "@/tests/support/pictures";
import {
  act,
  createImport,
  type Files,
  importAll,
  importCall,
  readImport,
  sendArchive,
  work,
  zipOf,
} from "@/tests/support/takeouts";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
});

const commentsOn = async (as: FamilyPerson, mediaId: string) =>
  (await call<CommentPageDto>("GET", `/api/media/${mediaId}/comments`, { cookie: as.cookie })).body.items;
const detailOf = async (as: FamilyPerson, mediaId: string) =>
  (await call<MediaDetailDto>("GET", `/api/media/${mediaId}`, { cookie: as.cookie })).body;
const itemsOf = ({ familyId }: FamilyPerson) =>
  db.media.findMany({ where: { familyId, deletedAt: null }, orderBy: { fileName: "asc" } });
const reasonsOf = async (as: FamilyPerson, { id }: ImportDto) => {
  const { items } = (await importCall<EntryPageDto>(as, "GET", `/${id}/entries?limit=200`)).body;
  return Object.fromEntries(items.flatMap(({ path, reason }) => (reason ? [[path, reason]] : [])));
};
const memberOf = async ({ familyId, userId }: FamilyPerson) =>
  (await db.familyMember.findUniqueOrThrow({ where: { familyId_userId: { familyId, userId } } })).id;

/** Imports archives after choosing who the people in them are. */
async function importWith(
  person: FamilyPerson,
  archives: Buffer[],
  people: { name: string; memberId: string | null; isNew?: boolean }[],
): Promise<ImportDto> {
  const { id } = await readImport(person, archives);
  const { status, body } = await importCall(person, "PUT", `/${id}/choices`, { people });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await act(person, id, "start");
  await work(id);
  return (await importCall(person, "GET", `/${id}`)).body;
}

describe("comments and hearts of people without accounts", () => {
  const stem = "out/2024-07-03T14:05:00+0200-0a1b2c";
  const words = "**Oma**: So big!\n\n**Opa**: Like you\n\n**Oma**: Hush\n\n";
  const archiveOf = async (content: Buffer) =>
    zipOf({ [`${stem}.jpg`]: content, [`${stem}.md`]: Buffer.from(words) });

  async function imported() {
    const done = await importAll(owner, [await archiveOf(await tinyPicture())]);
    expect(done).toMatchObject({ state: "done", addedCount: 1, leftCount: 0 });
    const [item] = await itemsOf(owner);
    return item?.id ?? "";
  }

  test("stay under their names, in their order, without an account to look at, and notify nobody", async () => {
    const member = await createMember(owner.familyId);
    const { id } = await readImport(owner, [await archiveOf(await tinyPicture())]);
    const dry = (await importCall(owner, "GET", `/${id}`)).body;
    expect(dry.report).toMatchObject({
      kind: "family_album",
      comments: 3,
      hearts: 0,
      people: [
        { name: "Oma", count: 0, said: 2 },
        { name: "Opa", count: 0, said: 1 },
      ],
    });
    await act(owner, id, "start");
    await work(id);
    const [item] = await itemsOf(owner);
    expect(item?.takenAt).toEqual(new Date("2024-07-03T14:05:00Z"));
    const shown = await commentsOn(member, item?.id ?? "");
    expect(shown.map(({ displayName, text }) => [displayName, text])).toEqual([
      ["Oma", "So big!"],
      ["Opa", "Like you"],
      ["Oma", "Hush"],
    ]);
    expect(shown[0]).toMatchObject({ userId: null, username: null, mayEdit: false, mayDelete: false });
    expect(shown[0]?.createdAt.slice(0, 19)).toBe("2024-07-03T14:05:00");
    const [first] = await commentsOn(owner, item?.id ?? "");
    expect(first).toMatchObject({ mayEdit: false, mayDelete: true });
    expect((await detailOf(member, item?.id ?? "")).commentCount).toBe(3);
    const notified = await db.notification.findMany({ where: { familyId: owner.familyId } });
    expect(notified.filter(({ kind }) => kind === "comment")).toEqual([]);
    // A comment written here notifies everyone who commented before, but there is nobody to notify for these.
    const json = { text: "And now!" };
    const answer = await call("POST", `/api/media/${item?.id}/comments`, { cookie: member.cookie, json });
    expect(answer.status).toBe(201);
  });

  test("are there once, however often they are imported, also after someone has changed theirs", async () => {
    const content = await tinyPicture();
    const archive = await archiveOf(content);
    await importAll(owner, [archive]);
    const [item] = await itemsOf(owner);
    const [first] = await commentsOn(owner, item?.id ?? "");
    const member = await createMember(owner.familyId);
    await importWith(owner, [archive], [{ name: "Oma", memberId: await memberOf(member) }]);
    const edit = { cookie: member.cookie, json: { text: "So very big!" } };
    expect((await call("PATCH", `/api/comments/${first?.id}`, edit)).status).toBe(200);
    expect(await importAll(owner, [archive])).toMatchObject({ addedCount: 0, knownCount: 1 });
    const shown = await commentsOn(owner, item?.id ?? "");
    expect(shown.map(({ userId, text }) => [userId, text])).toEqual([
      [member.userId, "So very big!"],
      [null, "Like you"],
      [member.userId, "Hush"],
    ]);
  });

  test("are theirs at once where they have an account, and else when they join by invitation", async () => {
    const member = await createMember(owner.familyId);
    const grandpa = await storeFamilyMember(owner.familyId, "Papa Joe");
    const archive = await archiveOf(await tinyPicture());
    await importWith(
      owner,
      [archive],
      [
        { name: "Oma", memberId: await memberOf(member) },
        { name: "Opa", memberId: grandpa },
      ],
    );
    const [item] = await itemsOf(owner);
    const authors = async () =>
      (await commentsOn(owner, item?.id ?? "")).map(({ userId, displayName }) => [userId, displayName]);
    const [[, own = ""] = []] = await authors();
    expect(await authors()).toEqual([
      [member.userId, own],
      [null, "Papa Joe"],
      [member.userId, own],
    ]);
    const invitation = await storeInvitation(owner, { memberId: grandpa });
    const joined = await call("POST", `/api/register/${invitation.code}`, {
      json: { password: testPassword, phoneNumber: null },
    });
    expect(joined.status).toBe(201);
    const { userId } = await db.familyMember.findUniqueOrThrow({ where: { id: grandpa } });
    expect(userId).not.toBeNull();
    expect((await authors())[1]).toEqual([userId, "Papa Joe"]);
  });

  test("become theirs when an account is linked to someone, or a name to an account; two of one person become one", async () => {
    const mediaId = await imported();
    const member = await createMember(owner.familyId);
    await call("POST", "/api/hearts", { cookie: member.cookie, json: { mediaId } });
    const names = await db.importedPerson.findMany({ where: { familyId: owner.familyId } });
    for (const { id: personId } of names) {
      const heart = { personId, mediaId, familyId: owner.familyId, createdAt: new Date(0) };
      await db.importedHeart.create({ data: heart });
    }
    expect(await detailOf(owner, mediaId)).toMatchObject({
      heartCount: 3,
      heartedBy: [{ userId: null, name: "Oma" }, { userId: null, name: "Opa" }, { userId: member.userId }],
    });
    const count = await call<{ count: number }>("GET", `/api/hearts/${mediaId}/count`, owner);
    expect(count.body.count).toBe(3);

    const oma = names.find(({ name }) => name === "Oma")?.id ?? "";
    const grandma = await storeFamilyMember(owner.familyId, "Nana");
    const match = (id: string, memberId: string | null) =>
      call<ImportedPersonDto>("PUT", `/api/imported-people/${id}`, {
        cookie: owner.cookie,
        json: { memberId },
      });
    expect(await match(oma, grandma)).toMatchObject({
      status: 200,
      body: { name: "Oma", memberId: grandma, hearts: 1, comments: 2 },
    });
    expect((await commentsOn(owner, mediaId))[0]).toMatchObject({ userId: null, displayName: "Nana" });
    // Linking the account merges its own entry into Nana.
    const linked = await call("PUT", `/api/family-members/${grandma}`, {
      cookie: owner.cookie,
      json: { userId: member.userId },
    });
    expect(linked.status).toBe(200);
    expect((await commentsOn(owner, mediaId))[0]).toMatchObject({ userId: member.userId });
    expect(await detailOf(owner, mediaId)).toMatchObject({ heartCount: 2, commentCount: 3 });
    // Repeated, it changes nothing.
    expect((await match(oma, grandma)).body).toMatchObject({ hearts: 0, comments: 0 });
    expect((await detailOf(owner, mediaId)).heartCount).toBe(2);
  });

  test("are matched and removed by admins of the family, and nobody else", async () => {
    const mediaId = await imported();
    const member = await createMember(owner.familyId);
    const stranger = await createOwner();
    const list = await call<ImportedPersonDto[]>("GET", "/api/imported-people", owner);
    expect(list.body.map(({ name, hearts, comments }) => [name, hearts, comments])).toEqual([
      ["Oma", 0, 2],
      ["Opa", 0, 1],
    ]);
    const [oma] = list.body;
    const path = `/api/imported-people/${oma?.id}`;
    const json = { memberId: null };
    expect((await call("PUT", path, { json })).status).toBe(401);
    expect((await call("PUT", path, { cookie: member.cookie, json })).status).toBe(403);
    expect((await call("PUT", path, { cookie: stranger.cookie, json })).status).toBe(404);
    expect((await call("DELETE", path, { cookie: stranger.cookie })).status).toBe(404);
    expect((await call("DELETE", path, { cookie: member.cookie })).status).toBe(403);
    expect((await call<unknown[]>("GET", "/api/imported-people", stranger)).body).toEqual([]);
    expect((await call("GET", "/api/imported-people", member)).status).toBe(403);
    const foreign = { memberId: await memberOf(stranger) };
    expect(await call("PUT", path, { cookie: owner.cookie, json: foreign })).toMatchObject({
      status: 422,
      body: { field: "memberId" },
    });
    expect(await call("PUT", path, { cookie: owner.cookie, json: { memberId: "me" } })).toMatchObject({
      status: 400,
      body: { field: "memberId" },
    });
    expect(await commentsOn(owner, mediaId)).toHaveLength(3);
    expect((await call("DELETE", path, { cookie: owner.cookie })).status).toBe(204);
    expect((await call("DELETE", path, { cookie: owner.cookie })).status).toBe(404);
    expect((await commentsOn(owner, mediaId)).map(({ text }) => text)).toEqual(["Like you"]);
  });

  test("one comment is removed like any other, by an admin", async () => {
    const mediaId = await imported();
    const [first] = await commentsOn(owner, mediaId);
    const member = await createMember(owner.familyId);
    expect((await call("DELETE", `/api/comments/${first?.id}`, { cookie: member.cookie })).status).toBe(403);
    expect((await call("DELETE", `/api/comments/${first?.id}`, { cookie: owner.cookie })).status).toBe(204);
    expect(await commentsOn(owner, mediaId)).toHaveLength(2);
  });

  test("don't come with a member's import, who could have written them", async () => {
    const member = await createMember(owner.familyId);
    const done = await importAll(member, [await archiveOf(await tinyPicture())]);
    expect(done).toMatchObject({ addedCount: 1, report: { comments: 3 } });
    const [item] = await itemsOf(owner);
    expect(await commentsOn(owner, item?.id ?? "")).toEqual([]);
    expect(await db.importedPerson.count({ where: { familyId: owner.familyId } })).toBe(0);
  });

  test("a name is one family's", async () => {
    await imported();
    const other = await createOwner();
    await storeImportedPerson(other, { name: "Oma" });
    expect(await db.importedPerson.count({ where: { name: "Oma", familyId: owner.familyId } })).toBe(1);
  });
});

describe("another Keepsake's export", () => {
  const at = "2024-08-01T09:00:00.000Z";
  const edits = { quarterTurns: 1, isMirrored: false, straighten: 0, crop: null, light: 20 } as const;

  async function wholeAlbum() {
    const [lake, old, live] = [await tinyPicture(), await tinyPicture(), await tinyPicture()];
    const clip = clipBytes(96);
    const people = [
      exportedPerson("p-ada", {
        name: "Ada",
        account: { username: "ada-there", role: "owner", isChild: false, joinedAt: at },
      }),
      exportedPerson("p-bo", {
        name: "Bola",
        nickname: "Bo",
        account: { username: "bo-there", role: "member", isChild: false, joinedAt: at },
      }),
      exportedPerson("p-baby", { name: "Ife", birthDate: "2023-05-06", neverRecognize: true }),
      exportedPerson("p-gone", { name: "Aunt Gone", isListed: false }),
    ];
    const items = [
      exportedItem("lake", lake, {
        description: "At the #lake",
        uploadedBy: "p-bo",
        isMonthCover: true,
        people: [{ person: "p-baby", by: "p-ada", at }],
        hearts: [
          { by: "p-ada", at },
          { by: "p-bo", at },
          { by: "p-gone", at },
        ],
        comments: [
          { by: "p-bo", at, editedAt: null, text: "Cold!" },
          { by: "p-gone", at: "2024-08-02T09:00:00.000Z", editedAt: null, text: "Lovely" },
        ],
        edits,
        editedPath: "2024/07 July/lake-edited.jpg",
      }),
      exportedItem("old", old, {
        path: "1985/Unknown/old.jpg",
        year: 1985,
        month: 0,
        precision: "around",
        takenAt: null,
      }),
      exportedItem("live", live, {
        clip: {
          path: "2024/07 July/live.MOV",
          fileName: "live.MOV",
          mimeType: "video/quicktime",
          bytes: clip.length,
          sha256: "0".repeat(64),
          durationMs: 1_500,
        },
      }),
      exportedItem("lost", await tinyPicture(), { path: null }),
    ];
    const albums = [
      {
        id: "a-1",
        title: "Our summer",
        story: "Three weeks",
        order: "hand",
        adders: "chosen",
        createdBy: "p-bo",
        createdAt: at,
        contributors: ["p-ada"],
        items: [
          { item: "old", by: "p-ada", at, isCover: false },
          { item: "lake", by: "p-bo", at, isCover: true },
          { item: "lost", by: "p-bo", at, isCover: false },
        ],
      },
    ];
    const notices = [
      { title: "Picnic", message: "On Sunday", isActive: true, by: "p-ada", at, likes: [{ by: "p-bo", at }] },
    ];
    const monthIcons = [
      { year: 2024, month: 7, icon: "Waves" },
      { year: 2024, month: 8, icon: "<script>" },
    ];
    const printOrders = [{ number: 1, by: "p-ada", at, status: "delivered", prints: [] }];
    const head = exportHead({ family: { featuredHashtags: ["#lake"], welcomeItem: "lake" } });
    const files: Files = {
      "2024/07 July/lake.jpg": lake,
      "2024/07 July/lake.jpg.xmp": Buffer.from("<x/>"),
      "2024/07 July/lake-edited.jpg": await tinyPicture(),
      "1985/Unknown/old.jpg": old,
      "2024/07 July/live.jpg": live,
      "2024/07 July/live.MOV": clip,
    };
    return exportOf(head, { people, items, albums, notices, monthIcons, printOrders }, files);
  }

  const albumOf = async ({ familyId }: FamilyPerson) => {
    const [media, people, albums, notices, icons, family, hashtags] = await Promise.all([
      db.media.findMany({
        where: { familyId },
        include: { tags: true, hearts: true, importedHearts: true, comments: true },
        orderBy: { fileName: "asc" },
      }),
      db.familyMember.findMany({ where: { familyId }, orderBy: { name: "asc" } }),
      db.album.findMany({
        where: { familyId },
        include: { items: { orderBy: { position: "asc" } }, contributors: true },
      }),
      db.notice.findMany({ where: { familyId }, include: { likes: true } }),
      db.monthIcon.findMany({ where: { familyId } }),
      db.family.findUniqueOrThrow({ where: { id: familyId } }),
      db.featuredHashtag.findMany({ where: { familyId } }),
    ]);
    return { media, people, albums, notices, icons, family, hashtags };
  };

  test("gives the same family: items, people, words, albums, notices and what is shown of them", async () => {
    const bo = await createMember(owner.familyId);
    const { id } = await readImport(owner, [await zipOf(await wholeAlbum())]);
    const dry = (await importCall(owner, "GET", `/${id}`)).body;
    expect(dry).toMatchObject({
      state: "ready",
      report: {
        kind: "keepsake",
        photos: 3,
        livePhotos: 1,
        comments: 2,
        hearts: 3,
        notices: 1,
        printOrders: 1,
        withoutFile: 1,
        firstYear: 1985,
        left: [],
        albums: [{ name: "Our summer", count: 3 }],
      },
    });
    // Who isn't here yet is new, unless the owner says otherwise; who had left stays a name.
    expect(dry.choices.people).toEqual([
      { name: "Ada", memberId: null, isNew: true },
      { name: "Bo", memberId: null, isNew: true },
      { name: "Ife", memberId: null, isNew: true },
    ]);
    const people = [
      { name: "Ada", memberId: await memberOf(owner) },
      { name: "Bo", memberId: await memberOf(bo) },
      { name: "Ife", memberId: null, isNew: true },
    ];
    expect((await importCall(owner, "PUT", `/${id}/choices`, { people })).status).toBe(200);
    await act(owner, id, "start");
    await work(id);
    const done = (await importCall(owner, "GET", `/${id}`)).body;
    expect(done).toMatchObject({ state: "done", totalCount: 4, addedCount: 4, leftCount: 0 });

    const {
      media,
      people: family,
      albums,
      notices,
      icons,
      family: settings,
      hashtags,
    } = await albumOf(owner);
    const [lake, live, clip, old] = media;
    const ife = family.find(({ name }) => name === "Ife");
    expect(ife).toMatchObject({ birthDate: new Date("2023-05-06"), neverRecognize: true, userId: null });
    expect(lake).toMatchObject({
      ...{ fileName: "lake.jpg", year: 2024, month: 7, description: "At the #lake", featured: true },
      ...{ takenAt: new Date("2024-07-03T14:05:09Z"), uploadDate: new Date("2024-07-04T08:00:00Z") },
      ...{ uploaderId: bo.userId, edits, editVersion: 1 },
      tags: [{ memberId: ife?.id }],
    });
    expect(lake?.hearts.map(({ userId }) => userId).sort()).toEqual([owner.userId, bo.userId].sort());
    expect(lake?.hearts[0]?.createdAt).toEqual(new Date(at));
    expect(lake?.importedHearts).toHaveLength(1);
    const shown = await commentsOn(owner, lake?.id ?? "");
    expect(shown.map(({ userId, text, createdAt }) => [userId, text, createdAt])).toEqual([
      [bo.userId, "Cold!", at],
      [null, "Lovely", "2024-08-02T09:00:00.000Z"],
    ]);
    expect(shown[1]?.displayName).toBe("Aunt Gone");
    expect(old).toMatchObject({ year: 1985, month: 0, yearPrecision: "around", takenAt: null });
    expect([live?.fileName, clip?.fileName]).toEqual(["live.MOV", "live.jpg"]);
    expect(albums).toMatchObject([
      {
        ...{ title: "Our summer", story: "Three weeks", order: "hand", adders: "chosen", isArranged: true },
        ...{ createdById: bo.userId, createdAt: new Date(at), itemCount: 2 },
        items: [
          { mediaId: old?.id, addedById: owner.userId, isCover: false },
          { mediaId: lake?.id, addedById: bo.userId, isCover: true },
        ],
        contributors: [{ userId: owner.userId }],
      },
    ]);
    expect(notices).toMatchObject([
      { title: "Picnic", createdById: owner.userId, createdAt: new Date(at), likes: [{ userId: bo.userId }] },
    ]);
    expect(icons).toMatchObject([{ year: 2024, month: 7, iconName: "Waves" }]);
    expect(hashtags).toMatchObject([{ hashtag: "#lake", key: "lake" }]);
    expect(settings).toMatchObject({ firstYear: 1985, welcomeMediaId: lake?.id });
  });

  test("is imported again without anything being there twice", async () => {
    const archive = await zipOf(await wholeAlbum());
    const start = async () => {
      const { id } = await readImport(owner, [archive]);
      await act(owner, id, "start");
      await work(id);
      return (await importCall(owner, "GET", `/${id}`)).body;
    };
    expect(await start()).toMatchObject({ addedCount: 4 });
    const before = await albumOf(owner);
    const again = await start();
    expect(again).toMatchObject({ addedCount: 0, knownCount: 4, state: "done" });
    // They are recognised by their names now.
    expect(again.choices.people.every(({ memberId }) => memberId !== null)).toBe(true);
    expect(await albumOf(owner)).toEqual({ ...before, family: expect.anything() });
  });

  test("people without accounts get what they said when they join", async () => {
    const { id } = await readImport(owner, [await zipOf(await wholeAlbum())]);
    await act(owner, id, "start");
    await work(id);
    const [lake] = await itemsOf(owner);
    expect((await commentsOn(owner, lake?.id ?? ""))[0]).toMatchObject({ userId: null, displayName: "Bo" });
    expect((await detailOf(owner, lake?.id ?? "")).heartCount).toBe(3);
    const bola = await db.familyMember.findFirstOrThrow({
      where: { familyId: owner.familyId, name: "Bola" },
    });
    const { code } = await storeInvitation(owner, { memberId: bola.id });
    await call("POST", `/api/register/${code}`, { json: { password: testPassword, phoneNumber: null } });
    expect((await commentsOn(owner, lake?.id ?? ""))[0]?.userId).toEqual(expect.any(String));
    expect((await detailOf(owner, lake?.id ?? "")).heartCount).toBe(3);
  });

  test("brings notices and others' words with an owner's import only", async () => {
    const admin = await createMember(owner.familyId, "admin");
    const { id } = await readImport(admin, [await zipOf(await wholeAlbum())]);
    await importCall(admin, "PUT", `/${id}/choices`, {
      people: [{ name: "Bo", memberId: await memberOf(owner) }],
    });
    await act(admin, id, "start");
    await work(id);
    const { media, albums, notices, hashtags } = await albumOf(owner);
    expect(media).toHaveLength(4);
    expect(media.every(({ uploaderId }) => uploaderId === admin.userId)).toBe(true);
    expect(
      media.flatMap(({ comments, hearts, importedHearts }) => [...comments, ...hearts, ...importedHearts]),
    ).toEqual([]);
    expect(albums).toMatchObject([{ title: "Our summer", createdById: admin.userId }]);
    expect([notices, hashtags]).toEqual([[], []]);
  });

  test("one with what is new since completes the one before it", async () => {
    const [first, second] = [await tinyPicture(), await tinyPicture()];
    const items = [exportedItem("a", first), exportedItem("b", second)];
    const before = await exportOf(
      exportHead(),
      { items: [exportedItem("a", first, { description: "before" })] },
      {
        "2024/07 July/a.jpg": first,
      },
    );
    const later = await exportOf(
      exportHead({ madeAt: "2026-11-09T10:00:00.000Z" }),
      { items },
      {
        "2024/07 July/b.jpg": second,
      },
    );
    expect(await importAll(owner, [await zipOf(later), await zipOf(before)])).toMatchObject({
      addedCount: 2,
    });
    expect((await itemsOf(owner)).map(({ fileName, description }) => [fileName, description])).toEqual([
      ["a.jpg", ""],
      ["b.jpg", ""],
    ]);
  });

  test("isn't taken when it is damaged or of a later version, in words", async () => {
    const photo = { "2024/07 July/a.jpg": await tinyPicture() };
    const text = (json: string) => ({ "keepsake.json": Buffer.from(json), ...photo });
    const later = JSON.stringify({ ...exportHead(), version: 2 }).slice(0, -1);
    for (const [files, reason] of [
      [text("{"), "archive_damaged"],
      [text(`${JSON.stringify(exportHead()).slice(0, -1)}\n,"items":[\n{"id":`), "archive_damaged"],
      [text(`${later}\n}\n`), "newer_export"],
    ] as const) {
      expect(await readImport(owner, [await zipOf(files)])).toMatchObject({ state: "failed", reason });
    }
    expect(await itemsOf(owner)).toEqual([]);
  });

  test("paths lead nowhere but to the files in it, and lengths have to be right", async () => {
    const content = await tinyPicture();
    const items = [
      exportedItem("up", content, { path: "../../etc/passwd" }),
      exportedItem("other", content, { path: "2024/07 July/a.jpg", bytes: content.length + 1 }),
      exportedItem("year", content, { path: "2024/07 July/a.jpg", year: 9999 }),
      exportedItem("good", content, { path: "2024/07 July/a.jpg" }),
      { id: "nonsense" },
    ];
    const files = await exportOf(exportHead(), { items }, { "2024/07 July/a.jpg": content });
    expect(await importAll(owner, [await zipOf(files)])).toMatchObject({
      addedCount: 1,
      report: { withoutFile: 3 },
    });
  });
});

test("Apple's hidden and deleted photos are asked; dates, favourites and albums come", async () => {
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

test("texts that are too long, archives in archives and cut archives are named", async () => {
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

test("an import is found by nobody in another family, whatever it is of", async () => {
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

  test("gives its photos with albums, people and their birthdays, favourites, descriptions, places and clips", async () => {
    const exifInfo = { description: "At the #lake", latitude: 46.2, longitude: 6.1 };
    const people = [
      { name: "Ife", birthDate: "2023-05-06", isHidden: false },
      { name: "", birthDate: null, isHidden: false },
      { name: "Stranger", birthDate: null, isHidden: true },
    ];
    const clip = { visibility: "hidden", type: "VIDEO", originalFileName: "1.MOV" };
    immich.assets.push(
      await photo(1, { isFavorite: true, exifInfo, people, livePhotoVideoId: id(9) }),
      await photo(2, { visibility: "archive" }),
      await photo(3, { isTrashed: true }),
      await photo(4, { type: "AUDIO" }),
      await photo(5, { originalFileName: "../5.jpg" }),
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
    const [, , first] = items;
    expect(first).toMatchObject({
      takenAt: new Date("2024-07-03T14:05:09Z"),
      description: "At the #lake",
      facts: { latitude: 46.2, longitude: 6.1 },
      hearts: [{ userId: operator.userId }],
      // The family didn't know it.
      tags: [{ member: { name: "Ifeoma", birthDate: new Date("2023-05-06") } }],
    });
    expect(items[1]?.facts?.contentIdentifier).toBe(first?.facts?.contentIdentifier);
    expect(await db.album.findMany({ where: { familyId: operator.familyId } })).toMatchObject([
      { title: "Our summer", itemCount: 3 },
    ]);
    // The key is gone, and was never stored as it is.
    const row = await db.import.findUniqueOrThrow({ where: { id: dry.id } });
    expect(row.sealedKey).toBeNull();
    expect(await importServer(operator)).toMatchObject({ addedCount: 0, knownCount: 3 });
  });

  test("is asked again where it breaks off, and what it has lost meanwhile is named", async () => {
    immich.assets.push(await photo(1), await photo(2));
    const { id: importId } = await readServer(operator);
    const { sealedKey } = await db.import.findUniqueOrThrow({ where: { id: importId } });
    expect(sealedKey).not.toContain(immich.key);
    await act(operator, importId, "start");
    immich.assets.pop();
    immich.breaksOff = true;
    await expect(work(importId)).rejects.toThrow("unreachable");
    await work(importId);
    expect((await importCall(operator, "GET", `/${importId}`)).body).toMatchObject({
      state: "done",
      addedCount: 1,
      failedCount: 1,
    });
  });

  test("that refuses the key meanwhile pauses the import in words", async () => {
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

  test("is refused in words where it isn't one, isn't there, or doesn't accept the key", async () => {
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
    // Where a redirect leads isn't asked: only the refused key got so far.
    expect(immich.calls.filter((asked) => asked === "GET /api/users/me")).toHaveLength(1);
    // With /api, as Immich itself shows it.
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

  test("is no longer read once its person isn't the operator any more", async () => {
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
