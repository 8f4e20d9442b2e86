import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { chunkBytes, initUpload, sendRawChunk } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  join,
  openSession,
  type Person,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { newcomer } from "@/tests/support/invitations";
import { clipBytes } from "@/tests/support/pictures";
import { stagedFiles, storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";
import { pretendMailWorks } from "@/tests/support/working-mail";

pretendMailWorks();
withTestDatabase();
withTestStorage();

const remove = ({ cookie }: Person, json: object = { password: testPassword }) =>
  call("DELETE", "/api/user", { cookie, json });
const isThere = async ({ userId }: Person) => (await db.user.count({ where: { id: userId } })) === 1;

test("an account is deleted with its sessions, and its uploads stay with the family", async () => {
  const owner = await createOwner();
  const ada = await createMember(owner.familyId);
  const other = await openSession(ada.userId, owner.familyId);
  const item = await storeMedia(ada);
  await call("POST", "/api/hearts", { cookie: ada.cookie, json: { mediaId: item.id } });

  const answer = await remove(ada);
  expect(answer.status).toBe(204);
  expect(answer.headers.get("set-cookie")).toMatch(/session-token=;.*Max-Age=0/);
  expect(await isThere(ada)).toBe(false);
  for (const { cookie } of [ada, other]) {
    expect((await call("GET", "/api/auth/me", { cookie })).status).toBe(401);
  }
  const json = { usernameOrEmail: ada.username, password: testPassword };
  expect((await call("POST", "/api/auth/login", { json })).status).toBe(401);

  const kept = await call("GET", `/api/media/${item.id}`, { cookie: owner.cookie });
  expect([kept.status, kept.body.uploadedBy]).toEqual([200, null]);
  const count = await call("GET", `/api/hearts/${item.id}/count`, { cookie: owner.cookie });
  expect(count.body).toEqual({ count: 0 });
  const download = await call("GET", `/api/media/${item.id}/download`, { cookie: owner.cookie });
  expect(download.bytes.equals(item.content)).toBe(true);
});

test("the person stays among the family's people, without the account, and gets a last mail to say goodbye", async () => {
  const owner = await createOwner({ name: "The Lindqvists" });
  const ada = await createMember(owner.familyId);
  await remove(ada);
  const people = await db.familyMember.findMany({ where: { familyId: owner.familyId } });
  expect(people.map(({ userId }) => userId).sort()).toEqual([owner.userId, null].sort());
  const mails = await db.outboxMessage.findMany({ where: { recipient: ada.email } });
  expect(mails.map(({ template }) => template)).toEqual(["accountDeleted"]);
  expect(mails[0]?.text).toContain("The Lindqvists");
});

test("a stranger who deletes an account with someone's address and number leaves what is waiting for them", async () => {
  const owner = await createOwner();
  const grandma = newcomer();
  await call("POST", "/api/invitations", { cookie: owner.cookie, json: grandma });
  const { userId } = await createPerson({ emailConfirmedAt: null });
  const stranger = { email: grandma.email, phoneNumber: "+447700900123" };
  await db.user.update({ where: { id: userId }, data: stranger, select: { id: true } });
  const { cookie } = await openSession(userId, null);
  const text = {
    channel: "sms",
    template: "passwordReset",
    recipient: stranger.phoneNumber,
    text: "",
  } as const;
  await db.outboxMessage.create({ data: text, select: { id: true } });
  await call("POST", "/api/auth/confirm-account/resend", { cookie });
  await call("POST", "/api/auth/phone-confirmation", { cookie, json: { password: testPassword } });
  const json = { password: testPassword };
  expect((await call("DELETE", "/api/user", { cookie, json })).status).toBe(204);
  const left = await db.outboxMessage.findMany({
    select: { template: true, livePart: true },
    orderBy: { createdAt: "asc" },
  });
  expect(left.map(({ template }) => template)).toEqual(["invitation", "passwordReset", "accountDeleted"]);
  expect(left[0]?.livePart).not.toBeNull();
});

test("texts to the person's own number are deleted with the account", async () => {
  const phoneNumber = "+447700900123";
  const ada = await createPerson({ phoneNumber, phoneConfirmedAt: new Date() });
  const text = { channel: "sms", template: "passwordReset", recipient: phoneNumber, text: "" } as const;
  await db.outboxMessage.create({ data: text, select: { id: true } });
  expect((await remove(ada)).status).toBe(204);
  expect(await db.outboxMessage.count({ where: { channel: "sms" } })).toBe(0);
});

test("a family's last owner is refused while others remain, with a message that says what to do", async () => {
  const owner = await createOwner({ name: "The Okafors" });
  const ben = await createMember(owner.familyId, "admin");
  const { status, body } = await remove(owner);
  expect([status, body.code]).toEqual([422, "last_owner"]);
  expect(body.error).toBe(
    "You are the only owner of The Okafors, and others are in it. Make someone else its owner first, in Settings, Family.",
  );
  expect(await isThere(owner)).toBe(true);

  await db.membership.updateMany({ where: { userId: ben.userId }, data: { role: "owner" } });
  expect((await remove(owner)).status).toBe(204);
});

test.each([
  ["a suspended owner and a grandparent", "Make someone else its owner first"],
  ["a suspended owner and a child", "nobody else in it can become its owner. Delete the family first"],
  ["a child", "nobody else in it can become its owner. Delete the family first"],
])(
  "the only active owner is refused while %s are in the family, and neither is deleted",
  async (others, advice) => {
    const owner = await createOwner({ name: "The Okafors" });
    if (others.includes("suspended")) {
      const ben = await createMember(owner.familyId, "owner");
      await db.user.update({
        where: { id: ben.userId },
        data: { suspendedAt: new Date() },
        select: { id: true },
      });
    }
    await createMember(owner.familyId, "member", { isChild: others.includes("child") });
    const { status, body } = await remove(owner);
    expect([status, body.code]).toEqual([422, "last_owner"]);
    expect(body.error).toContain(`You are the only owner of The Okafors, and `);
    expect(body.error).toContain(advice);
    expect(await isThere(owner)).toBe(true);
    expect(await db.membership.count({ where: { familyId: owner.familyId } })).toBeGreaterThan(1);
  },
);

test("if two last owners leave at once, one stays", async () => {
  const one = await createOwner();
  const two = await createMember(one.familyId, "owner");
  await createMember(one.familyId);
  const answers = await Promise.all([remove(one), remove(two)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
  expect(await db.membership.count({ where: { familyId: one.familyId, role: "owner" } })).toBe(1);
});

test("a family with nobody else in it is deleted too, with its files", async () => {
  const ada = await createOwner();
  await storeMedia(ada);
  const shared = await createOwner();
  await join(ada.userId, shared.familyId, "member");
  expect((await remove(ada)).status).toBe(204);
  await workOffQueue();
  expect(await db.family.findMany({ select: { id: true } })).toEqual([{ id: shared.familyId }]);
  expect(await storedKeys(`families/${ada.familyId}/`)).toEqual([]);
});

test("an unfinished upload's chunks go too", async () => {
  const owner = await createOwner();
  const ada = await createMember(owner.familyId);
  const begun = {
    fileName: "film.mp4",
    fileSize: 200,
    totalChunks: 1,
    uploadId: "film",
    year: 2024,
    month: 7,
  };
  await call("POST", "/api/media/chunked-upload/init", { cookie: ada.cookie, json: begun });
  const content = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom"), Buffer.alloc(188)]);
  const chunk = { uploadId: "film", chunkIndex: 0, chunkData: `data:;base64,${content.toString("base64")}` };
  await call("POST", "/api/media/chunked-upload/chunk", { cookie: ada.cookie, json: chunk });
  expect((await stagedFiles()).length).toBeGreaterThan(0);
  expect((await remove(ada)).status).toBe(204);
  expect((await stagedFiles()).filter((file) => /chunk|part|\d+$/.test(file))).toEqual([]);
});

test.each([
  [{}, 400, "bad_input"],
  [{ password: "" }, 400, "bad_input"],
  [{ password: "not this one" }, 422, "wrong_password"],
  [{ username: "whoever" }, 400, "bad_input"],
])("%j deletes nothing", async (json, status, code) => {
  const ada = await createPerson();
  const answer = await remove(ada, json);
  expect([answer.status, answer.body.code, answer.body.field]).toEqual([status, code, "password"]);
  expect(await isThere(ada)).toBe(true);
});

test("an account without a password is deleted by typing its username", async () => {
  const ada = await createPerson({ passwordHash: null });
  const wrong = await remove(ada, { username: "somebody", password: "anything" });
  expect([wrong.status, wrong.body.field]).toEqual([422, "username"]);
  expect((await remove(ada, { username: ` ${ada.username.toUpperCase()} ` })).status).toBe(204);
  expect(await isThere(ada)).toBe(false);
});

test.each([
  ["an owner", () => createOwner()],
  ["somebody in no family", () => createPerson()],
])("the request of %s, sent three times at once and again, deletes once", async (_, create) => {
  const [ada, bystander] = [await create(), await createPerson()];
  const answers = await Promise.all([remove(ada), remove(ada), remove(ada)]);
  const [done, ...others] = answers.map(({ status }) => status).sort();
  expect(done).toBe(204);
  for (const status of others) expect([401, 409]).toContain(status);
  expect((await remove(ada)).status).toBe(401);
  expect(await isThere(bystander)).toBe(true);
});

test("a child's account and a super admin's stay", async () => {
  const kofi = await createMember(await createFamily(), "member", { isChild: true });
  const root = await createPerson({ isSuperAdmin: true });
  for (const person of [kofi, root]) {
    expect((await remove(person)).status).toBe(403);
    expect(await isThere(person)).toBe(true);
  }
});

test("deleting an account leaves alone what a relative and a stranger are still uploading", async () => {
  const owner = await createOwner();
  const ada = await createMember(owner.familyId);
  for (const person of [owner, await createOwner()]) {
    await initUpload(person, "film", 2 * chunkBytes);
    await sendRawChunk(person, "film", 0, clipBytes(chunkBytes));
  }
  const before = await stagedFiles();
  expect(before.length).toBeGreaterThan(1);
  expect((await remove(ada)).status).toBe(204);
  expect((await stagedFiles()).sort()).toEqual(before.sort());
});
