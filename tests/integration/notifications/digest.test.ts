import { db } from "@/lib/db";
import { sendDigests } from "@/lib/notify/digest/server/service";
import { unsubscribeToken } from "@/lib/notify/digest/server/unsubscribe-token";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  join,
  type Person,
  storeMedia,
} from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

/** A Sunday, a few minutes after the mail is due. */
const sunday = new Date("2026-11-22T17:02:00Z");
const daysBefore = (days: number) => new Date(sunday.getTime() - days * 86_400_000);

const optIn = ({ cookie }: Person) => call("PUT", "/api/user-settings", { cookie, json: { digest: true } });
const mails = () =>
  db.outboxMessage.findMany({
    where: { template: "weeklyDigest" },
    select: { recipient: true, text: true, html: true, unsubscribeUrl: true },
    orderBy: { recipient: "asc" },
  });
const called = (person: FamilyPerson, nickname: string) =>
  db.familyMember.updateMany({ where: { userId: person.userId }, data: { nickname } });

async function eventfulFamily() {
  const amara = await createOwner({ name: "The Okafors" });
  await called(amara, "Amara");
  const nana = await createMember(amara.familyId);
  await optIn(nana);
  for (const uploadDate of [daysBefore(1), daysBefore(2), daysBefore(9)]) {
    await storeMedia(amara, { hasFiles: false, content: Buffer.from(uploadDate.toISOString()), uploadDate });
  }
  await storeMedia(amara, {
    hasFiles: false,
    content: Buffer.from("trashed"),
    uploadDate: daysBefore(1),
    deletedAt: daysBefore(1),
  });
  const { familyId } = amara;
  const notice = { familyId, message: "At the lake", updatedAt: sunday };
  await db.notice.createMany({
    data: [
      { ...notice, title: "Picnic", createdAt: daysBefore(3) },
      { ...notice, title: "Hidden", createdAt: daysBefore(3), isActive: false },
      { ...notice, title: "Long ago", createdAt: daysBefore(20) },
    ],
  });
  const born = { familyId, birthDate: new Date("2020-11-24") };
  await db.familyMember.createMany({
    data: [
      { ...born, name: "Ife" },
      { ...born, name: "Grandpa", leftOutOfMemories: true },
    ],
  });
  return { amara, nana };
}

test("nobody who is suspended gets a mail until the suspension is lifted", async () => {
  const { nana } = await eventfulFamily();
  const suspend = (suspendedAt: Date | null) =>
    db.user.update({ where: { id: nana.userId }, data: { suspendedAt }, select: { id: true } });
  await suspend(daysBefore(1));
  await sendDigests(sunday);
  expect(await mails()).toEqual([]);
  await suspend(null);
  await sendDigests(sunday);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([nana.email]);
});

test("nobody gets a mail at an address that they haven't confirmed", async () => {
  const { nana } = await eventfulFamily();
  const confirm = (emailConfirmedAt: Date | null) =>
    db.user.update({ where: { id: nana.userId }, data: { emailConfirmedAt }, select: { id: true } });
  await confirm(null);
  expect(await sendDigests(sunday)).toBe(0);
  expect(await mails()).toEqual([]);
  await confirm(sunday);
  expect(await sendDigests(sunday)).toBe(1);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([nana.email]);
});

test("people who asked for it get their family's week, and nobody else does", async () => {
  const { nana } = await eventfulFamily();
  expect(await sendDigests(sunday)).toBe(1);
  const [mail, ...others] = await mails();
  expect([mail?.recipient, others]).toEqual([nana.email, []]);
  expect(mail?.text).toContain(
    "The Okafors: 2 new photos from Amara. On the notice board: “Picnic”. Ife's birthday is on 24 November.",
  );
  expect(mail?.html).not.toMatch(/<img|view-image/);
});

test("it doesn't mention the birthday of someone the family leaves out of memories", async () => {
  await eventfulFamily();
  await sendDigests(sunday);
  const [mail] = await mails();
  expect(mail?.text).toContain("Ife's birthday");
  expect(mail?.text).not.toContain("Grandpa");
});

test("it goes out once a week, however often and by however many workers it is triggered", async () => {
  await eventfulFamily();
  const [at, later] = [sunday, new Date("2026-11-22T20:02:00Z")];
  await Promise.all(Array.from({ length: 5 }, () => sendDigests(at)));
  await sendDigests(later);
  expect(await mails()).toHaveLength(1);
  const nextSunday = new Date("2026-11-29T17:02:00Z");
  await db.media.updateMany({ data: { uploadDate: daysBefore(-6) } });
  await sendDigests(nextSunday);
  expect(await mails()).toHaveLength(2);
});

test("a server that was off on Sunday evening catches up on Monday, but not in the middle of the week", async () => {
  await eventfulFamily();
  expect(await sendDigests(new Date("2026-11-22T16:59:00Z"))).toBe(0);
  expect(await sendDigests(new Date("2026-11-25T12:02:00Z"))).toBe(0);
  expect(await sendDigests(new Date("2026-11-23T12:02:00Z"))).toBe(1);
});

test("nothing is sent if nothing happened, or without an address", async () => {
  const quiet = await createOwner();
  await optIn(quiet);
  await optIn(await createPerson());
  const { amara } = await eventfulFamily();
  const child = await createMember(amara.familyId, "member", { isChild: true });
  await db.user.updateMany({
    where: { id: child.userId },
    data: { email: null, settings: { digest: true } },
  });
  expect(await sendDigests(sunday)).toBe(1);
});

test("one mail covers all of a person's families", async () => {
  const { nana } = await eventfulFamily();
  for (const name of ["The cousins", "The neighbours", "The choir"]) {
    const ben = await createMember(await createFamily({ name }), "owner");
    await join(nana.userId, ben.familyId, "member");
    await storeMedia(ben, { hasFiles: false, uploadDate: daysBefore(1) });
  }
  await sendDigests(sunday);
  const [mail] = await mails();
  expect(await mails()).toHaveLength(1);
  for (const name of ["The Okafors", "The cousins", "The neighbours", "The choir"]) {
    expect(mail?.text).toContain(`${name}: `);
  }
});

describe("the unsubscribe link", () => {
  const digestOf = async ({ userId }: Person) =>
    ((await db.user.findUniqueOrThrow({ where: { id: userId }, select: { settings: true } })).settings as {
      digest?: boolean;
      theme?: string;
    }) ?? {};
  const html = { headers: { Accept: "text/html,*/*" } };

  test("opened by a mail scanner changes nothing; its button unsubscribes, without signing in and as often as it is pressed", async () => {
    const { nana } = await eventfulFamily();
    await call("PUT", "/api/user-settings", { cookie: nana.cookie, json: { theme: "dark" } });
    await call("POST", "/api/auth/logout", { cookie: nana.cookie });
    await sendDigests(sunday);
    const [mail] = await mails();
    const link = new URL(mail?.unsubscribeUrl ?? "");
    expect(mail?.text).toContain(link.href);
    const page = await call("GET", `${link.pathname}${link.search}`, html);
    expect(page.bytes.toString("utf8")).toContain(
      `<form method="post" action="${link.pathname}${link.search}">`,
    );
    expect(await digestOf(nana)).toMatchObject({ digest: true });
    for (let pressed = 0; pressed < 2; pressed++) {
      const answer = await call("POST", `${link.pathname}${link.search}`, html);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(answer.bytes.toString("utf8")).toContain("You are unsubscribed");
    }
    expect(await digestOf(nana)).toMatchObject({ digest: false, theme: "dark" });
    await sendDigests(new Date("2026-11-29T17:02:00Z"));
    expect(await mails()).toHaveLength(1);
  });

  test("is used by mail programs directly", async () => {
    const person = await createPerson();
    await optIn(person);
    const answer = await call("POST", `/api/unsubscribe?token=${unsubscribeToken(person.userId)}`, {
      body: "List-Unsubscribe=One-Click",
      type: "application/x-www-form-urlencoded",
    });
    expect([answer.status, await digestOf(person)]).toMatchObject([200, { digest: false }]);
  });

  test("ends one person's mail, not everyone's", async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    for (const one of [person, other]) await optIn(one);
    const { status } = await call("POST", `/api/unsubscribe?token=${unsubscribeToken(person.userId)}`, html);
    expect(status).toBe(200);
    expect([await digestOf(person), await digestOf(other)]).toMatchObject([
      { digest: false },
      { digest: true },
    ]);
  });

  test("that we never made is refused with a kind message, and ends nobody's mail", async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    await optIn(person);
    const [, signature] = unsubscribeToken(other.userId).split(".");
    for (const token of ["", "x", person.userId, `${person.userId}.`, `${person.userId}.${signature}`]) {
      const path = `/api/unsubscribe?token=${token}`;
      expect(await call("GET", path)).toMatchObject({ status: 400, body: { field: "token" } });
      const page = await call("GET", path, html);
      expect([page.status, page.bytes.toString("utf8")]).toEqual([
        400,
        expect.stringContaining("This link doesn&#39;t work"),
      ]);
    }
    expect(await digestOf(person)).toMatchObject({ digest: true });
  });
});

test("uploaders are named as in that family, and other families' comments are not counted", async () => {
  const { amara, nana } = await eventfulFamily();
  const other = await createOwner({ name: "The Lindqvists" });
  await join(amara.userId, other.familyId, "member");
  await db.familyMember.updateMany({
    where: { userId: amara.userId, familyId: other.familyId },
    data: { nickname: "Aunt A." },
  });
  const { id } = await storeMedia(other, { hasFiles: false, uploadDate: daysBefore(1) });
  const comment = { cookie: other.cookie, json: { text: "Lovely" } };
  expect((await call("POST", `/api/media/${id}/comments`, comment)).status).toBe(201);
  await sendDigests(sunday);
  const mail = (await mails()).find(({ recipient }) => recipient === nana.email);
  expect(mail?.text).toContain("2 new photos from Amara.");
  expect(mail?.text).not.toMatch(/Aunt A\.|comment/);
});
