import { db } from "@/lib/db";
import { chooseQuestion } from "@/lib/notify/digest/questions";
import type { LetterReaderDto } from "@/lib/notify/digest/schema";
import { letterHeartToken } from "@/lib/notify/digest/server/letter-heart-token";
import { sendLetters } from "@/lib/notify/digest/server/letter-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { storeLetterPhoto } from "@/tests/support/letter-calls";
import { startSmtpServer } from "@/tests/support/smtp-server";
import { withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";

// Before the settings are first read.
const smtp = await startSmtpServer();
process.env.SMTP_URL = smtp.url;
process.env.MAIL_FROM = "Keepsake <album@example.org>";
process.env.APP_URL = "https://album.example.org/";

withTestDatabase();
withTestStorage();
beforeEach(() => {
  smtp.received.length = 0;
});
afterAll(() => smtp.stop());

/** A Sunday, a few minutes after the letter is due. */
const sunday = new Date("2026-11-22T17:02:00Z");
const nextSunday = new Date("2026-11-29T17:02:00Z");
const daysBefore = (days: number, of = sunday) => new Date(of.getTime() - days * 86_400_000);

let amara: FamilyPerson;
let rose: FamilyPerson;

beforeEach(async () => {
  amara = await createOwner({ name: "The Okafors" });
  rose = await createMember(amara.familyId);
  for (const [{ userId }, nickname] of [
    [amara, "Amara"],
    [rose, "Nana"],
  ] as const) {
    await db.familyMember.updateMany({ where: { userId }, data: { nickname } });
  }
});

const photo = (values: object = {}) => storeLetterPhoto(amara, { uploadDate: daysBefore(1), ...values });
const set = (as: FamilyPerson, userId: string, isOn: unknown = true) =>
  call<LetterReaderDto>("PUT", `/api/letters/${userId}`, { cookie: as.cookie, json: { isOn } });
const letters = () =>
  db.outboxMessage.findMany({
    where: { template: "weeklyLetter" },
    select: { recipient: true, subject: true, text: true, html: true, pictures: true, unsubscribeUrl: true },
    orderBy: { createdAt: "asc" },
  });
const heartOf = (text: string) => /\/api\/letters\/heart\?token=(\S+)/.exec(text)?.[1] ?? "";
const heart = (method: string, token: string, headers = {}) =>
  call(method, `/api/letters/heart?token=${token}`, { headers: { Accept: "text/html", ...headers } });

describe("the weekly letter", () => {
  test("has the week's best photos, who did what, a question, and two ways to answer it", async () => {
    await set(rose, rose.userId);
    const { id } = await photo({ description: "Low tide" });
    await photo({ uploadDate: daysBefore(9) });
    await photo({ deletedAt: daysBefore(1) });
    const ife = await db.familyMember.create({ data: { familyId: amara.familyId, name: "Ife" } });
    const tag = { mediaId: id, memberId: ife.id, familyId: amara.familyId, taggedById: amara.userId };
    await db.mediaTag.create({ data: tag, select: { mediaId: true } });
    expect(await sendLetters(sunday)).toBe(1);
    const [letter, ...others] = await letters();
    expect([letter?.recipient, letter?.subject, others]).toEqual([
      rose.email,
      "A letter from The Okafors",
      [],
    ]);
    expect(letter?.text).toContain("1 new photo from Amara.");
    expect(letter?.text).toMatch(/\bIfe\b.*\?/);
    expect(letter?.text).toContain(`/card/${id}#voice-note`);
    expect(letter?.html).toContain('<img src="cid:photo-1" alt="Low tide"');
    expect(letter?.html).not.toContain("photo-2");
    expect(letter?.pictures).toEqual([
      { id: "photo-1", key: expect.stringContaining(`${id}/medium`), contentType: "image/jpeg" },
    ]);
    expect(letter?.unsubscribeUrl).toContain("/api/unsubscribe?token=");
  });

  test("goes out once a week, however many workers write it, and never asks the same question twice in a row", async () => {
    await set(rose, rose.userId);
    await photo();
    await Promise.all(Array.from({ length: 5 }, () => sendLetters(sunday)));
    await sendLetters(new Date("2026-11-22T20:02:00Z"));
    expect(await letters()).toHaveLength(1);
    const asked = async () =>
      (await db.membership.findFirst({ where: { userId: rose.userId } }))?.letterQuestion;
    const first = await asked();
    await photo({ uploadDate: daysBefore(1, nextSunday) });
    await sendLetters(nextSunday);
    expect(await letters()).toHaveLength(2);
    expect(await asked()).not.toBe(first);
  });

  test("isn't written for a week without photos, or to anyone who didn't ask, is suspended or has no confirmed address", async () => {
    await set(rose, rose.userId);
    expect(await sendLetters(sunday)).toBe(0);
    await photo();
    await db.membership.updateMany({ data: { letterSentAt: null } });
    const change = (data: object) =>
      db.user.update({ where: { id: rose.userId }, data, select: { id: true } });
    await change({ emailConfirmedAt: null });
    expect(await sendLetters(sunday)).toBe(0);
    await change({ emailConfirmedAt: new Date(), suspendedAt: new Date() });
    expect(await sendLetters(sunday)).toBe(0);
    await change({ suspendedAt: null });
    expect(await sendLetters(new Date("2026-11-25T12:02:00Z"))).toBe(0);
    expect(await sendLetters(sunday)).toBe(1);
    expect((await letters()).map(({ recipient }) => recipient)).toEqual([rose.email]);
  });

  test("shows no screenshot, and nobody hidden by its reader or the family", async () => {
    await set(rose, rose.userId);
    const hidden = await photo();
    const less = await photo();
    const left = await photo();
    const shown = await photo();
    await photo({ fileName: "Screenshot_20261121.png" });
    const { familyId } = amara;
    const hide = { userId: rose.userId, familyId };
    await db.hiddenMemory.create({ data: { ...hide, mediaId: hidden.id }, select: { mediaId: true } });
    for (const [item, leftOutOfMemories] of [
      [less, false],
      [left, true],
    ] as const) {
      const person = await db.familyMember.create({ data: { familyId, name: "Ex", leftOutOfMemories } });
      const tag = { mediaId: item.id, memberId: person.id, familyId, taggedById: amara.userId };
      await db.mediaTag.create({ data: tag, select: { mediaId: true } });
      if (!leftOutOfMemories) {
        await db.hiddenMemoryPerson.create({
          data: { ...hide, memberId: person.id },
          select: { memberId: true },
        });
      }
    }
    await sendLetters(sunday);
    const [letter] = await letters();
    expect(letter?.pictures).toEqual([expect.objectContaining({ key: expect.stringContaining(shown.id) })]);
  });

  test("arrives with its photos embedded, without any that was erased before", async () => {
    await set(rose, rose.userId);
    const [first, second] = [await photo(), await photo()];
    await sendLetters(sunday);
    const pictures = (await letters())[0]?.pictures as { key: string }[];
    const gone = pictures.findIndex(({ key }) => key.includes(second.id));
    await call("DELETE", `/api/media/${second.id}`, { cookie: amara.cookie, json: {} });
    await call("DELETE", `/api/media/trash/${second.id}`, { cookie: amara.cookie, json: {} });
    await workOffQueue();
    const [received] = smtp.received;
    expect(received?.to).toEqual([rose.email]);
    const attached = received?.mail.attachments ?? [];
    expect(
      attached.map(({ mimeType, disposition, contentId }) => [mimeType, disposition, contentId]),
    ).toEqual([["image/jpeg", "inline", `<photo-${2 - gone}>`]]);
    expect(Buffer.from(attached[0]?.content as ArrayBuffer)).toEqual(first.content);
    expect(await letters()).toMatchObject([{ text: "", html: null, pictures: null }]);
  });
});

describe("a heart from the letter", () => {
  const token = async () => {
    await set(rose, rose.userId);
    await photo();
    await sendLetters(sunday);
    return heartOf((await letters())[0]?.text ?? "");
  };
  const hearts = () => db.heart.findMany({ select: { userId: true } });

  test("is given by the page's button, once, and not by merely opening the page", async () => {
    const given = await token();
    const page = await heart("GET", given);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.bytes.toString()).toContain("<button>Send a heart</button>");
    expect(await hearts()).toEqual([]);
    for (let time = 0; time < 2; time++) {
      const answer = await heart("POST", given);
      expect([answer.status, answer.bytes.toString()]).toEqual([
        200,
        expect.stringContaining("Your heart is there"),
      ]);
    }
    expect(await hearts()).toEqual([{ userId: rose.userId }]);
  });

  test("isn't given by another site's page, an altered, foreign or old link, or someone who has left", async () => {
    const given = await token();
    const [userId = "", mediaId = "", day = "", signature = ""] = given.split(".");
    const site = { "Sec-Fetch-Site": "cross-site", Origin: "https://elsewhere.example.org" };
    expect((await heart("POST", given, site)).status).toBe(403);
    const altered = [
      `${amara.userId}.${mediaId}.${day}.${signature}`,
      `${userId}.${mediaId}.${Number(day) + 9}.${signature}`,
    ];
    const old = letterHeartToken({ userId, mediaId }, daysBefore(40, new Date()));
    for (const wrong of [...altered, old, "nothing", ""]) {
      expect([wrong, (await heart("POST", wrong)).status]).toEqual([wrong, 400]);
      expect((await heart("GET", wrong)).status).toBe(400);
    }
    const other = await storeLetterPhoto(await createOwner());
    expect((await heart("POST", letterHeartToken({ userId, mediaId: other.id }, new Date()))).status).toBe(
      400,
    );
    await db.membership.deleteMany({ where: { userId } });
    expect((await heart("POST", given)).status).toBe(400);
    expect(await hearts()).toEqual([]);
    const asProgram = await call("POST", "/api/letters/heart?token=nothing");
    expect(asProgram).toMatchObject({ status: 400, body: { field: "token" } });
  });
});

describe("who gets it", () => {
  test("is the person's own choice, or an admin's for a relative, and nobody else's", async () => {
    const list = async (as: FamilyPerson) =>
      (await call<LetterReaderDto[]>("GET", "/api/letters", { cookie: as.cookie })).body;
    const [mine] = await list(rose);
    expect(mine).toEqual({ userId: rose.userId, name: "Nana", hasAddress: true, isOn: false });
    expect((await list(amara)).map(({ name }) => name)).toEqual(["Amara", "Nana"]);
    for (let time = 0; time < 2; time++) {
      expect(await set(amara, rose.userId)).toMatchObject({
        status: 200,
        body: { name: "Nana", isOn: true },
      });
    }
    expect((await list(rose))[0]?.isOn).toBe(true);
    const noted = await db.activityEntry.findMany({
      where: { action: "letter.on" },
      select: { subjectId: true },
    });
    expect(noted).toEqual([{ subjectId: rose.userId }]);
    expect(await set(rose, amara.userId)).toMatchObject({ status: 403 });
    expect(await set(await createOwner(), rose.userId, false)).toMatchObject({ status: 404 });
    expect(await set(rose, rose.userId, "yes")).toMatchObject({ status: 400, body: { field: "isOn" } });
    expect((await set(rose, rose.userId, false)).body.isOn).toBe(false);
  });

  test("needs a confirmed address", async () => {
    await db.user.update({
      where: { id: rose.userId },
      data: { emailConfirmedAt: null },
      select: { id: true },
    });
    expect(await set(amara, rose.userId)).toMatchObject({
      status: 422,
      body: { code: "no_address", field: "isOn" },
    });
  });

  test("unsubscribes with one click in the mail", async () => {
    await set(amara, rose.userId);
    await photo();
    await sendLetters(sunday);
    const url = new URL((await letters())[0]?.unsubscribeUrl ?? "");
    expect((await call("GET", `${url.pathname}${url.search}`)).status).toBe(200);
    expect(await db.membership.count({ where: { hasLetter: true } })).toBe(1);
    expect((await call("POST", `${url.pathname}${url.search}`)).status).toBe(200);
    expect(await db.membership.count({ where: { hasLetter: true } })).toBe(0);
  });
});

describe("printed on paper", () => {
  const print = (as: FamilyPerson) => call("GET", "/api/letters/this-week", { cookie: as.cookie });

  test("it is A4 with embedded fonts, for everyone in the family", async () => {
    await photo({ uploadDate: new Date(), description: "Низкий прилив" });
    const { status, headers, bytes } = await print(rose);
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const { PDFDocument } = await import("pdf-lib");
    const pdf = await PDFDocument.load(bytes);
    const sizes = pdf.getPages().map((page) => page.getSize());
    expect(sizes.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[595, 842]]);
    const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => object.toString());
    const fonts = objects.filter((text) => text.includes("/Type /FontDescriptor"));
    // The display font, and one with Cyrillic letters.
    expect(fonts.length).toBeGreaterThan(1);
    for (const font of fonts) expect(font).toContain("/FontFile2");
    expect(objects.filter((text) => text.includes("/Subtype /Image"))).toHaveLength(1);
  });

  test("there is none for a week without photos, and another family's is not included", async () => {
    expect(await print(rose)).toMatchObject({ status: 404, body: { code: "quiet_week" } });
    await photo({ uploadDate: new Date() });
    expect((await print(rose)).status).toBe(200);
    expect((await print(await createOwner())).status).toBe(404);
  });
});

test("a question is about who is in the photo, never the last one, and all are used in turn", () => {
  const first = chooseQuestion("Mia", null, 0);
  expect(first.text).toContain("Mia");
  expect(first.text).not.toContain("{{");
  for (let turn = 0; turn < 40; turn++) {
    expect(chooseQuestion("Ben", first.asked, turn).asked).not.toBe(first.asked);
  }
  const asked = new Set(Array.from({ length: 12 }, (_, turn) => chooseQuestion(null, null, turn).asked));
  expect(asked.size).toBe(6);
});
