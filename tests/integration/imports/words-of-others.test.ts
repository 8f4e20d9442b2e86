import type { ImportedPersonDto } from "@/lib/album/imported-people/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { storeFamilyMember } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, testPassword } from "@/tests/support/factories";
import { storeImportedPerson } from "@/tests/support/import-calls";
import { commentsOn, detailOf, importWith, itemsOf, memberOf } from "@/tests/support/imported-items";
import { storeInvitation } from "@/tests/support/invitations";
import { tinyPicture } from "@/tests/support/pictures";
import { plansOf } from "@/tests/support/query-plans";
import { act, importAll, importCall, readImport, work, zipOf } from "@/tests/support/takeouts";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
});

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

  test("keep their names and order, without an account, and notify nobody", async () => {
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

  test("are stored once, however often they are imported, even after someone has changed theirs", async () => {
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

  test("belong to them immediately if they have an account, or when they join by invitation", async () => {
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

  test("become theirs when an account is linked to someone, or a name to an account; two of one person merge", async () => {
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

  test("are counted without reading what was said in other families", async () => {
    const plans = await plansOf("Comment", () => call("GET", "/api/imported-people", owner));
    expect(plans).toHaveLength(1);
    expect(plans[0]).not.toContain("Group Key");
  });

  test("are matched and removed only by admins of the family", async () => {
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

  test("can be removed one by one by an admin, like any other", async () => {
    const mediaId = await imported();
    const [first] = await commentsOn(owner, mediaId);
    const member = await createMember(owner.familyId);
    expect((await call("DELETE", `/api/comments/${first?.id}`, { cookie: member.cookie })).status).toBe(403);
    expect((await call("DELETE", `/api/comments/${first?.id}`, { cookie: owner.cookie })).status).toBe(204);
    expect(await commentsOn(owner, mediaId)).toHaveLength(2);
  });

  test("aren't imported by a member, who could have made them up", async () => {
    const member = await createMember(owner.familyId);
    const done = await importAll(member, [await archiveOf(await tinyPicture())]);
    expect(done).toMatchObject({ addedCount: 1, report: { comments: 3 } });
    const [item] = await itemsOf(owner);
    expect(await commentsOn(owner, item?.id ?? "")).toEqual([]);
    expect(await db.importedPerson.count({ where: { familyId: owner.familyId } })).toBe(0);
  });

  test("have names that belong to one family only", async () => {
    await imported();
    const other = await createOwner();
    await storeImportedPerson(other, { name: "Oma" });
    expect(await db.importedPerson.count({ where: { name: "Oma", familyId: owner.familyId } })).toBe(1);
  });
});
