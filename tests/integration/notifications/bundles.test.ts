import { deriveMedia } from "@/lib/album/media/server/derivatives-service";
import { db } from "@/lib/db";
import type { NotificationPageDto } from "@/lib/notify/notifications/schema";
import { notifyNewUpload } from "@/lib/notify/notifications/server/bundle-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, join, storeMedia } from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const list = async ({ cookie }: FamilyPerson) =>
  (await call<NotificationPageDto>("GET", "/api/notifications", { cookie })).body.items;
const messages = async (person: FamilyPerson) => (await list(person)).map(({ message }) => message);

let uploads = 0;

/** An upload that has just become ready. */
async function upload(owner: FamilyPerson, uploadDate = new Date(), mediaType: "image" | "video" = "image") {
  const content = Buffer.from(`upload ${++uploads}`);
  const media = await storeMedia(owner, { hasFiles: false, content, uploadDate, mediaType });
  const ready = { id: media.id, familyId: owner.familyId, uploaderId: owner.userId, uploadDate };
  await notifyNewUpload(ready);
  return { ...media, again: () => notifyNewUpload(ready) };
}

async function amaraAndNana() {
  const amara = await createOwner();
  await db.familyMember.updateMany({ where: { userId: amara.userId }, data: { nickname: "Amara" } });
  return { amara, nana: await createMember(amara.familyId) };
}

test("an uploaded picture is announced as soon as it can be seen, and the link leads to it", async () => {
  const { amara, nana } = await amaraAndNana();
  const sent = await call<{ id: string }>("POST", "/api/media", {
    cookie: amara.cookie,
    json: {
      fileName: "beach.jpg",
      fileType: "image",
      year: 2024,
      month: 7,
      description: "",
      fileData: (await tinyPicture()).toString("base64"),
    },
  });
  expect(await messages(nana)).toEqual([]);
  await deriveMedia(sent.body.id);
  expect(await list(nana)).toMatchObject([
    {
      kind: "newPictures",
      title: "New in the album",
      message: "Amara added a new photo",
      url: `/view-image/${sent.body.id}`,
      mediaId: sent.body.id,
    },
  ]);
  expect(await messages(amara)).toEqual([]);
});

test("everything one person adds within ten minutes is one notification, which counts it", async () => {
  const { amara, nana } = await amaraAndNana();
  const first = await upload(amara, minutesAgo(9));
  for (let sent = 0; sent < 10; sent++) await upload(amara, minutesAgo(8));
  const last = await upload(amara, minutesAgo(7));
  expect(await list(nana)).toMatchObject([
    { message: "Amara added 12 new photos", url: `/feed/${last.id}`, mediaId: first.id },
  ]);
  await upload(amara, minutesAgo(1), "video");
  expect(await messages(nana)).toEqual(["Amara added 12 new photos and 1 video"]);
  const jobs = await db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM graphile_worker.jobs WHERE task_identifier = 'notifications.push'`;
  expect(jobs).toEqual([{ total: 1 }]);
});

test("the push waits for the rest of the uploads", async () => {
  const { amara } = await amaraAndNana();
  await upload(amara);
  const [job] = await db.$queryRaw<{ wait: number }[]>`
    SELECT extract(epoch FROM run_at - created_at)::float AS wait FROM graphile_worker.jobs
    WHERE task_identifier = 'notifications.push'`;
  expect(Math.round(job?.wait ?? 0)).toBe(60);
});

test("after ten minutes another one starts, and each counts its own", async () => {
  const { amara, nana } = await amaraAndNana();
  await upload(amara, minutesAgo(30));
  await upload(amara, minutesAgo(21));
  await upload(amara, minutesAgo(20));
  await upload(amara, minutesAgo(1));
  expect(await messages(nana)).toEqual([
    "Amara added a new photo",
    "Amara added a new photo",
    "Amara added 2 new photos",
  ]);
});

test("two people who upload at once are announced separately", async () => {
  const { amara, nana } = await amaraAndNana();
  const ben = await createMember(amara.familyId);
  await Promise.all([upload(amara), upload(ben), upload(amara), upload(ben)]);
  expect(await messages(nana)).toHaveLength(2);
  expect(await messages(amara)).toHaveLength(1);
});

describe("uploads by one person to another family, or by a relative to this one", () => {
  async function twoFamilies() {
    const { amara, nana } = await amaraAndNana();
    const cousin = await createOwner();
    await join(amara.userId, cousin.familyId, "member");
    const amaraThere = { ...amara, familyId: cousin.familyId };
    return { amara, amaraThere, cousin, nana, ben: await createMember(amara.familyId) };
  }

  test("are announced and counted separately", async () => {
    const { amara, amaraThere, cousin, nana, ben } = await twoFamilies();
    await upload(amaraThere, minutesAgo(6));
    await upload(ben, minutesAgo(5));
    await upload(amara, minutesAgo(4));
    await upload(amaraThere, minutesAgo(3));
    await upload(ben, minutesAgo(2));
    expect(await messages(nana)).toEqual(["Amara added a new photo", "Somebody added 2 new photos"]);
    expect(await messages(cousin)).toEqual(["Somebody added 2 new photos"]);
  });

  test("don't make a bundle start, and so end, earlier", async () => {
    const { amara, amaraThere, nana, ben } = await twoFamilies();
    await upload(amaraThere, minutesAgo(19));
    await upload(ben, minutesAgo(18));
    await upload(amara, minutesAgo(10));
    await upload(amara, minutesAgo(5));
    expect(await messages(nana)).toEqual(["Amara added 2 new photos", "Somebody added a new photo"]);
  });

  test("don't leave out a clip that takes longer", async () => {
    const { amara, amaraThere, nana, ben } = await twoFamilies();
    await upload(amaraThere, minutesAgo(9));
    await upload(ben, minutesAgo(9));
    await storeMedia(amara, { hasFiles: false, mediaType: "video", uploadDate: minutesAgo(8) });
    await upload(amara, minutesAgo(7));
    expect(await messages(nana)).toEqual([
      "Amara added 1 new photo and 1 video",
      "Somebody added a new photo",
    ]);
  });
});

test("many that become ready at the same moment start one bundle, which contains them all", async () => {
  const { amara, nana } = await amaraAndNana();
  const ready: Parameters<typeof notifyNewUpload>[0][] = [];
  for (let index = 0; index < 10; index++) {
    const uploadDate = minutesAgo(5 - index / 10);
    const content = Buffer.from(`upload ${++uploads}`);
    const { id } = await storeMedia(amara, { hasFiles: false, content, uploadDate });
    ready.push({ id, familyId: amara.familyId, uploaderId: amara.userId, uploadDate });
  }
  await Promise.all(ready.map(notifyNewUpload));
  expect(await messages(nana)).toEqual(["Amara added 10 new photos"]);
});

test("a clip that takes longer than the picture sent after it is counted with it", async () => {
  const { amara, nana } = await amaraAndNana();
  const uploadDate = minutesAgo(3);
  const clip = await storeMedia(amara, { hasFiles: false, mediaType: "video", uploadDate });
  await upload(amara, minutesAgo(2));
  await notifyNewUpload({ id: clip.id, familyId: amara.familyId, uploaderId: amara.userId, uploadDate });
  expect(await messages(nana)).toEqual(["Amara added 1 new photo and 1 video"]);
});

test("nobody is notified of what is remade, or only becomes ready long after", async () => {
  const { amara, nana } = await amaraAndNana();
  const early = await upload(amara, minutesAgo(40));
  await upload(amara, minutesAgo(5));
  const before = await list(nana);
  await early.again();
  await early.again();
  await upload(amara, minutesAgo(61));
  expect(await list(nana)).toEqual(before);
});

test("what was moved to the trash is not counted, and an empty bundle is not shown", async () => {
  const { amara, nana } = await amaraAndNana();
  const one = await upload(amara, minutesAgo(2));
  const other = await upload(amara, minutesAgo(1));
  const trash = (id: string) => call("DELETE", `/api/media/${id}`, { cookie: amara.cookie, json: {} });
  await trash(one.id);
  expect(await list(nana)).toMatchObject([
    { message: "Amara added a new photo", url: `/view-image/${other.id}` },
  ]);
  await trash(other.id);
  expect(await list(nana)).toEqual([]);
});
