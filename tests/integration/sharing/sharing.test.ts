import sharp from "sharp";
import { albumTokenOf, familyIdIn } from "@/lib/album/sharing/server/album-token";
import { findFamilyOfLink, getSharePreview } from "@/lib/album/sharing/server/service";
import { db } from "@/lib/db";
import { drawShareCard, shareCardSize } from "@/lib/platform/images/share-card";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createFamily, createMember, type FamilyPerson, join, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let familyId: string;
let member: FamilyPerson;
beforeEach(async () => {
  familyId = await createFamily({ name: "The Okafors" });
  member = await createMember(familyId);
});

const actorOf = ({ userId, familyId: current }: FamilyPerson) =>
  ({ userId, familyId: current, isSuperAdmin: false }) as Parameters<typeof findFamilyOfLink>[0];

test("a member shares under the album's title, and names no child", async () => {
  await db.familyMember.create({ data: { familyId, name: "Ife", birthDate: new Date("2024-01-01") } });
  const { status, body } = await call("GET", "/api/share-link", { cookie: member.cookie });
  expect(status).toBe(200);
  expect(body).toEqual({
    albumToken: albumTokenOf(familyId),
    title: "The Okafors",
    text: "Log in to see our little one's latest adventures in our family album “The Okafors”.",
  });
});

describe("the album's token", () => {
  test("names its family", () => {
    expect(familyIdIn(albumTokenOf(familyId))).toBe(familyId);
  });

  test("can't be forged by someone who knows the family's id, nor changed to another family", async () => {
    const other = await createFamily();
    const token = Buffer.from(albumTokenOf(familyId), "base64url");
    const bent = Buffer.concat([Buffer.from(other.replaceAll("-", ""), "hex"), token.subarray(16)]);
    for (const forged of [
      bent.toString("base64url"),
      Buffer.from(familyId.replaceAll("-", ""), "hex").toString("base64url"),
      `${albumTokenOf(familyId)}A`,
      familyId,
      "",
      "%00",
      "x".repeat(10_000),
    ]) {
      expect(familyIdIn(forged)).toBeNull();
    }
  });
});

describe("a link preview", () => {
  const preview = (query: string) =>
    getSharePreview(`/view-image/0198f3c2-7a10-7bbb-8000-3c2f6f0a9d11${query}`);

  test("with the token greets in the family's name, with a picture of text", async () => {
    const { familyName, imagePath } = await preview(`?album=${albumTokenOf(familyId)}`);
    expect(familyName).toBe("The Okafors");
    expect(imagePath).toBe(`/api/share-preview/${albumTokenOf(familyId)}`);
  });

  test("is the product's own without a token, with a forged one, and for a deleted family", async () => {
    const gone = await createFamily({ name: "The Gones" });
    await db.family.delete({ where: { id: gone } });
    const { id } = await storeMedia(member, { hasFiles: false });
    const generic = await getSharePreview("/");
    expect(generic.familyName).toBeNull();
    for (const path of [
      `/view-image/${id}`,
      `/view-image/${id}?album=${familyId}`,
      `/?album=${albumTokenOf(gone)}`,
      "/?album=",
      null,
    ]) {
      expect(await getSharePreview(path)).toEqual(generic);
    }
  });

  test("says the same for a picture that exists and for one that doesn't", async () => {
    const { id } = await storeMedia(member, { hasFiles: false });
    const query = `?album=${albumTokenOf(familyId)}`;
    expect(await getSharePreview(`/view-image/${id}${query}`)).toEqual(await preview(query));
  });
});

describe("GET /api/share-preview/{token}", () => {
  const ask = (token: string) => call("GET", `/api/share-preview/${encodeURIComponent(token)}`);

  test("is a picture of the size that previews use", async () => {
    const { status, headers, bytes } = await ask(albumTokenOf(familyId));
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("cache-control")).toContain("public");
    const { width, height } = await sharp(bytes).metadata();
    expect({ width, height }).toEqual(shareCardSize);
  });

  test("shows the family's name only with its token", async () => {
    const generic = await ask("album");
    expect((await ask(albumTokenOf(familyId))).bytes.equals(generic.bytes)).toBe(false);
    for (const forged of [familyId, `${albumTokenOf(familyId)}A`, "nothing"]) {
      expect((await ask(forged)).bytes.equals(generic.bytes)).toBe(true);
    }
  });
});

test.each(["<b>&amp;</b> & <script>", "Ünïcödé Ölçer", "王家", "👩‍👩‍👧", "x".repeat(100), "a\u0007b"])(
  "a family called %j gets a card without trouble",
  async (name) => {
    const card = await drawShareCard({ heading: name, lead: "Log in", appName: name });
    const { width, height } = await sharp(card).metadata();
    expect({ width, height }).toEqual(shareCardSize);
  },
);

describe("a link of another of one's families", () => {
  test("offers that family", async () => {
    const cousins = await createFamily({ name: "The cousins" });
    await join(member.userId, cousins, "member");
    const path = `/media/2024/7?album=${albumTokenOf(cousins)}`;
    expect(await findFamilyOfLink(actorOf(member), path)).toEqual({ id: cousins, name: "The cousins" });
    expect(await findFamilyOfLink(actorOf(member), `/?album=${albumTokenOf(member.familyId)}`)).toBeNull();
  });

  test("offers nothing to someone who isn't in it", async () => {
    const strangers = await createFamily({ name: "The strangers" });
    await createMember(strangers, "owner");
    expect(await findFamilyOfLink(actorOf(member), `/?album=${albumTokenOf(strangers)}`)).toBeNull();
  });
});
