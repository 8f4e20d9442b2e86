import type { ImportDto } from "@/lib/album/imports/schema";
import { db } from "@/lib/db";
import { noEdits } from "@/lib/shared/picture-edits";
import { storeAlbum } from "@/tests/support/album-calls";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { prepared, type ReadExport, readKeepsake } from "@/tests/support/export-calls";
import { storeFamilyMember } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { storeImportedPerson } from "@/tests/support/import-calls";
import { plainPicture, tinyPicture } from "@/tests/support/pictures";
import { act, importCall, readImport, work } from "@/tests/support/takeouts";
import { withTestStorage } from "@/tests/support/test-storage";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

const items = 40;

/** What an owner and their mother call each other, in both families. */
async function createPair(): Promise<{ owner: FamilyPerson; nana: FamilyPerson }> {
  const owner = await createOwner({ name: "The Okafors", tier: "premium" });
  const nana = await createMember(owner.familyId, "member", { title: null });
  const named = [
    [owner, { name: "Ada", nickname: null }],
    [nana, { name: "Nana", nickname: "Gran" }],
  ] as const;
  for (const [{ userId, familyId }, data] of named) {
    await db.familyMember.updateMany({ where: { familyId, userId }, data });
    await db.user.updateMany({ where: { id: userId }, data: { title: null } });
  }
  return { owner, nana };
}

/** Items of many months, with everything that people can do to them. */
async function fillAlbum(owner: FamilyPerson, nana: FamilyPerson): Promise<void> {
  const { familyId } = owner;
  const baby = await storeFamilyMember(familyId, "Ife");
  await db.familyMember.updateMany({
    where: { id: baby, familyId },
    data: { birthDate: new Date("2023-05-06"), neverRecognize: true },
  });
  const opa = await storeImportedPerson(owner, { name: "Opa" });
  const ids: string[] = [];
  for (let at = 0; at < items; at++) {
    const isOld = at % 10 === 9;
    const takenAt = isOld ? null : new Date(Date.UTC(2024, at % 12, 3, 14, 5, at));
    const { id } = await storeMedia(at % 3 === 0 ? nana : owner, {
      content: at % 7 === 0 ? await plainPicture("jpeg", 60 + at, 40) : await tinyPicture(),
      fileName: `photo ${String(at).padStart(2, "0")}.jpg`,
      description: at % 4 === 0 ? `Nr. ${at} at the #lake\nwith #family` : "",
      ...(isOld
        ? { year: 1985, month: 0, yearPrecision: at % 20 === 9 ? "around" : "decade" }
        : { month: (at % 12) + 1 }),
      ...(isOld && at % 20 !== 9 ? { year: 1980 } : {}),
      takenAt,
      uploadDate: new Date(Date.UTC(2024, 0, 1 + at)),
      sortAt: takenAt ?? new Date(Date.UTC(2024, 0, 1 + at)),
      featured: at === 4,
      ...(at % 7 === 0
        ? { edits: { ...noEdits, quarterTurns: 1, light: 10, crop: null }, editVersion: 1 }
        : {}),
    });
    ids.push(id);
  }
  await db.media.updateMany({ where: { familyId }, data: { width: null, height: null } });
  const when = (at: number) => new Date(Date.UTC(2024, 5, 1, 0, at));
  for (const [at, mediaId] of ids.entries()) {
    const hashtags = at % 4 === 0 ? ["lake", "family"] : [];
    await db.mediaHashtag.createMany({ data: hashtags.map((hashtag) => ({ mediaId, familyId, hashtag })) });
    if (at % 2 === 0)
      await db.heart.create({ data: { mediaId, familyId, userId: nana.userId, createdAt: when(at) } });
    if (at % 5 === 0)
      await db.importedHeart.create({ data: { mediaId, familyId, personId: opa, createdAt: when(at + 1) } });
    if (at % 3 === 1) {
      const said = { mediaId, familyId, createdAt: when(at) };
      await db.comment.create({
        data: { ...said, userId: owner.userId, text: `First ${at}`, editedAt: when(at + 3) },
      });
      await db.comment.create({
        data: { ...said, createdAt: when(at + 1), importedPersonId: opa, text: "Wunderbar" },
      });
    }
    if (at % 6 === 0)
      await db.mediaTag.create({ data: { mediaId, familyId, memberId: baby, createdAt: when(at) } });
    if (at % 8 === 0)
      await db.mediaFacts.create({ data: { mediaId, familyId, latitude: 46.2, longitude: 6.1 } });
  }
  const [first = "", second = "", third = ""] = ids;
  await storeAlbum(nana, { title: "By hand", story: "A story\nof two lines", order: "hand" }, [third, first]);
  await storeAlbum(owner, { title: "By date", adders: "chosen" }, ids.slice(3, 20));
  await db.albumItem.updateMany({ where: { mediaId: second }, data: { isCover: true } });
  const notice = await db.notice.create({
    data: { familyId, title: "Picnic", message: "On Sunday", createdById: nana.userId, createdAt: when(7) },
  });
  await db.noticeLike.create({ data: { noticeId: notice.id, userId: owner.userId, createdAt: when(8) } });
  await db.monthIcon.create({ data: { familyId, year: 2024, month: 7, iconName: "Waves" } });
  await db.featuredHashtag.create({ data: { familyId, hashtag: "#Lake", key: "lake" } });
  await db.family.update({ where: { id: familyId }, data: { firstYear: 1980, welcomeMediaId: third } });
  await db.heart.create({ data: { mediaId: first, familyId, userId: owner.userId, createdAt: when(99) } });
}

async function exportOf(owner: FamilyPerson) {
  const { id } = await prepared(owner);
  const { status, bytes } = await call("GET", `/api/exports/${id}/file`, { cookie: owner.cookie });
  expect(status).toBe(200);
  return { bytes, ...(await readKeepsake((await unzip(bytes)).get("keepsake.json") ?? Buffer.alloc(0))) };
}

/** Without ids, and without the files' facts, which the import reads again. */
function comparable({ head, lists }: ReadExport) {
  const names = new Map(lists.people.map(({ id, name }) => [id, name]));
  const files = new Map(lists.items.map(({ id, fileName }) => [id, fileName]));
  const who = (id: string | null) => id && (names.get(id) ?? id);
  return {
    family: { ...head.family, welcomeItem: files.get(head.family.welcomeItem ?? "") },
    people: lists.people
      .map(({ id: _, account, ...person }) => ({ ...person, hasAccount: account !== null }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    items: lists.items.map(({ id: _, facts, people, hearts, comments, uploadedBy, ...item }) => ({
      ...item,
      place: [facts?.latitude ?? null, facts?.longitude ?? null],
      uploadedBy: who(uploadedBy),
      people: people.map(({ person }) => who(person)),
      hearts: hearts.map(({ by, at }) => [who(by), at]),
      comments: comments.map(({ by, ...comment }) => ({ by: who(by), ...comment })),
    })),
    albums: lists.albums
      .map(({ id: _, items: inside, createdBy, contributors, ...album }) => ({
        ...album,
        createdBy: who(createdBy),
        contributors: contributors.map(who),
        items: inside.map(({ item, by, isCover }) => [files.get(item), who(by), isCover]),
      }))
      .sort((a, b) => a.title.localeCompare(b.title)),
    notices: lists.notices.map(({ by, likes, ...notice }) => ({
      ...notice,
      by: who(by),
      likes: likes.map(({ by: liker, at }) => [who(liker), at]),
    })),
    monthIcons: lists.monthIcons,
  };
}

test("an album of forty items with everything on them, exported, imported elsewhere and exported again, is the same", async () => {
  const here = await createPair();
  await fillAlbum(here.owner, here.nana);
  const before = await exportOf(here.owner);
  expect(before.lists.items).toHaveLength(items);

  const there = await createPair();
  const dry = await readImport(there.owner, [before.bytes]);
  expect(dry).toMatchObject({ state: "ready", report: { kind: "keepsake", photos: items, left: [] } });
  // Both are called the same there.
  expect(dry.choices.people.filter(({ memberId }) => memberId !== null)).toHaveLength(2);
  await act(there.owner, dry.id, "start");
  await work(dry.id);
  const done = (await importCall<ImportDto>(there.owner, "GET", `/${dry.id}`)).body;
  expect(done).toMatchObject({ state: "done", addedCount: items, leftCount: 0, failedCount: 0 });

  const after = await exportOf(there.owner);
  expect(comparable(after)).toEqual(comparable(before));
  const originals = async ({ bytes }: typeof before) =>
    [...(await unzip(bytes))].filter(([name]) => /^\d{4}\/.*photo \d\d\.jpg$/.test(name));
  expect(await originals(after)).toEqual(await originals(before));
});
