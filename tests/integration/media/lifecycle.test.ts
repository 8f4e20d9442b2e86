import type { MediaDetailDto, MediaItemDto, TrashItemDto } from "@/lib/album/media/schema";
import { removeFiles, removeFilesTask } from "@/lib/album/media/server/removal-service";
import { purgeTrash } from "@/lib/album/media/server/service";
import { db } from "@/lib/db";
import { startWorker } from "@/lib/platform/queue/queue";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { plansOf } from "@/tests/support/query-plans";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

withTestDatabase();
withTestStorage();

const dayMs = 86_400_000;

let owner: FamilyPerson;
let member: FamilyPerson;
let child: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
  child = await createMember(owner.familyId, "member", { isChild: true });
});

const keep = (as: FamilyPerson, values = {}) => storeMedia(as, { hasFiles: false, ...values });
const as = ({ cookie }: FamilyPerson, json?: unknown) => (json === undefined ? { cookie } : { cookie, json });
const remove = (person: FamilyPerson, id: string) => call("DELETE", `/api/media/${id}`, as(person, {}));
const restore = (person: FamilyPerson, id: string) => call("POST", `/api/media/${id}/restore`, as(person));
const look = (id: string) => call<MediaDetailDto>("GET", `/api/media/${id}`, as(owner));
const trash = async (person: FamilyPerson) =>
  (await call<TrashItemDto[]>("GET", "/api/media/trash", as(person))).body;
const featured = async () =>
  (await db.media.findMany({ where: { featured: true }, select: { id: true } })).map(({ id }) => id);

describe("changing an item", () => {
  test("is allowed for its uploader and for admins; others get 403, and nothing changes", async () => {
    const { id } = await keep(member);
    const change = (person: FamilyPerson, description: string) =>
      call<MediaDetailDto>("PATCH", `/api/media/${id}`, as(person, { description }));
    expect((await change(member, "mine #sea")).body).toMatchObject({
      description: "mine #sea",
      hashtags: ["#sea"],
    });
    expect((await change(owner, "admin's #beach")).status).toBe(200);
    for (const person of [child, await createMember(owner.familyId)]) {
      const answer = await change(person, "not mine");
      expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
      expectErrorBody(answer);
    }
    expect((await look(id)).body).toMatchObject({ description: "admin's #beach", hashtags: ["#beach"] });
  });

  test("takes the given fields and no others, and refuses an empty change", async () => {
    const { id } = await keep(owner, { description: "stays" });
    const change = (json: unknown) => call<MediaDetailDto>("PATCH", `/api/media/${id}`, as(owner, json));
    expect((await change({ month: 2 })).body).toMatchObject({ year: 2024, month: 2, description: "stays" });
    expect((await change({ description: "" })).body).toMatchObject({ month: 2, description: "" });
    for (const json of [{}, { fileName: "x" }, { familyId: "x", uploaderId: "x", featured: true }]) {
      expect((await change(json)).status).toBe(400);
    }
    expect((await change({ year: 2023, id: "x", storagePath: "/etc/passwd", sha256: "x" })).status).toBe(200);
    const { body } = await look(id);
    expect([body.id, body.year]).toEqual([id, 2023]);
    expect(body.storagePath).toContain(id);
  });

  test("to another month leaves the cover behind", async () => {
    const { id } = await keep(owner, { featured: true });
    await call("PATCH", `/api/media/${id}`, as(owner, { month: 8 }));
    expect(await featured()).toEqual([]);
  });
});

describe("deleting and restoring", () => {
  test("is allowed for the uploader and for admins; a child can only delete its own", async () => {
    const [mine, theirs, childs] = [await keep(member), await keep(owner), await keep(child)];
    expect((await remove(member, theirs.id)).status).toBe(403);
    expect((await remove(child, mine.id)).status).toBe(403);
    expect((await remove(child, childs.id)).status).toBe(204);
    expect((await remove(member, mine.id)).status).toBe(204);
    expect((await remove(member, mine.id)).status).toBe(404);
    expect((await remove(owner, theirs.id)).status).toBe(204);
  });

  test("the trash shows members their own items and admins all, with the day they are removed", async () => {
    const [mine, theirs] = [await keep(member), await keep(owner)];
    await remove(member, mine.id);
    await remove(owner, theirs.id);
    expect((await trash(member)).map(({ id }) => id)).toEqual([mine.id]);
    expect((await trash(owner)).map(({ id }) => id)).toEqual([theirs.id, mine.id]);
    expect(await trash(child)).toEqual([]);
    const [item] = await trash(member);
    expect(Date.parse(item?.purgeAt ?? "") - Date.parse(item?.deletedAt ?? "")).toBe(30 * dayMs);
  });

  test("the trash is read from its own index, in its order", async () => {
    await keep(owner, { deletedAt: new Date() });
    const [plan, ...others] = await plansOf("Media", () => trash(owner));
    expect(others).toEqual([]);
    expect(plan).toMatch(/Index Scan using "Media_trash_idx" on "Media" m /);
    expect(plan).not.toMatch(/Sort Key|Disabled/);
  });

  test("an item comes back as it was, with its hearts; another member can't restore it", async () => {
    const { id } = await keep(member, { description: "hello" });
    await call("POST", "/api/hearts", as(owner, { mediaId: id }));
    const before = (await look(id)).body;
    await remove(owner, id);
    expect((await restore(child, id)).status).toBe(404);
    expect((await restore(member, id)).status).toBe(200);
    expect((await restore(member, id)).status).toBe(200);
    expect((await look(id)).body).toEqual(before);
  });

  test("works even if a neighbour has the same picture, and shows them nothing in their trash", async () => {
    const stranger = await createOwner();
    const content = await tinyPicture();
    const { id } = await storeMedia(owner, { content });
    await keep(stranger, { content });
    await remove(owner, id);
    const thumbnail = (person: FamilyPerson) => call("GET", `/api/media/trash/${id}/thumbnail`, as(person));
    expect((await thumbnail(stranger)).status).toBe(404);
    expect((await thumbnail(owner)).status).toBe(200);
    expect((await restore(stranger, id)).status).toBe(404);
    expect((await restore(owner, id)).status).toBe(200);
  });

  test("many times at once ends in the trash or out of it, with correct counters", async () => {
    const { id } = await keep(owner);
    await keep(owner);
    for (let round = 0; round < 6; round++) {
      await Promise.all([remove(owner, id), restore(owner, id), remove(owner, id), restore(owner, id)]);
      const shown = await db.media.count({ where: { deletedAt: null } });
      const counted = await db.mediaMonth.aggregate({ _sum: { itemCount: true } });
      expect(counted._sum.itemCount).toBe(shown);
    }
  });

  test("a month's cover that was in the trash doesn't come back as a second cover", async () => {
    const [first, second] = [await keep(owner), await keep(owner)];
    const feature = (id: string) => call("POST", `/api/media/${id}/featured`, as(owner, { featured: true }));
    await feature(first.id);
    await remove(owner, first.id);
    await feature(second.id);
    expect((await restore(owner, first.id)).status).toBe(200);
    expect(await featured()).toEqual([second.id]);
  });
});

describe("the end of the trash", () => {
  test("removes rows, counters and files after 30 days, and not a day earlier", async () => {
    const gone = await storeMedia(owner);
    const staying = await storeMedia(owner);
    await remove(owner, gone.id);
    await remove(owner, staying.id);
    await db.media.update({
      where: { id: gone.id },
      data: { deletedAt: new Date(Date.now() - 30 * dayMs - 1000) },
      select: { id: true },
    });
    await db.media.update({
      where: { id: staying.id },
      data: { deletedAt: new Date(Date.now() - 30 * dayMs + 60_000) },
      select: { id: true },
    });
    expect(await purgeTrash()).toBe(1);
    expect(await purgeTrash()).toBe(0);
    expect((await trash(owner)).map(({ id }) => id)).toEqual([staying.id]);
    expect((await restore(owner, gone.id)).status).toBe(404);
    const { storageBytes } = await db.family.findUniqueOrThrow({
      where: { id: owner.familyId },
      select: { storageBytes: true },
    });
    expect(Number(storageBytes)).toBe(staying.content.length);
    // The queue deletes the files, retrying if it has to.
    expect((await storedKeys()).some((key) => key.includes(gone.id))).toBe(true);
    const worker = await startWorker({
      tasks: { [removeFilesTask.name]: (payload) => removeFiles((payload as { keys: string[] }).keys) },
      concurrency: 1,
      cron: [],
    });
    await until(async () => !(await storedKeys()).some((key) => key.includes(gone.id)));
    await worker.stop();
    expect((await storedKeys()).filter((key) => key.includes(staying.id))).toHaveLength(3);
  });

  test("removes the welcome picture, hearts and hashtags with it", async () => {
    const { id } = await keep(owner);
    await call("POST", "/api/welcome-image", as(owner, { mediaId: id }));
    await call("POST", "/api/hearts", as(owner, { mediaId: id }));
    await call("PATCH", `/api/media/${id}`, as(owner, { description: "#sea" }));
    await remove(owner, id);
    expect(await purgeTrash(new Date(Date.now() + 31 * dayMs))).toBe(1);
    expect([await db.heart.count(), await db.mediaHashtag.count()]).toEqual([0, 0]);
    expect(await db.family.findFirstOrThrow({ select: { welcomeMediaId: true } })).toEqual({
      welcomeMediaId: null,
    });
  });
});

describe("the cover of a month", () => {
  const feature = (person: FamilyPerson, id: string, value = true) =>
    call<MediaItemDto>("POST", `/api/media/${id}/featured`, as(person, { featured: value }));

  test("is one per month: the last one chosen wins, even among many at once", async () => {
    const items = await Promise.all(Array.from({ length: 6 }, () => keep(owner)));
    const other = await keep(owner, { month: 8 });
    expect((await feature(owner, other.id)).body.featured).toBe(true);
    const answers = await Promise.all(items.map(({ id }) => feature(owner, id)));
    expect(answers.map(({ status }) => status)).toEqual(items.map(() => 200));
    expect(await featured()).toHaveLength(2);
    const last = items[3]?.id ?? "";
    await feature(owner, last);
    expect((await featured()).sort()).toEqual([last, other.id].sort());
    await feature(owner, last, false);
    expect(await featured()).toEqual([other.id]);
  });

  test("doesn't change a neighbour's cover for the same month, and can't be a neighbour's picture", async () => {
    const stranger = await createOwner();
    const theirs = await keep(stranger, { featured: true });
    const ours = await keep(owner);
    expect((await feature(owner, ours.id)).status).toBe(200);
    expect((await featured()).sort()).toEqual([ours.id, theirs.id].sort());
    expect((await feature(owner, theirs.id, false)).status).toBe(404);
    expect((await featured()).sort()).toEqual([ours.id, theirs.id].sort());
  });

  test("can't be chosen by a member, and can't be in the trash", async () => {
    const { id } = await keep(member);
    expect((await feature(member, id)).status).toBe(403);
    await remove(member, id);
    expect((await feature(owner, id)).status).toBe(404);
  });
});
