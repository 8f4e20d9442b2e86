import { z } from "zod";
import { createScreenCode } from "@/lib/album/screens/server/codes-service";
import { db } from "@/lib/db";
import { call, loadDeclaredCalls } from "@/tests/support/call";
import { crossFamilyRows } from "@/tests/support/canaries/cross-family";
import { idKinds } from "@/tests/support/canaries/ids";
import { canSee } from "@/tests/support/canaries/policy";
import { plantWorld, type World } from "@/tests/support/canaries/world";
import { withTestDatabase } from "@/tests/support/database";
import { testPassword } from "@/tests/support/factories";
import { newScreen } from "@/tests/support/screen-calls";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

interface Ids {
  /** Of the caller's own family, and of another. */
  our: (kind: Parameters<World["canaries"]["idsOf"]>[0]) => string;
  other: (kind: Parameters<World["canaries"]["idsOf"]>[0]) => string;
  world: World;
}
interface SecondId {
  request: (ids: Ids) => Promise<{ path: string; json?: unknown }> | { path: string; json?: unknown };
  /** The status that shows that the foreign id was treated as missing. */
  status: number | number[];
}

const otherUser = ({ world }: Ids) => world.readers.otherMember.userId ?? "";
const refused = [400, 404, 422];

/** Each call that takes ids besides the one in its path, made by an owner with another family's ids. */
const secondIds: Record<string, SecondId> = {
  "GET /api/albums": {
    request: ({ other }) => ({ path: `/api/albums?mediaId=${other("media")}` }),
    status: 200,
  },
  "POST /api/albums": {
    request: (ids) => ({ path: "/api/albums", json: { title: "Ours", contributorIds: [otherUser(ids)] } }),
    status: refused,
  },
  "PATCH /api/albums/{id}": {
    request: ({ our, other }) => ({
      path: `/api/albums/${our("album")}`,
      json: { coverId: other("media") },
    }),
    status: refused,
  },
  "POST /api/albums/{id}/items": {
    request: ({ our, other }) => ({
      path: `/api/albums/${our("album")}/items`,
      json: { mediaIds: [our("media"), other("media")] },
    }),
    status: 200,
  },
  "DELETE /api/albums/{id}/items": {
    request: ({ our, other }) => ({
      path: `/api/albums/${our("album")}/items`,
      json: { mediaIds: [other("media")] },
    }),
    status: 200,
  },
  "PUT /api/albums/{id}/order": {
    request: ({ our, other }) => ({
      path: `/api/albums/${our("album")}/order`,
      json: { mediaIds: [our("media")], beforeId: other("media") },
    }),
    status: refused,
  },
  "POST /api/auth/keys": {
    request: ({ other }) => ({
      path: "/api/auth/keys",
      json: { name: "NAS", scopes: ["read"], familyId: other("family"), password: testPassword },
    }),
    status: 404,
  },
  "POST /api/growing-up/{id}/notes": {
    request: ({ our, other }) => ({
      path: `/api/growing-up/${our("memberWithoutAccount")}/notes`,
      json: { kind: "first", day: "2024-05-06", text: "First steps", mediaId: other("media") },
    }),
    status: 404,
  },
  "POST /api/films": {
    request: ({ our, other }) => ({
      path: "/api/films",
      json: { kind: "year", year: 2025, title: "Ours", mediaIds: [our("media"), other("media")] },
    }),
    status: 404,
  },
  "POST /api/media/stacks": {
    request: ({ our, other }) => ({
      path: "/api/media/stacks",
      json: { mediaIds: [our("media"), other("media")] },
    }),
    status: 404,
  },
  "POST /api/screens": {
    request: async ({ other }) => {
      const { shown } = await createScreenCode("tv");
      const source = { kind: "album", albumId: other("album") };
      return { path: "/api/screens", json: { ...newScreen, source, code: shown.code } };
    },
    status: 404,
  },
  "PATCH /api/screens/{id}": {
    request: async ({ other, world }) => {
      const userId = world.readers.owner.userId ?? "";
      const { id } = await db.screen.findFirstOrThrow({ where: { userId } });
      return { path: `/api/screens/${id}`, json: { source: { kind: "person", memberId: other("person") } } };
    },
    status: 404,
  },
  "PUT /api/media/{id}/tags": {
    request: ({ our, other }) => ({
      path: `/api/media/${our("media")}/tags`,
      json: { memberIds: [other("person")] },
    }),
    status: refused,
  },
  "PUT /api/imports/{id}/choices": {
    request: ({ our, other }) => ({
      path: `/api/imports/${our("import")}/choices`,
      json: { people: [{ name: "Ada", memberId: other("person") }] },
    }),
    status: refused,
  },
  "POST /api/imports/{id}/archives/complete": {
    request: ({ our, other }) => ({
      path: `/api/imports/${our("import")}/archives/complete`,
      json: { uploadId: other("upload") },
    }),
    status: refused,
  },
  "POST /api/books": {
    request: ({ other }) => ({
      path: "/api/books",
      json: { kind: "book", format: "square", source: { mediaIds: [other("media")] } },
    }),
    status: 404,
  },
  "PATCH /api/books/{id}": {
    request: ({ our, other }) => ({
      path: `/api/books/${our("book")}`,
      json: { version: 1, coverId: other("media") },
    }),
    status: refused,
  },
  "POST /api/on-this-day/hidden": {
    request: ({ other }) => ({ path: "/api/on-this-day/hidden", json: { mediaId: other("media") } }),
    status: 404,
  },
  "POST /api/people/suggestions": {
    request: ({ our, other }) => ({
      path: "/api/people/suggestions",
      json: { mediaIds: [our("media"), other("media")] },
    }),
    status: 200,
  },
  "POST /api/hashtags/add": {
    request: ({ our, other }) => ({
      path: "/api/hashtags/add",
      json: { hashtag: "#dog", mediaIds: [our("media"), other("media")] },
    }),
    status: [200, ...refused],
  },
  "PUT /api/imported-people/{id}": {
    request: ({ our, other }) => ({
      path: `/api/imported-people/${our("importedPerson")}`,
      json: { memberId: other("person") },
    }),
    status: refused,
  },
  "POST /api/people/{groupId}/merge": {
    request: ({ our, other }) => ({
      path: `/api/people/${our("group")}/merge`,
      json: { intoId: other("group") },
    }),
    status: refused,
  },
  "GET /api/media/timeline": {
    request: ({ other }) => ({ path: `/api/media/timeline?feed=faces&groupId=${other("group")}` }),
    status: refused,
  },
  "PUT /api/people/{groupId}": {
    request: ({ our, other }) => ({
      path: `/api/people/${our("group")}`,
      json: { memberId: other("person") },
    }),
    status: refused,
  },
  "POST /api/people/{groupId}/tags": {
    request: async ({ our, other, world }) => {
      const group = await db.faceGroup.findFirstOrThrow({
        where: { familyId: world.our, memberId: { not: null } },
        select: { id: true },
      });
      return { path: `/api/people/${group.id}/tags`, json: { mediaIds: [our("media"), other("media")] } };
    },
    status: [200, ...refused],
  },
  "PUT /api/people/faces/{faceId}": {
    request: ({ our, other }) => ({
      path: `/api/people/faces/${our("face")}`,
      json: { groupId: other("group") },
    }),
    status: refused,
  },
  "POST /api/family-members": {
    request: (ids) => ({ path: "/api/family-members", json: { name: "Stranger", userId: otherUser(ids) } }),
    status: refused,
  },
  "PUT /api/family-members/{id}": {
    request: (ids) => ({
      path: `/api/family-members/${ids.our("memberWithoutAccount")}`,
      json: { userId: otherUser(ids) },
    }),
    status: refused,
  },
  "POST /api/invitations": {
    request: ({ other }) => ({
      path: "/api/invitations",
      json: {
        username: "stranger",
        email: "stranger@example.org",
        isAdmin: false,
        memberId: other("memberWithoutAccount"),
      },
    }),
    status: refused,
  },
  "POST /api/child-accounts": {
    request: ({ other }) => ({
      path: "/api/child-accounts",
      json: {
        username: "strange-child",
        password: "lanterns in the meadow",
        displayName: "Ife",
        birthDate: "2018-05-04",
        memberId: other("memberWithoutAccount"),
      },
    }),
    status: refused,
  },
  "POST /api/admin-notifications": {
    request: (ids) => ({
      path: "/api/admin-notifications",
      json: {
        title: "Come",
        message: "To ours",
        audience: [ids.world.readers.member.userId, otherUser(ids)],
      },
    }),
    status: refused,
  },
  "POST /api/gift-shop/orders": {
    request: ({ our, other }) => ({
      path: "/api/gift-shop/orders",
      json: {
        product: "photo-book",
        size: "20x20",
        quantity: 1,
        pictures: [our("media"), other("media")].map((mediaId) => ({ mediaId, crop: null })),
        shippingAddress: "1 Garden Lane, Leeds, LS1 1AA",
      },
    }),
    status: refused,
  },
  "POST /api/basket/add": {
    request: ({ other }) => ({
      path: "/api/basket/add",
      json: { action: "update_quantity", itemId: other("basketItem"), quantity: 7 },
    }),
    status: refused,
  },
  "POST /api/media/batch/trash": {
    request: ({ other }) => ({
      path: "/api/media/batch/trash",
      json: { mediaIds: [other("media"), other("trashed")] },
    }),
    status: 200,
  },
  "POST /api/media/batch/restore": {
    request: ({ other }) => ({
      path: "/api/media/batch/restore",
      json: { mediaIds: [other("media"), other("trashed")] },
    }),
    status: 200,
  },
  "POST /api/media/batch/move": {
    request: ({ other }) => ({
      path: "/api/media/batch/move",
      json: { mediaIds: [other("media"), other("trashed")], year: 2023, month: 5 },
    }),
    status: 200,
  },
  "POST /api/media/batch/heart": {
    request: ({ other }) => ({
      path: "/api/media/batch/heart",
      json: { mediaIds: [other("media"), other("trashed")], hearted: true },
    }),
    status: 200,
  },
  "POST /api/media/batch/describe": {
    request: ({ other }) => ({
      path: "/api/media/batch/describe",
      json: { mediaIds: [other("media"), other("trashed")], description: "Ours now" },
    }),
    status: 200,
  },
  "POST /api/media/batch/basket": {
    request: ({ other }) => ({
      path: "/api/media/batch/basket",
      json: { mediaIds: [other("media"), other("trashed")] },
    }),
    status: 200,
  },
  "POST /api/media/batch/tag": {
    request: (ids) => ({
      path: "/api/media/batch/tag",
      json: { mediaIds: [ids.our("media")], userIds: [otherUser(ids), ids.other("person")] },
    }),
    status: refused,
  },
  "POST /api/media/archives": {
    request: ({ other }) => ({ path: "/api/media/archives", json: { mediaIds: [other("media")] } }),
    status: refused,
  },
  "POST /api/media/similar-counts": {
    request: ({ other }) => ({ path: "/api/media/similar-counts", json: { ids: [other("media")] } }),
    status: 200,
  },
  "POST /api/media/known": {
    request: async ({ other }) => {
      const { sha256 } = await db.media.findUniqueOrThrow({
        where: { id: other("media") },
        select: { sha256: true },
      });
      return { path: "/api/media/known", json: { sha256: [sha256] } };
    },
    status: 200,
  },
  "POST /api/notifications/mark-read/{userId}": {
    request: async ({ world }) => {
      const { id } = await db.notification.findFirstOrThrow({
        where: { familyId: world.other },
        select: { id: true },
      });
      return { path: `/api/notifications/mark-read/${world.readers.owner.userId}`, json: { ids: [id] } };
    },
    status: 200,
  },
  "POST /api/push/unsubscribe": {
    request: async (ids) => {
      const { endpoint } = await db.pushSubscription.findFirstOrThrow({
        where: { userId: otherUser(ids) },
        select: { endpoint: true },
      });
      return { path: "/api/push/unsubscribe", json: { endpoint } };
    },
    status: [200, 404],
  },
};

/** Single ids in a body, which the sweeps and the matrix try with other families' ids; and fields that aren't ids. */
const notSecond = new Set([
  "POST /api/direct-access",
  "POST /api/hearts",
  "POST /api/imports/{id}/archives",
  "POST /api/media/chunked-upload/cancel",
  "POST /api/media/chunked-upload/chunk",
  "POST /api/media/chunked-upload/complete",
  "POST /api/media/chunked-upload/init",
  "POST /api/push/subscribe",
  "POST /api/report-content",
  "POST /api/switch-organization",
  "POST /api/welcome-image",
  // The browser's ids of a passkey, behind a challenge.
  "POST /api/auth/passkeys",
  "POST /api/auth/passkeys/sign-in",
]);

let world: World;

beforeAll(async () => {
  world = await plantWorld();
}, 120_000);

/** Every property of a schema, at any depth. */
function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === "properties" && typeof value === "object" && value !== null ? Object.keys(value) : []),
    ...propertiesOf(value),
  ]);
}

test("every call whose body takes an id is included", async () => {
  const missing = (await loadDeclaredCalls()).flatMap(({ method, path, declaration: { body } }) => {
    if (!body) return [];
    const schema = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
    const isAboutIds = propertiesOf(schema).some((name) =>
      /^ids?$|Ids?$|^audience$|^sha256$|^endpoint$/.test(name),
    );
    const name = `${method} ${path}`;
    return isAboutIds && !secondIds[name] && !notSecond.has(name) ? [name] : [];
  });
  expect(missing).toEqual([]);
});

/** What the other family has, except when its people were last seen. */
async function otherFamily() {
  const familyId = world.other;
  const [media, people, groups, notifications, basket, pushes, albumItems] = await Promise.all([
    db.media.findMany({
      where: { familyId },
      select: { id: true, description: true, deletedAt: true },
      orderBy: { id: "asc" },
    }),
    db.familyMember.findMany({
      where: { familyId },
      select: { id: true, userId: true },
      orderBy: { id: "asc" },
    }),
    db.faceGroup.findMany({
      where: { familyId },
      select: { id: true, memberId: true, faceCount: true },
      orderBy: { id: "asc" },
    }),
    db.notification.findMany({
      where: { familyId },
      select: { id: true, readAt: true },
      orderBy: { id: "asc" },
    }),
    db.basketItem.findMany({
      where: { familyId },
      select: { id: true, quantity: true },
      orderBy: { id: "asc" },
    }),
    db.pushSubscription.count(),
    db.albumItem.findMany({
      where: { familyId },
      select: { albumId: true, mediaId: true, position: true },
      orderBy: [{ albumId: "asc" }, { mediaId: "asc" }],
    }),
  ]);
  return { media, people, groups, notifications, basket, pushes, albumItems };
}

test.each(Object.entries(secondIds))("%s with another family's id beside one's own", async (name, one) => {
  const { owner } = world.readers;
  const our: Ids["our"] = (kind) => world.canaries.idsOf(kind, world.our)[0] ?? "";
  const other: Ids["other"] = (kind) => world.canaries.idsOf(kind, world.other)[0] ?? "";
  const { path, json } = await one.request({ our, other, world });
  const before = await otherFamily();
  const method = name.split(" ")[0] ?? "";
  const answer = await call(method, path, { cookie: owner.person?.cookie ?? null, json });

  expect([one.status].flat()).toContain(answer.status);
  const words = await world.canaries.finder().find(answer.bytes);
  const leaks = world.canaries.all.filter((canary) => words.has(canary.word) && !canSee(owner, canary, name));
  expect(leaks.map(({ kind }) => kind)).toEqual([]);
  const foreignId = idKinds[name] ? other(idKinds[name]) : "";
  if (answer.status === 200 && foreignId) expect(answer.bytes.toString()).not.toContain(foreignId);
  expect(await otherFamily()).toEqual(before);
  expect(await crossFamilyRows()).toEqual([]);
});

test("whether another family has a file is not revealed", async () => {
  const { owner } = world.readers;
  const ids = world.canaries.idsOf("media", world.other);
  const rows = await db.media.findMany({ where: { id: { in: ids } }, select: { sha256: true } });
  const json = { sha256: rows.map(({ sha256 }) => sha256) };
  const { bytes } = await call("POST", "/api/media/known", { cookie: owner.person?.cookie ?? null, json });
  for (const id of ids) expect(bytes.toString()).not.toContain(id);
});
