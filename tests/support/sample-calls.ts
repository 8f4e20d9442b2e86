import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import { db } from "@/lib/db";
import { unsubscribeToken } from "@/lib/notify/digest/server/unsubscribe-token";
import { noEdits } from "@/lib/shared/picture-edits";
import { bundleServiceWorker } from "@/ops/lib/service-worker.mjs";
import { albumCalls } from "@/tests/support/album-calls";
import { batchCalls } from "@/tests/support/batch-calls";
import { billingCalls } from "@/tests/support/billing-calls";
import { boardCalls } from "@/tests/support/board-calls";
import { bookCalls } from "@/tests/support/book-calls";
import { type CallOptions, call } from "@/tests/support/call";
import type { CallerKind, Refusal } from "@/tests/support/callers";
import { exportCalls } from "@/tests/support/export-calls";
import {
  createFamily,
  createMember,
  createPerson,
  type FamilyPerson,
  join,
  type Person,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { growingCalls } from "@/tests/support/growing-calls";
import { importCalls } from "@/tests/support/import-calls";
import { invitationCalls } from "@/tests/support/invitation-calls";
import { letterCalls } from "@/tests/support/letter-calls";
import { mapCalls } from "@/tests/support/map-calls";
import { memoryCalls } from "@/tests/support/memory-calls";
import { operationsCalls } from "@/tests/support/operations-calls";
import { wholeCircle } from "@/tests/support/panoramas";
import { givePhone, passwordCalls, smsCode } from "@/tests/support/password-calls";
import { peopleCalls } from "@/tests/support/people-calls";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { printCalls } from "@/tests/support/print-calls";
import { pushCalls } from "@/tests/support/push-calls";
import { recognitionCalls } from "@/tests/support/recognition-calls";
import { reportCalls } from "@/tests/support/report-calls";
import { screenCalls } from "@/tests/support/screen-calls";
import { securityCalls } from "@/tests/support/security-calls";
import { shopCalls } from "@/tests/support/shop-calls";
import { sorterCalls } from "@/tests/support/sorter-calls";
import { stackCalls } from "@/tests/support/stack-calls";
import { superAdminCalls } from "@/tests/support/super-admin-calls";
import { voiceCalls } from "@/tests/support/voice-notes";

/** A valid call. */
export interface SampleRequest extends CallOptions {
  path: string;
}

export interface SampleCall {
  /** Creates what the id in the path or body names, belonging to this person; absent: the call takes no id. */
  target?: (owner: FamilyPerson) => Promise<string>;
  /** Likewise, for what belongs to a person with or without a family. */
  ownTarget?: (person: Person) => Promise<string>;
  /** Brings the caller into the state the call needs; the returned value replaces the id in `request`. */
  prepare?: (person: Person) => Promise<string>;
  request: (id: string) => SampleRequest | Promise<SampleRequest>;
  /** The status on success. */
  status: number;
  /** Callers who have access by the list, but are refused this particular request. */
  refusals?: Partial<Record<CallerKind, Refusal>>;
  /** The call ends the caller's family: families used by other calls would be gone. */
  needsOwnFamilies?: boolean;
}

/** The argument of `request` when these people call. */
export async function readied(
  sample: SampleCall,
  { person, insider }: { person: Person | null; insider: FamilyPerson | null },
): Promise<string> {
  if (sample.target) return insider ? sample.target(insider) : "";
  return (person && (await (sample.ownTarget ?? sample.prepare)?.(person))) || "";
}

const at = encodeURIComponent;

/** An item whose files aren't needed. */
const item = async (owner: FamilyPerson) => (await storeMedia(owner, { hasFiles: false })).id;
const picture = async (owner: FamilyPerson) => (await storeMedia(owner)).id;
const clip = async (owner: FamilyPerson) =>
  (await storeMedia(owner, { mediaType: "video", content: clipBytes() })).id;
const sphere = async (owner: FamilyPerson) => (await storeMedia(owner, { panorama: wholeCircle })).id;
const trashed = async (owner: FamilyPerson) =>
  (await storeMedia(owner, { deletedAt: new Date(), deletedById: owner.userId })).id;
const broken = async (owner: FamilyPerson) =>
  (await storeMedia(owner, { hasFiles: false, derivatives: "failed" })).id;

/** A comment of someone's on their own item. */
const comment = async (owner: FamilyPerson) => {
  const { familyId, userId } = owner;
  const data = { mediaId: await item(owner), familyId, userId, text: "What a day!" };
  return (await db.comment.create({ data, select: { id: true } })).id;
};

const chunk = clipBytes(200);

export const openUploadFields = (uploadId: string) => ({
  fileName: "film.mp4",
  fileSize: chunk.length,
  totalChunks: 1,
  uploadId,
  year: 2024,
  month: 7,
});

const upload = async (owner: FamilyPerson) => {
  // Only a few can be open at once.
  await db.upload.deleteMany({ where: { userId: owner.userId, mediaId: null } });
  const uploadId = `film of ${randomUUID()}`;
  const json = openUploadFields(uploadId);
  const answer = await call("POST", "/api/media/chunked-upload/init", { cookie: owner.cookie, json });
  if (answer.status !== 201) throw new Error(`No upload was begun: ${answer.status}`);
  return uploadId;
};

const chunkBody = (uploadId: string, content: Buffer = chunk) => ({
  uploadId,
  chunkIndex: 0,
  chunkData: `data:application/octet-stream;base64,${content.toString("base64")}`,
});

const arrived = async (owner: FamilyPerson) => {
  const uploadId = await upload(owner);
  // Videos of one family differ, or the second would be a duplicate of the first.
  const json = chunkBody(uploadId, clipBytes(chunk.length));
  await call("POST", "/api/media/chunked-upload/chunk", { cookie: owner.cookie, json });
  return uploadId;
};

const heldMessage = async () => {
  const data = { channel: "mail", template: "invitation", recipient: "nana@example.org" } as const;
  const values = { ...data, subject: "Come and see", text: "Here is your link.", state: "held" } as const;
  return (await db.outboxMessage.create({ data: values, select: { id: true } })).id;
};

const get = (path: string): SampleCall => ({ request: () => ({ path }), status: 200 });

const file = (path: string, target: SampleCall["target"]): SampleCall => ({
  ...(target ? { target } : {}),
  request: (id) => ({ path: path.replace("{id}", at(id)) }),
  status: 200,
});

const fresh = () => {
  const name = `new-${randomBytes(5).toString("hex")}`;
  return { username: name, email: `${name}@example.org`, password: testPassword };
};

/** Another of someone's families. */
const secondFamily = async ({ userId }: Person) => {
  const familyId = await createFamily({ name: "The cousins" });
  await join(userId, familyId, "member");
  return familyId;
};

/** Each owner can have one free family. */
const withoutFreeFamily = async ({ userId }: Person) => {
  await db.family.updateMany({
    where: { memberships: { some: { userId, role: "owner" } } },
    data: { tier: "family" },
  });
  return "";
};

const ownPerson = async ({ familyId, userId }: FamilyPerson) => {
  const where = { familyId_userId: { familyId, userId } };
  return (await db.familyMember.findUniqueOrThrow({ where, select: { id: true } })).id;
};

const relative = async ({ familyId }: FamilyPerson) => (await createMember(familyId)).userId;

const personWithoutAccount = async ({ familyId }: FamilyPerson) => {
  const data = { familyId, name: "Baby Ife" };
  return (await db.familyMember.create({ data, select: { id: true } })).id;
};

const profileFields = () => ({
  email: fresh().email,
  phoneNumber: "+44 7700 900123",
  addressFullName: "Ada Okafor",
  addressLine1: "1 Garden Lane",
  addressLine2: "Flat 2",
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
  password: testPassword,
});

const settingsFields = {
  theme: "dark",
  locale: "en-US",
  currency: "EUR",
  digest: true,
  notifications: { notice: false },
};

const ownId = async ({ userId }: Person) => userId;

const openConfirmation = async ({ userId }: Person) => {
  const detail = { email: fresh().email };
  return (await createOneTimeToken({ kind: "confirmEmail", userId, detail, minutes: 5 })).token;
};

async function undoToken() {
  const { userId, email } = await createPerson();
  const detail = { email, phoneNumber: null, phoneConfirmedAt: null };
  return (await createOneTimeToken({ kind: "undoContactChange", userId, detail, minutes: 5 })).token;
}

const markReadPath = (userId: string) => `/api/notifications/mark-read/${at(userId)}`;

/** One valid request for every call. A declared call that is missing here fails the access matrix. */
export const sampleCalls: Record<string, SampleCall> = {
  "GET /api/super-admin/outbox": get("/api/super-admin/outbox"),
  "GET /api/super-admin/outbox/{id}": {
    prepare: heldMessage,
    request: (id) => ({ path: `/api/super-admin/outbox/${at(id)}` }),
    status: 200,
  },
  "POST /api/auth/login": {
    request: async () => {
      const { username } = await createPerson();
      return { path: "/api/auth/login", json: { usernameOrEmail: username, password: testPassword } };
    },
    status: 200,
  },
  "POST /api/auth/logout": { request: () => ({ path: "/api/auth/logout" }), status: 200 },
  "GET /api/auth/me": get("/api/auth/me"),
  "GET /api/auth/user": get("/api/auth/user"),
  "POST /api/create-account": {
    request: () => ({ path: "/api/create-account", json: fresh() }),
    status: 201,
  },
  "POST /api/organization/signup": {
    request: () => ({ path: "/api/organization/signup", json: { ...fresh(), familyName: "The Lindqvists" } }),
    status: 201,
  },
  // There are people here already: tests/integration/accounts/first-run.test.ts has an empty installation.
  "POST /api/setup/owner": {
    request: () => ({
      path: "/api/setup/owner",
      json: { ...fresh(), familyName: "The Lindqvists", code: "K7QM-2F9D-XW4T" },
    }),
    status: 404,
  },
  "POST /api/setup/test-mail": {
    prepare: async ({ userId }) => {
      await db.user.updateMany({ where: { isOperator: true }, data: { isOperator: false } });
      await db.user.updateMany({ where: { id: userId }, data: { isOperator: true } });
      return "";
    },
    request: () => ({ path: "/api/setup/test-mail", json: {} }),
    status: 200,
  },

  "GET /api/organization/current": get("/api/organization/current"),
  "PUT /api/organization/current": {
    request: () => ({ path: "/api/organization/current", json: { name: "The Okafors", icon: "star" } }),
    status: 200,
  },
  "DELETE /api/organization/current": {
    needsOwnFamilies: true,
    request: () => ({ path: "/api/organization/current", json: { password: testPassword } }),
    status: 204,
  },
  "POST /api/organization/leave": {
    request: () => ({ path: "/api/organization/leave" }),
    status: 204,
  },
  "GET /api/user-organizations": get("/api/user-organizations"),
  "POST /api/switch-organization": {
    ownTarget: secondFamily,
    request: (organizationId) => ({ path: "/api/switch-organization", json: { organizationId } }),
    status: 200,
    refusals: { superAdmin: { status: 404, code: "not_found" } },
  },
  "POST /api/create-organization": {
    prepare: withoutFreeFamily,
    request: () => ({
      path: "/api/create-organization",
      json: { name: "The Lindqvists", subscriptionTier: "free" },
    }),
    status: 201,
  },
  "GET /api/users": get("/api/users"),
  "PATCH /api/users/{id}": {
    target: relative,
    request: (id) => ({ path: `/api/users/${at(id)}`, json: { role: "admin" } }),
    status: 200,
  },
  "DELETE /api/users/{id}": {
    target: relative,
    request: (id) => ({ path: `/api/users/${at(id)}` }),
    status: 204,
  },
  "GET /api/family-members": {
    target: async ({ familyId }) => familyId,
    request: (id) => ({ path: `/api/family-members?organizationId=${at(id)}` }),
    status: 200,
  },
  "POST /api/family-members": {
    request: () => ({
      path: "/api/family-members",
      json: { name: "Baby Ife", nickname: "Bean", birthDate: "2025-03-01" },
    }),
    status: 201,
  },
  "PUT /api/family-members/{id}": {
    target: personWithoutAccount,
    request: (id) => ({ path: `/api/family-members/${at(id)}`, json: { nickname: "Bean" } }),
    status: 200,
  },
  "DELETE /api/family-members/{id}": {
    target: personWithoutAccount,
    request: (id) => ({ path: `/api/family-members/${at(id)}` }),
    status: 204,
  },

  ...passwordCalls,
  ...securityCalls,
  ...exportCalls,
  ...importCalls,
  ...invitationCalls,
  ...boardCalls,

  "POST /profile-direct-update": {
    request: () => ({ path: "/profile-direct-update", json: profileFields() }),
    status: 200,
    refusals: { child: { status: 422, code: "child_has_no_email" } },
  },
  "POST /api/auth/complete-onboarding": {
    request: () => ({ path: "/api/auth/complete-onboarding" }),
    status: 200,
  },
  "GET /api/auth/confirm-email": {
    request: async () => ({
      path: `/api/auth/confirm-email?token=${await openConfirmation(await createPerson())}`,
    }),
    status: 200,
  },
  "POST /api/auth/confirm-email/confirm": {
    request: async () => ({
      path: `/api/auth/confirm-email/confirm?token=${await openConfirmation(await createPerson())}`,
    }),
    status: 200,
  },
  "GET /api/auth/contact-change": {
    request: async () => ({ path: `/api/auth/contact-change?token=${await undoToken()}` }),
    status: 200,
  },
  "POST /api/auth/contact-change": {
    request: async () => ({ path: `/api/auth/contact-change?token=${await undoToken()}` }),
    status: 303,
  },
  "POST /api/auth/phone-confirmation": {
    prepare: async ({ userId }) => {
      const data = { phoneNumber: await givePhone(userId), phoneConfirmedAt: null };
      await db.user.update({ where: { id: userId }, data, select: { id: true } });
      return "";
    },
    request: () => ({ path: "/api/auth/phone-confirmation", json: { password: testPassword } }),
    status: 202,
    refusals: {
      child: { status: 403, code: "forbidden" },
      superAdmin: { status: 403, code: "forbidden" },
    },
  },
  "POST /api/auth/phone-confirmation/verify": {
    prepare: async ({ userId }) => smsCode(userId, "confirmPhone", { phoneNumber: await givePhone(userId) }),
    request: (code) => ({ path: "/api/auth/phone-confirmation/verify", json: { code } }),
    status: 200,
  },
  "POST /api/auth/confirm-email": {
    prepare: openConfirmation,
    request: () => ({ path: "/api/auth/confirm-email" }),
    status: 200,
  },
  "GET /api/user/export": get("/api/user/export"),
  "DELETE /api/user": {
    request: () => ({ path: "/api/user", json: { password: testPassword } }),
    status: 204,
  },
  "PUT /api/user/name": {
    request: () => ({ path: "/api/user/name", json: { title: "Nana" } }),
    status: 200,
  },
  "GET /api/user-settings": get("/api/user-settings"),
  "PUT /api/user-settings": {
    request: () => ({ path: "/api/user-settings", json: settingsFields }),
    status: 200,
  },
  "GET /api/user-settings/{id}": {
    ownTarget: ownId,
    request: (id) => ({ path: `/api/user-settings/${at(id)}` }),
    status: 200,
  },
  "PUT /api/user-settings/{id}": {
    ownTarget: ownId,
    request: (id) => ({ path: `/api/user-settings/${at(id)}`, json: settingsFields }),
    status: 200,
  },

  ...letterCalls,
  ...voiceCalls,
  ...superAdminCalls,
  ...pushCalls,
  ...reportCalls,
  ...screenCalls,
  ...printCalls,
  ...sorterCalls,
  ...stackCalls,
  ...peopleCalls,
  ...recognitionCalls,
  ...operationsCalls,
  ...billingCalls,
  ...shopCalls,
  ...batchCalls,
  ...albumCalls,
  ...memoryCalls,
  ...bookCalls,
  ...growingCalls,
  ...mapCalls,

  "GET /api/notifications": get("/api/notifications"),
  "GET /api/notifications/count/{userId}": {
    target: ownId,
    request: (id) => ({ path: `/api/notifications/count/${at(id)}` }),
    status: 200,
  },
  "POST /api/notifications/mark-read/{userId}": {
    target: ownId,
    request: (id) => ({ path: markReadPath(id), json: { ids: [randomUUID()] } }),
    status: 200,
  },
  "GET /api/admin-notifications/count/{userId}": {
    target: ownId,
    request: (id) => ({ path: `/api/admin-notifications/count/${at(id)}` }),
    status: 200,
  },
  "POST /api/admin-notifications/{userId}/mark-read": {
    target: ownId,
    request: (id) => ({ path: `/api/admin-notifications/${at(id)}/mark-read` }),
    status: 200,
  },
  "GET /api/admin-notifications": get("/api/admin-notifications"),
  "POST /api/admin-notifications": {
    request: () => ({
      path: "/api/admin-notifications",
      json: { title: "Grandma arrives", message: "On Sunday at noon. Be there!", audience: "all" },
    }),
    status: 201,
  },
  "GET /api/unsubscribe": {
    request: async () => {
      const { userId } = await createPerson();
      return { path: `/api/unsubscribe?token=${unsubscribeToken(userId)}` };
    },
    status: 200,
  },
  "POST /api/unsubscribe": {
    request: async () => {
      const { userId } = await createPerson();
      return { path: `/api/unsubscribe?token=${unsubscribeToken(userId)}` };
    },
    status: 200,
  },

  "GET /api/docs": get("/api/docs"),
  "GET /api/health": get("/api/health"),
  "GET /api/plans": get("/api/plans"),
  "GET /api/currencies": get("/api/currencies"),
  "GET /api/openapi.json": get("/api/openapi.json"),
  "GET /api/ready": get("/api/ready"),
  "GET /sw.js": {
    request: async () => {
      // As in the build; one is enough for all callers.
      if (!existsSync(path.join(process.cwd(), ".build", "sw.js"))) await bundleServiceWorker(process.cwd());
      return { path: "/sw.js" };
    },
    status: 200,
  },
  "GET /manifest.webmanifest": get("/manifest.webmanifest"),
  "GET /~offline": get("/~offline"),
  "POST /share-target": { request: () => ({ path: "/share-target" }), status: 303 },
  "GET /api/share-link": get("/api/share-link"),
  "GET /api/share-preview/{token}": get("/api/share-preview/album"),

  ...Object.fromEntries(
    ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => [
      `${method} /api/{path}`,
      { request: () => ({ path: "/api/no-such-call" }), status: 404 },
    ]),
  ),

  "GET /api/hashtags/existing": get("/api/hashtags/existing"),
  "GET /api/hashtags/recent": get("/api/hashtags/recent"),

  "POST /api/hearts": {
    target: item,
    request: (mediaId) => ({ path: "/api/hearts", json: { mediaId } }),
    status: 201,
  },
  "GET /api/hearts/user": get("/api/hearts/user"),
  "DELETE /api/hearts/{id}": {
    target: item,
    request: (id) => ({ path: `/api/hearts/${at(id)}` }),
    status: 200,
  },
  "GET /api/hearts/{id}/count": file("/api/hearts/{id}/count", item),

  "GET /direct-image/{id}": file("/direct-image/{id}", picture),
  "GET /fast-images/thumbnail/{id}": file("/fast-images/thumbnail/{id}", picture),
  "GET /api/images/medium/{id}": file("/api/images/medium/{id}", picture),
  "GET /api/images/sphere/{id}": file("/api/images/sphere/{id}", sphere),
  "GET /api/images/thumbnail/{id}": file("/api/images/thumbnail/{id}", picture),
  "GET /api/video/stream/{id}": file("/api/video/stream/{id}", clip),
  "GET /api/video/thumbnail/{id}": file("/api/video/thumbnail/{id}", clip),

  "GET /api/media": get("/api/media"),
  "POST /api/media": {
    request: async () => ({
      path: "/api/media",
      json: {
        fileName: "beach.jpg",
        fileType: "image",
        year: 2024,
        month: 7,
        description: "At the #sea",
        fileData: (await tinyPicture()).toString("base64"),
      },
    }),
    status: 201,
  },
  "GET /api/media/{id}": file("/api/media/{id}", item),
  "PATCH /api/media/{id}": {
    target: item,
    request: (id) => ({ path: `/api/media/${at(id)}`, json: { description: "Changed" } }),
    status: 200,
  },
  "PUT /api/media/{id}/edits": {
    target: picture,
    request: (id) => ({
      path: `/api/media/${at(id)}/edits`,
      json: { ...noEdits, quarterTurns: 1, version: 0 },
    }),
    status: 200,
  },
  "DELETE /api/media/{id}/edits": {
    target: item,
    request: (id) => ({ path: `/api/media/${at(id)}/edits?version=0` }),
    status: 200,
  },
  "DELETE /api/media/{id}": {
    target: item,
    request: (id) => ({ path: `/api/media/${at(id)}`, json: {} }),
    status: 204,
  },
  "GET /api/media/{id}/download": file("/api/media/{id}/download", picture),
  "GET /api/media/{id}/facts": file("/api/media/{id}/facts", item),
  "GET /api/media/{id}/unedited": file("/api/media/{id}/unedited", picture),
  "POST /api/media/{id}/featured": {
    target: item,
    request: (id) => ({ path: `/api/media/${at(id)}/featured`, json: { featured: true } }),
    status: 200,
  },
  "POST /api/media/{id}/restore": {
    target: trashed,
    request: (id) => ({ path: `/api/media/${at(id)}/restore` }),
    status: 200,
  },
  "POST /api/media/{id}/retry": {
    target: broken,
    request: (id) => ({ path: `/api/media/${at(id)}/retry` }),
    status: 202,
  },
  "GET /api/media/all": get("/api/media/all"),
  "GET /api/media/favorites": get("/api/media/favorites"),
  "GET /api/media/latest": get("/api/media/latest"),
  "GET /api/media/month/{year}/{month}": get("/api/media/month/2024/7"),
  "GET /api/media/search": get("/api/media/search?q=sea"),
  "GET /api/media/trash": get("/api/media/trash"),
  "DELETE /api/media/trash/{id}": {
    target: trashed,
    request: (id) => ({ path: `/api/media/trash/${at(id)}`, json: {} }),
    status: 204,
  },
  "GET /api/media/trash/{id}/thumbnail": file("/api/media/trash/{id}/thumbnail", trashed),
  "GET /api/media/tagged": {
    target: ownPerson,
    request: (id) => ({ path: `/api/media/tagged?memberId=${at(id)}` }),
    status: 200,
  },
  "GET /api/media/timeline": {
    target: ownPerson,
    request: (id) => ({ path: `/api/media/timeline?feed=tagged&memberId=${at(id)}` }),
    status: 200,
  },
  "GET /api/media/{id}/tags": file("/api/media/{id}/tags", item),
  "PUT /api/media/{id}/tags": {
    target: item,
    request: (id) => ({ path: `/api/media/${at(id)}/tags`, json: { memberIds: [] } }),
    status: 200,
  },
  "GET /api/media/{id}/comments": file("/api/media/{id}/comments", item),
  "POST /api/media/{id}/comments": {
    target: item,
    request: (id) => ({ path: `/api/media/${at(id)}/comments`, json: { text: "What a day!" } }),
    status: 201,
  },
  "PATCH /api/comments/{id}": {
    target: comment,
    request: (id) => ({ path: `/api/comments/${at(id)}`, json: { text: "What a lovely day!" } }),
    status: 200,
  },
  "DELETE /api/comments/{id}": {
    target: comment,
    request: (id) => ({ path: `/api/comments/${at(id)}` }),
    status: 204,
  },
  "GET /api/birthdays": get("/api/birthdays"),
  "GET /api/quota/notifications": get("/api/quota/notifications"),
  "GET /api/media/year/{year}": get("/api/media/year/2024"),
  "GET /api/media/upload-limits": get("/api/media/upload-limits"),
  "GET /api/media/years": get("/api/media/years"),
  "GET /api/year-covers": get("/api/year-covers"),
  "GET /api/years": get("/api/years"),
  "GET /api/welcome-image": get("/api/welcome-image"),
  "DELETE /api/welcome-image": { request: () => ({ path: "/api/welcome-image" }), status: 200 },
  "POST /api/welcome-image": {
    target: item,
    request: (mediaId) => ({ path: "/api/welcome-image", json: { mediaId } }),
    status: 200,
  },

  "POST /api/media/chunked-upload/init": {
    request: () => ({
      path: "/api/media/chunked-upload/init",
      json: openUploadFields(`film of ${randomUUID()}`),
    }),
    status: 201,
  },
  "POST /api/media/chunked-upload/chunk": {
    target: upload,
    request: (uploadId) => ({ path: "/api/media/chunked-upload/chunk", json: chunkBody(uploadId) }),
    status: 200,
  },
  "GET /api/media/chunked-upload/{uploadId}": {
    target: upload,
    request: (uploadId) => ({ path: `/api/media/chunked-upload/${at(uploadId)}` }),
    status: 200,
  },
  "POST /api/media/chunked-upload/complete": {
    target: arrived,
    request: (uploadId) => ({ path: "/api/media/chunked-upload/complete", json: { uploadId } }),
    status: 201,
  },
  "POST /api/media/chunked-upload/cancel": {
    target: upload,
    request: (uploadId) => ({ path: "/api/media/chunked-upload/cancel", json: { uploadId } }),
    status: 204,
  },
};
