import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { exportedItem, exportedPerson, exportHead, exportOf } from "@/tests/support/exported-albums";
import { storeFamilyMember } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, testPassword } from "@/tests/support/factories";
import { holdDuring } from "@/tests/support/held-person";
import { commentsOn, detailOf, itemsOf, memberOf } from "@/tests/support/imported-items";
import { storeInvitation } from "@/tests/support/invitations";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import {
  act,
  type Files,
  importAll,
  importCall,
  readImport,
  root,
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
      exportedPerson("p-baby", {
        name: "Ife",
        birthDate: "2023-05-06",
        neverRecognize: true,
        leftOutOfMemories: true,
      }),
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

  test("recreates the same family: items, people, comments, albums, notices and their settings", async () => {
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
    // People who aren't here yet are new, unless the owner says otherwise; those who had left stay names.
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
    expect(ife).toMatchObject({
      birthDate: new Date("2023-05-06"),
      neverRecognize: true,
      leftOutOfMemories: true,
      userId: null,
    });
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

  test("can be imported again without duplicating anything", async () => {
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

  test("is undone with its notices, print orders and albums, and nobody else's", async () => {
    const { familyId } = owner;
    await db.notice.create({
      data: { familyId, title: "Ours", message: "Stays", createdById: owner.userId },
    });
    const archive = await zipOf(await wholeAlbum());
    const first = await readImport(owner, [archive]);
    await act(owner, first.id, "start");
    await work(first.id);
    // The second finds everything there, so undoing it takes nothing away.
    const second = await readImport(owner, [archive]);
    await act(owner, second.id, "start");
    await work(second.id);
    const left = async () => ({
      notices: (await db.notice.findMany({ where: { familyId }, orderBy: { title: "asc" } })).map(
        ({ title }) => title,
      ),
      orders: await db.printOrder.count({ where: { familyId } }),
      albums: await db.album.count({ where: { familyId } }),
    });
    expect(await left()).toEqual({ notices: ["Ours", "Picnic"], orders: 1, albums: 1 });
    await act(owner, second.id, "undo");
    await work(second.id);
    expect(await left()).toEqual({ notices: ["Ours", "Picnic"], orders: 1, albums: 1 });
    await act(owner, first.id, "undo");
    await work(first.id);
    expect(await left()).toEqual({ notices: ["Ours"], orders: 0, albums: 0 });
    const kinds = ["notice", "noticeLike", "printOrder"] as const;
    expect(await db.importedAttribution.count({ where: { familyId, kind: { in: [...kinds] } } })).toBe(0);
  });

  test("gives people without accounts their contributions when they join", async () => {
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

  test("brings notices and other people's comments only with an owner's import", async () => {
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

  const noteAboutEmma = {
    ...{ person: "p-emma", kind: "first", day: "2024-05-06", text: "First steps" },
    ...{ heightCm: null, item: null, by: null, at },
  };

  /** One photo that Emma uploaded, and a note about her. */
  async function exportWithEmma(): Promise<Buffer> {
    const photo = await tinyPicture();
    const people = [exportedPerson("p-emma", { name: "Emma" })];
    const items = [
      exportedItem("a", photo, { uploadedBy: "p-emma", people: [{ person: "p-emma", by: null, at }] }),
    ];
    const growingNotes = [{ ...noteAboutEmma, item: "a" }];
    const files = await exportOf(
      exportHead(),
      { people, items, growingNotes },
      { "2024/07 July/a.jpg": photo },
    );
    return zipOf(files);
  }
  /** She becomes one of the family's people. */
  async function startWithEmma(archive?: Buffer): Promise<{ id: string; emma: string }> {
    const { id } = await readImport(owner, [archive ?? (await exportWithEmma())]);
    await act(owner, id, "start");
    const { id: emma } = await db.familyMember.findFirstOrThrow({
      where: { familyId: owner.familyId, name: "Emma" },
    });
    return { id, emma };
  }
  const notesOf = ({ familyId }: FamilyPerson) => db.growingNote.findMany({ where: { familyId } });
  const emmaThere = ({ familyId }: FamilyPerson) =>
    db.importedPerson.findFirst({ where: { familyId, name: "Emma" }, select: { memberId: true } });

  test("is imported to its end without someone who is removed while it waits", async () => {
    const { id, emma } = await startWithEmma();
    const removed = await call("DELETE", `/api/family-members/${emma}`, { cookie: owner.cookie });
    expect(removed.status).toBe(204);
    await work(id);
    expect((await importCall(owner, "GET", `/${id}`)).body).toMatchObject({ state: "done", addedCount: 1 });
    expect(await notesOf(owner)).toEqual([]);
    // What she did is still known by her name.
    expect(await emmaThere(owner)).toEqual({ memberId: null });
  });

  test("is imported to its end without someone who is removed while a photo of theirs is added", async () => {
    const { id, emma } = await startWithEmma();
    await holdDuring(emma, ['DELETE FROM "FamilyMember" WHERE id = $1'], () => work(id));
    expect((await importCall(owner, "GET", `/${id}`)).body).toMatchObject({ state: "done", addedCount: 1 });
    expect(await notesOf(owner)).toEqual([]);
    expect(await emmaThere(owner)).toEqual({ memberId: null });
  });

  /** Emma joins, and an admin then links her account to another entry of hers. @returns that entry */
  async function mergeEmma(emma: string): Promise<string> {
    const member = await createMember(owner.familyId);
    await db.familyMember.deleteMany({ where: { familyId: owner.familyId, userId: member.userId } });
    await db.familyMember.updateMany({ where: { id: emma }, data: { userId: member.userId } });
    const nana = await storeFamilyMember(owner.familyId, "Emma Okafor");
    const merged = await call("PUT", `/api/family-members/${nana}`, {
      cookie: owner.cookie,
      json: { userId: member.userId },
    });
    expect(merged.status).toBe(200);
    return nana;
  }
  const tagsAndNotes = async (id: string) => {
    expect((await importCall(owner, "GET", `/${id}`)).body).toMatchObject({ state: "done", addedCount: 1 });
    const [photo] = await itemsOf(owner);
    const tags = await db.mediaTag.findMany({ where: { mediaId: photo?.id ?? "" } });
    return [tags, await notesOf(owner)].map((rows) => rows.map(({ memberId }) => memberId));
  };

  test("follows someone whose entry is merged into another while it waits", async () => {
    const { id, emma } = await startWithEmma();
    const nana = await mergeEmma(emma);
    await work(id);
    expect(await tagsAndNotes(id)).toEqual([[nana], [nana]]);
  });

  test("follows someone whose entry is merged into another while their photo is added", async () => {
    const { id, emma } = await startWithEmma();
    let nana = "";
    const merge = async () => {
      nana = await mergeEmma(emma);
    };
    await holdDuring(id, ['LOCK TABLE "Media" IN SHARE MODE', merge], () => work(id));
    expect(await tagsAndNotes(id)).toEqual([[nana], [nana]]);
  });

  const lockFamily =
    'SELECT 1 FROM "Import" i JOIN "Family" f ON f.id = i."familyId" WHERE i.id = $1 FOR UPDATE OF f';

  test("follows someone whose entry is merged into another while it is being started", async () => {
    const emma = await storeFamilyMember(owner.familyId, "Emma");
    const { id, choices } = await readImport(owner, [await exportWithEmma()]);
    expect(choices.people).toMatchObject([{ name: "Emma", memberId: emma }]);
    const nana = await storeFamilyMember(owner.familyId, "Emma Okafor");
    const merge = `
      WITH former AS (DELETE FROM "FamilyMember" WHERE id = '${emma}')
      UPDATE "Import" SET choices = replace(choices::text, '${emma}', '${nana}')::jsonb WHERE id = $1`;
    await holdDuring(id, [lockFamily, merge], () => act(owner, id, "start"));
    await work(id);
    expect(await tagsAndNotes(id)).toEqual([[nana], [nana]]);
  });

  const removeEmma = `
    DELETE FROM "FamilyMember" p USING "Import" i
    WHERE i.id = $1 AND p."familyId" = i."familyId" AND p.name = 'Emma'`;

  test("finds photos that are in the album while someone in them is removed or merged", async () => {
    const archive = await exportWithEmma();
    await importAll(owner, [archive]);
    const { id } = await startWithEmma(archive);
    // Merging locks the import, too.
    const lockBoth = lockFamily.replace(" OF f", "");
    await holdDuring(id, [lockBoth, removeEmma], () => work(id));
    expect((await importCall(owner, "GET", `/${id}`)).body).toMatchObject({ state: "done", knownCount: 1 });
  });

  test("is imported to its end without someone who is removed while a note about them is added", async () => {
    await importAll(owner, [await exportWithEmma()]);
    const people = [exportedPerson("p-emma", { name: "Emma" })];
    const growingNotes = [{ ...noteAboutEmma, text: "First word" }];
    // Adding a photo would wait for the family before the note does.
    const text = Buffer.from("Not a photo");
    const lists = { people, items: [exportedItem("text", text)], growingNotes };
    const files = await exportOf(exportHead(), lists, { "2024/07 July/text.jpg": text });
    const { id } = await startWithEmma(await zipOf(files));
    await holdDuring(id, [lockFamily, removeEmma], () => work(id));
    expect((await importCall(owner, "GET", `/${id}`)).body).toMatchObject({ state: "done" });
    expect(await notesOf(owner)).toEqual([]);
  });

  test("ends while someone in it is merged", async () => {
    await createMember(owner.familyId);
    const { id } = await importAll(owner, [
      await zipOf({ [`${root}/Photos from 2024/a.jpg`]: await tinyPicture() }),
    ]);
    // As if the server had been stopped just before its end.
    await db.import.update({ where: { id }, data: { state: "running", announcedCount: 0 } });
    const merge = 'UPDATE "Import" SET choices = choices WHERE id = $1';
    await holdDuring(id, [lockFamily, merge], () => work(id));
    expect((await importCall(owner, "GET", `/${id}`)).body).toMatchObject({ state: "done", addedCount: 1 });
  });

  test("completes the previous one if incremental", async () => {
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

  test("is refused if it is damaged or of a later version, with the reason", async () => {
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

  test("may only have paths to its own files, and must have correct lengths", async () => {
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
