import type { WelcomeImageDto } from "@/lib/album/media/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { storeInvitation } from "@/tests/support/invitations";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
});

const path = "/api/welcome-image";
const choose = ({ cookie }: FamilyPerson, mediaId: string) =>
  call("POST", path, { cookie, json: { mediaId } });
const unset = ({ cookie }: FamilyPerson) => call("DELETE", path, { cookie });
const chosen = async ({ cookie }: FamilyPerson) =>
  (await call<WelcomeImageDto>("GET", path, { cookie })).body.mediaId;
const remove = ({ cookie }: FamilyPerson, id: string) =>
  call("DELETE", `/api/media/${id}`, { cookie, json: {} });
const picture = (code: string) => call("GET", `/api/invitations/${code}/welcome-image`);
const isAnnounced = async (code: string) =>
  (await call<{ hasWelcomeImage: boolean }>("GET", `/api/invitations/${code}/validate`)).body.hasWelcomeImage;

test("an admin chooses it, everyone in the family sees which it is, and an admin removes it", async () => {
  const { id } = await storeMedia(owner, { hasFiles: false });
  expect(await chosen(member)).toBeNull();
  expect(await choose(owner, id)).toMatchObject({ status: 200, body: { mediaId: id } });
  expect(await chosen(member)).toBe(id);
  expect(await unset(owner)).toMatchObject({ status: 200, body: { mediaId: null } });
  expect(await unset(owner)).toMatchObject({ status: 200, body: { mediaId: null } });
  expect(await chosen(member)).toBeNull();
});

test("a member can neither choose nor remove it", async () => {
  const { id } = await storeMedia(member, { hasFiles: false });
  expect((await choose(member, id)).status).toBe(403);
  await choose(owner, id);
  expect((await unset(member)).status).toBe(403);
  expect(await chosen(owner)).toBe(id);
});

test("one in the trash can't be chosen, and isn't shown until it is restored", async () => {
  const { id } = await storeMedia(owner, { hasFiles: false });
  await choose(owner, id);
  await remove(owner, id);
  expect(await chosen(owner)).toBeNull();
  expect((await choose(owner, id)).status).toBe(404);
  await call("POST", `/api/media/${id}/restore`, { cookie: owner.cookie });
  expect(await chosen(owner)).toBe(id);
});

test("removing it leaves another family's alone", async () => {
  const other = await createOwner();
  const { id } = await storeMedia(other, { hasFiles: false });
  await choose(other, id);
  await unset(owner);
  expect(await chosen(other)).toBe(id);
  expect(await chosen(owner)).toBeNull();
});

test("someone with an open invitation sees it, as the album shows it and never as it was uploaded", async () => {
  const { id } = await storeMedia(owner);
  const { code } = await storeInvitation(owner);
  expect(await isAnnounced(code)).toBe(false);
  expect((await picture(code)).status).toBe(404);
  await choose(owner, id);
  expect(await isAnnounced(code)).toBe(true);
  const answer = await picture(code);
  expect(answer.status).toBe(200);
  const medium = await call("GET", `/api/images/medium/${id}`, { cookie: owner.cookie });
  expect(answer.headers.get("etag")).toBe(medium.headers.get("etag"));
  expect(answer.headers.get("cache-control")).toMatch(/private|no-store/);
  await unset(owner);
  expect((await picture(code)).status).toBe(404);
});

test("a stranger without an open invitation can't see it anywhere", async () => {
  const { id } = await storeMedia(owner);
  await choose(owner, id);
  const ended = [
    "unknown",
    (await storeInvitation(owner, { acceptedAt: new Date() })).code,
    (await storeInvitation(owner, { revokedAt: new Date() })).code,
    (await storeInvitation(owner, { expiresAt: new Date(Date.now() - 1000) })).code,
    // Members can't invite.
    (await storeInvitation(member)).code,
  ];
  for (const code of ended) expect((await picture(code)).status).toBe(404);
  expect((await picture((await storeInvitation(owner)).code)).status).toBe(200);
});

test("an invitation shows only its own family's picture, and none that is in the trash or can't be shown", async () => {
  const other = await createOwner();
  const theirs = await storeMedia(other);
  await choose(other, theirs.id);
  const { code } = await storeInvitation(owner);
  expect((await picture(code)).status).toBe(404);
  const { id } = await storeMedia(owner);
  await choose(owner, id);
  expect((await picture(code)).status).toBe(200);
  await remove(owner, id);
  expect(await isAnnounced(code)).toBe(false);
  expect((await picture(code)).status).toBe(404);
  const broken = await storeMedia(owner, { derivatives: "failed", hasFiles: false });
  await db.family.update({
    where: { id: owner.familyId },
    data: { welcomeMediaId: broken.id },
    select: { id: true },
  });
  expect(await isAnnounced(code)).toBe(false);
  expect((await picture(code)).status).toBe(404);
});

test("whatever the row says, an invitation shows no other family's picture, nor one that only they chose", async () => {
  const stranger = await createOwner();
  const [ours, theirs] = [await storeMedia(owner), await storeMedia(stranger)];
  for (const [{ familyId }, { id }] of [
    [owner, theirs],
    [stranger, ours],
  ] as const) {
    await db.family.update({
      where: { id: familyId },
      data: { welcomeMediaId: id },
      select: { id: true },
    });
  }
  for (const inviter of [owner, stranger]) {
    const { code } = await storeInvitation(inviter);
    expect((await picture(code)).status).toBe(404);
  }
});
