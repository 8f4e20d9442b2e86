import type { ImportedPersonDto } from "@/lib/album/imported-people/schema";
import type { ImportDto } from "@/lib/album/imports/schema";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { db } from "@/lib/db";
import { noEdits } from "@/lib/shared/picture-edits";
import type { PrintOrderDto } from "@/lib/shop/prints/schema";
import { storeAlbum } from "@/tests/support/album-calls";
import { storeBook } from "@/tests/support/book-calls";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { prepared, type ReadExport, readKeepsake } from "@/tests/support/export-calls";
import { storeFamilyMember, storeGroup } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, testPassword } from "@/tests/support/factories";
import { storeNote } from "@/tests/support/growing-calls";
import { storeImportedPerson } from "@/tests/support/import-calls";
import { memberOf } from "@/tests/support/imported-items";
import { storeInvitation } from "@/tests/support/invitations";
import { liveClips, livePhoto } from "@/tests/support/live-photos";
import { storeHiddenPlace } from "@/tests/support/map-calls";
import { cameraPicture, plainPicture, tinyPicture } from "@/tests/support/pictures";
import { act, importCall, readImport, work } from "@/tests/support/takeouts";
import { withTestStorage } from "@/tests/support/test-storage";
import { recordedSound } from "@/tests/support/voice-notes";
import { workOffQueue } from "@/tests/support/work-off-queue";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });
// The worker prepares every photo, even on a busy machine.
jest.setTimeout(120_000);

/** Plus the clip of a Live Photo, which becomes part of it. */
const items = 40;
const when = (minutes: number) => new Date(Date.UTC(2024, 5, 1, 0, minutes));

/** An owner and their mother, in a family with this name. */
async function createPair(family: string): Promise<{ owner: FamilyPerson; nana: FamilyPerson }> {
  const owner = await createOwner({ name: family, tier: "premium" });
  const nana = await createMember(owner.familyId, "member", { title: null });
  for (const [{ userId, familyId }, name] of [
    [owner, "Ada"],
    [nana, "Nana"],
  ] as const) {
    await db.familyMember.updateMany({ where: { familyId, userId }, data: { name, nickname: null } });
    await db.user.updateMany({ where: { id: userId }, data: { title: null } });
  }
  return { owner, nana };
}

async function upload(
  { cookie }: FamilyPerson,
  { content, ...said }: { content: Buffer; fileName: string; description?: string; fileType?: string },
): Promise<string> {
  const json = { fileType: "image", year: 2024, month: 7, ...said, fileData: content.toString("base64") };
  const { status, body } = await call<MediaItemDto>("POST", "/api/media", { cookie, json });
  expect([said.fileName, status]).toEqual([said.fileName, 201]);
  return body.id;
}

/** The camera data, dates and the album's own pictures differ from photo to photo. */
function contentOf(at: number): Promise<Buffer> {
  if (at === 1) return livePhoto();
  if (at % 7 === 0) return plainPicture("jpeg", 60 + at, 40);
  return at % 5 === 2 ? cameraPicture() : tinyPicture();
}

async function uploadAll(owner: FamilyPerson, nana: FamilyPerson): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < items; at++) {
    const description = at % 4 === 0 ? `Nr. ${at} at the #lake\nwith #family` : "";
    const fileName = `photo ${String(at).padStart(2, "0")}.jpg`;
    const content = await contentOf(at);
    ids.push(await upload(at % 3 === 0 ? nana : owner, { content, fileName, description }));
  }
  const clips = await liveClips();
  const clip = { content: await clips.make({}, 1), fileName: "photo 01.mov", fileType: "video" };
  await upload(owner, clip);
  await clips.remove();
  await workOffQueue();
  return ids;
}

/** Dates, years and edits as people and cameras leave them. */
async function fileAll(familyId: string, ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    const isOld = at % 10 === 9;
    const isAround = at % 20 === 9;
    const takenAt = isOld ? null : new Date(Date.UTC(2024, at % 12, 3, 14, 5, at));
    const uploadDate = new Date(Date.UTC(2024, 0, 1 + at));
    const edits = { ...noEdits, quarterTurns: 1 as const, light: 10, crop: null };
    await db.media.update({
      where: { id, familyId },
      data: {
        ...(isOld
          ? { year: isAround ? 1985 : 1980, month: 0, yearPrecision: isAround ? "around" : "decade" }
          : { month: (at % 12) + 1 }),
        ...{ takenAt, uploadDate, sortAt: takenAt ?? uploadDate, featured: at === 4 },
        ...(at % 7 === 0 ? { edits, editVersion: 1, width: 40, height: 60 + at } : {}),
        // A stack made by the rules, one that someone chose, and a photo that is to stay alone.
        ...([11, 12].includes(at) ? { coveredById: ids[10] ?? null } : {}),
        ...(at === 17 ? { coveredById: ids[16] ?? null } : {}),
        isStackDecided: [16, 17, 18].includes(at),
      },
      select: { id: true },
    });
  }
}

/** Hearts, comments, tags and faces; the baby's photos have no faces, since hers must never be computed. */
async function sayAll(owner: FamilyPerson, nana: FamilyPerson, ids: readonly string[]): Promise<void> {
  const { familyId } = owner;
  const baby = await storeFamilyMember(familyId, "Ife");
  await db.familyMember.updateMany({
    where: { id: baby, familyId },
    data: { birthDate: new Date("2023-05-06"), neverRecognize: true, leftOutOfMemories: true },
  });
  const noted = { memberId: baby, day: "2024-05-06", createdAt: when(9) };
  await storeNote(nana, { ...noted, text: "First steps", mediaId: ids[6] ?? null });
  await storeNote(owner, { ...noted, kind: "height", text: "", heightMm: 765 });
  await storeNote(owner, { ...noted, kind: "words", text: "Two lines\nof words" });
  const nanaId = await memberOf(nana);
  await db.familyMember.updateMany({
    where: { id: nanaId, familyId },
    data: { birthDate: new Date("1950-02-03"), nickname: "Gran" },
  });
  const opa = await storeImportedPerson(owner, { name: "Opa" });
  const { userId } = nana;
  const of = (mediaId: string, at: number) => ({ mediaId, familyId, createdAt: when(at) });
  for (const [at, { cookie }] of [nana, owner].entries()) {
    // One with text, and one with sound only.
    const recording = (await recordedSound(1 + at, "mp4")).toString("base64");
    const json = { recording, text: at === 0 ? "Listen to her laugh" : "" };
    const path = `/api/media/${ids[at + 2]}/voice-notes`;
    expect((await call("POST", path, { cookie, json })).status).toBe(201);
  }
  for (const [at, mediaId] of ids.entries()) {
    if (at % 2 === 0) await db.heart.create({ data: { ...of(mediaId, at), userId } });
    if (at % 5 === 0) await db.importedHeart.create({ data: { ...of(mediaId, at + 1), personId: opa } });
    if (at % 3 === 1) {
      const edited = { userId: owner.userId, text: `First ${at}`, editedAt: when(at + 3) };
      await db.comment.create({ data: { ...of(mediaId, at), ...edited } });
      await db.comment.create({
        data: { ...of(mediaId, at + 1), importedPersonId: opa, text: "Wunderbar" },
      });
    }
    const tags = [...(at % 6 === 0 ? [baby] : []), ...(at % 6 === 1 ? [nanaId] : [])];
    await db.mediaTag.createMany({
      data: tags.map((memberId) => ({ ...of(mediaId, at), memberId, taggedById: userId })),
    });
  }
  const known = ids.filter((_, at) => at % 6 === 1);
  const { faceIds } = await storeGroup(owner, { mediaIds: known, memberId: nanaId });
  await db.face.update({
    where: { id: faceIds[0] ?? "" },
    data: { placedByHand: true },
    select: { id: true },
  });
  await db.heart.create({ data: { ...of(ids[0] ?? "", 99), userId: owner.userId } });
}

/** What the family has besides its items. */
async function storeRest(owner: FamilyPerson, nana: FamilyPerson, ids: readonly string[]): Promise<void> {
  const { familyId } = owner;
  const [first = "", second = "", third = ""] = ids;
  await storeAlbum(nana, { title: "By hand", story: "A story\nof two lines", order: "hand" }, [third, first]);
  const byDate = await storeAlbum(owner, { title: "By date", adders: "chosen" }, ids.slice(3, 20));
  await storeBook(nana, { title: "The year", year: 2024, isShared: true, coverId: second }, [third, first]);
  await db.albumContributor.create({ data: { albumId: byDate, familyId, userId: nana.userId } });
  await db.albumItem.updateMany({ where: { mediaId: first }, data: { isCover: true } });
  // Arranged by hand once, and now shown by date again.
  const arranged = await storeAlbum(owner, { title: "Arranged" }, [third, second, first]);
  await db.album.update({ where: { id: arranged }, data: { isArranged: true }, select: { id: true } });
  const notice = await db.notice.create({
    data: { familyId, title: "Picnic", message: "On Sunday", createdById: nana.userId, createdAt: when(7) },
  });
  for (const [at, { userId }] of [owner, nana].entries()) {
    await db.noticeLike.create({ data: { noticeId: notice.id, userId, createdAt: when(8 + at) } });
  }
  await db.monthIcon.create({ data: { familyId, year: 2024, month: 7, iconName: "Waves" } });
  for (const hashtag of ["#Lake", "#family", "#anything"]) {
    await db.featuredHashtag.create({ data: { familyId, hashtag, key: hashtag.slice(1).toLowerCase() } });
  }
  await db.family.update({
    where: { id: familyId },
    data: { firstYear: 1980, welcomeMediaId: third, icon: "home", showsPlaces: true },
  });
  await storeHiddenPlace(owner, { mode: "leftOut" });
  await storeOrders(nana, second);
}

/** One that was delivered, and one from this month that is in production. */
async function storeOrders({ familyId, userId }: FamilyPerson, mediaId: string): Promise<void> {
  const crop = { cropX: 0.1, cropY: 0.2, cropWidth: 0.5, cropHeight: 0.5 };
  const print = { size: "4x6", finish: "Gloss", quantity: 2 };
  const address = { provider: "Professional Print Lab", shippingAddress: "1 Garden Lane", recipient: {} };
  const now = new Date();
  for (const [status, placedAt] of [
    ["delivered", when(0)],
    ["in_production", now],
  ] as const) {
    const month = new Date(Date.UTC(placedAt.getUTCFullYear(), placedAt.getUTCMonth(), 1));
    const prints = [
      { ...print, ...crop, mediaId, fileName: "photo 01.jpg" },
      { ...print, mediaId: null, fileName: "gone.jpg" },
    ];
    await db.printOrder.create({
      data: {
        ...{ familyId, userId, status, placedAt, month, printCount: 4, ...address },
        items: { create: prints },
      },
      select: { id: true },
    });
  }
}

async function fillAlbum(owner: FamilyPerson, nana: FamilyPerson): Promise<void> {
  const ids = await uploadAll(owner, nana);
  await fileAll(owner.familyId, ids);
  await sayAll(owner, nana, ids);
  await storeRest(owner, nana, ids);
}

async function exportOf(owner: FamilyPerson) {
  const { id } = await prepared(owner);
  const { status, bytes } = await call("GET", `/api/exports/${id}/file`, { cookie: owner.cookie });
  expect(status).toBe(200);
  return { bytes, ...(await readKeepsake((await unzip(bytes)).get("keepsake.json") ?? Buffer.alloc(0))) };
}

/** With names instead of ids, and without accounts and order numbers, which differ between installations. */
function comparable({ head, lists }: ReadExport) {
  const names = new Map(lists.people.map(({ id, name }) => [id, name]));
  const files = new Map(lists.items.map(({ id, fileName }) => [id, fileName]));
  const who = (id: string | null) => id && (names.get(id) ?? id);
  const signed = <Said extends { by: string | null }>(said: readonly Said[]) =>
    said.map((one) => ({ ...one, by: who(one.by) }));
  return {
    family: { ...head.family, welcomeItem: files.get(head.family.welcomeItem ?? "") },
    people: lists.people
      .map(({ id: _, account, ...person }) => ({ ...person, hasAccount: account !== null }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    items: lists.items.map(({ id: _, people, faces, hearts, comments, uploadedBy, facts, ...item }) => ({
      ...item,
      coveredBy: item.coveredBy && files.get(item.coveredBy),
      // What an import uses to join a photo and its clip if the files don't say.
      facts: facts && { ...facts, contentIdentifier: null },
      uploadedBy: who(uploadedBy),
      people: signed(people).map((tag) => ({ ...tag, person: who(tag.person) })),
      faces: faces.map((face) => ({ ...face, person: who(face.person) })),
      hearts: signed(hearts),
      comments: signed(comments),
    })),
    albums: lists.albums
      .map(({ id: _, items: inside, createdBy, contributors, ...album }) => ({
        ...album,
        createdBy: who(createdBy),
        contributors: contributors.map(who),
        items: signed(inside).map((one) => ({ ...one, item: files.get(one.item) })),
      }))
      .sort((a, b) => a.title.localeCompare(b.title)),
    notices: signed(lists.notices).map((notice) => ({ ...notice, likes: signed(notice.likes) })),
    monthIcons: lists.monthIcons,
    growingNotes: signed(lists.growingNotes)
      .map((note) => ({ ...note, person: who(note.person), item: files.get(note.item ?? "") ?? null }))
      .sort((a, b) => a.kind.localeCompare(b.kind)),
    printOrders: signed(lists.printOrders).map(({ number: _, prints, ...order }) => ({
      ...order,
      prints: prints.map((print) => ({ ...print, item: files.get(print.item ?? "") ?? null })),
    })),
    books: signed(lists.books).map(({ cover, pages, ...book }) => ({
      ...book,
      cover: files.get(cover ?? "") ?? null,
      pages: pages.map(({ items: inside, ...page }) => ({
        ...page,
        items: inside.map((one) => files.get(one)),
      })),
    })),
  };
}

let here: { owner: FamilyPerson; nana: FamilyPerson };
let there: { owner: FamilyPerson; nana: FamilyPerson };
let before: Awaited<ReturnType<typeof exportOf>>;

beforeAll(async () => {
  here = await createPair("The Okafors");
  await fillAlbum(here.owner, here.nana);
  before = await exportOf(here.owner);
  there = await createPair("Moving in");
  await db.family.update({ where: { id: there.owner.familyId }, data: { showsPlaces: false } });
});

test("an album of forty items with everything on them, exported, imported elsewhere and exported again, is the same", async () => {
  expect(before.lists.items).toHaveLength(items);
  // At least one of everything: what isn't there can't be lost.
  const everything = before.lists.items.reduce(
    (sum, { people, faces, hearts, comments, edits, clip, facts }) => ({
      ...{ people: sum.people + people.length, faces: sum.faces + faces.length },
      ...{ hearts: sum.hearts + hearts.length, comments: sum.comments + comments.length },
      ...{ edits: sum.edits + (edits ? 1 : 0), clips: sum.clips + (clip ? 1 : 0) },
      cameras: sum.cameras + (facts?.cameraMake && facts.latitude !== null ? 1 : 0),
    }),
    { people: 0, faces: 0, hearts: 0, comments: 0, edits: 0, clips: 0, cameras: 0 },
  );
  expect(everything).toEqual({
    ...{ people: 14, faces: 7, hearts: 29, comments: 28, edits: 6, clips: 1, cameras: 7 },
  });
  expect(before.lists.printOrders).toHaveLength(2);
  expect(before.lists.items.filter(({ coveredBy }) => coveredBy)).toHaveLength(3);
  expect(before.lists.books).toMatchObject([{ isShared: true, pages: [{}, {}] }]);

  const dry = await readImport(there.owner, [before.bytes]);
  expect(dry).toMatchObject({ state: "ready", report: { kind: "keepsake", photos: items, left: [] } });
  // Nana has no nickname there yet: the owner says who she is.
  const people = dry.choices.people.map((choice) =>
    choice.name === "Gran" ? { name: "Gran", memberId: null, isNew: false } : choice,
  );
  const nana = { name: "Gran", memberId: await memberOf(there.nana), isNew: false };
  const choices = { people: [...people.filter(({ name }) => name !== "Gran"), nana] };
  expect((await importCall(there.owner, "PUT", `/${dry.id}/choices`, choices)).status).toBe(200);
  await act(there.owner, dry.id, "start");
  await work(dry.id);
  const done = (await importCall<ImportDto>(there.owner, "GET", `/${dry.id}`)).body;
  expect(done).toMatchObject({ state: "done", addedCount: items + 1, leftCount: 0, failedCount: 0 });
  await workOffQueue();

  const after = await exportOf(there.owner);
  expect(comparable(after)).toEqual(comparable(before));
  // A voice note's sound is the same, in a rewritten container.
  const contentOf = (name: string, bytes: Buffer) =>
    name.endsWith(".m4a") ? bytes.subarray(bytes.lastIndexOf("mdat")) : bytes;
  const originals = async ({ bytes }: typeof before) =>
    [...(await unzip(bytes))]
      .filter(([name]) => /^\d{4}\/.*photo \d\d(\.jpg|\.mov|-voice\.m4a)$/.test(name))
      .map(([name, file]) => [name, contentOf(name, file)] as const);
  const files = await originals(before);
  expect(files.filter(([name]) => name.endsWith("-voice.m4a"))).toHaveLength(2);
  expect(await originals(after)).toEqual(files);
});

test("imported print orders can be read, and are never made, charged or sent again", async () => {
  const { owner, nana } = there;
  const list = (await call<PrintOrderDto[]>("GET", "/api/print-orders", { cookie: nana.cookie })).body;
  expect(list.map(({ status, isImported, printCount }) => [status, isImported, printCount])).toEqual([
    ["in_production", true, 4],
    ["delivered", true, 4],
  ]);
  const id = list[0]?.id ?? "";
  const refused = { status: 409, body: expect.objectContaining({ code: "ordered_elsewhere" }) };
  const as = (person: FamilyPerson, method: string, path: string, json?: object) =>
    call(method, path, { cookie: person.cookie, ...(json ? { json } : {}) });
  const admin = `/api/admin/print-orders/${id}`;
  const provider = "professional-print-lab";
  expect(await as(owner, "POST", `${admin}/send`, { provider })).toMatchObject(refused);
  expect(await as(owner, "PATCH", admin, { status: "cancelled" })).toMatchObject(refused);
  expect(await as(owner, "GET", `${admin}/package`)).toMatchObject(refused);
  expect(await as(nana, "POST", `/api/print-orders/${id}/cancel`)).toMatchObject(refused);
  // This month's prints are still available, and nobody was notified of an order.
  const { body } = await call<{ order: unknown }>("GET", "/api/user/quota", { cookie: nana.cookie });
  expect(body).toMatchObject({ order: null });
  expect(await db.printCredit.count({ where: { familyId: owner.familyId } })).toBe(0);
  const heard = { familyId: owner.familyId, kind: "printOrder" as const };
  expect(await db.notification.count({ where: heard })).toBe(0);
});

test("moved before anyone else has joined, it is the same again, and contributions are people's own once they join", async () => {
  const owner = await createOwner({ name: "Moving in", tier: "premium" });
  await db.user.updateMany({ where: { id: owner.userId }, data: { title: null } });
  const dry = await readImport(owner, [before.bytes]);
  const people = dry.choices.people.map((choice) =>
    choice.name === "Ada" ? { ...choice, memberId: null, isNew: false } : choice,
  );
  const ada = { name: "Ada", memberId: await memberOf(owner), isNew: false };
  await db.familyMember.updateMany({ where: { id: ada.memberId }, data: { name: "Ada", nickname: null } });
  await importCall(owner, "PUT", `/${dry.id}/choices`, {
    people: [...people.filter(({ name }) => name !== "Ada"), ada],
  });
  await act(owner, dry.id, "start");
  await work(dry.id);
  await workOffQueue();
  const said = ({ people: listed, items: all, notices, albums, printOrders }: ReadExport["lists"]) => {
    const names = new Map(listed.map(({ id, name }) => [id, name]));
    const who = (by: string | null) => by && names.get(by);
    return {
      items: all.map(({ uploadedBy }) => who(uploadedBy)),
      albums: albums.map(({ title, createdBy }) => [title, who(createdBy)]).sort(),
      notices: notices.map(({ by, likes }) => [who(by), likes.map((like) => [who(like.by), like.at])]),
      orders: printOrders.map(({ by }) => who(by)),
    };
  };
  const wanted = said(before.lists);
  expect(new Set(wanted.items)).toEqual(new Set(["Ada", "Nana"]));
  expect(said((await exportOf(owner)).lists)).toEqual(wanted);

  // Until Nana joins, Ada looks after her photos.
  const nanas = { familyId: owner.familyId, name: "Nana" };
  const { id: memberId } = await db.familyMember.findFirstOrThrow({ where: nanas });
  const waiting = (await call<ImportedPersonDto[]>("GET", "/api/imported-people", { cookie: owner.cookie }))
    .body;
  expect(waiting.find(({ name }) => name === "Gran")).toMatchObject({ memberId, uploads: 14 });
  const { code } = await storeInvitation(owner, { memberId });
  const joined = await call("POST", `/api/register/${code}`, {
    json: { password: testPassword, phoneNumber: null },
  });
  expect(joined.status).toBe(201);
  const { userId } = await db.familyMember.findFirstOrThrow({ where: nanas });
  const where = { familyId: owner.familyId };
  expect(await db.media.count({ where: { ...where, uploaderId: userId } })).toBe(14);
  expect(await db.album.count({ where: { ...where, createdById: userId } })).toBe(1);
  expect(await db.printOrder.count({ where: { ...where, userId } })).toBe(2);
  expect(said((await exportOf(owner)).lists)).toEqual(wanted);
});

test("a family with photos of its own keeps its name, icon and display settings", async () => {
  const { owner } = await createPair("The Mensahs");
  await db.family.update({ where: { id: owner.familyId }, data: { showsPlaces: false } });
  await upload(owner, { content: await tinyPicture(), fileName: "own.jpg" });
  const { id } = await readImport(owner, [before.bytes]);
  await act(owner, id, "start");
  await work(id);
  expect(await db.family.findUnique({ where: { id: owner.familyId } })).toMatchObject({
    ...{ name: "The Mensahs", icon: "heart", showsPlaces: false },
  });
});
