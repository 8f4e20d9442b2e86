import { createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import { db } from "@/lib/db";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  type Person,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { newcomer, storeInvitation } from "@/tests/support/invitations";
import type { SampleCall } from "@/tests/support/sample-calls";

const at = encodeURIComponent;

/** An invitation into a family with a welcome photo. */
const codeWithPicture = async () => {
  const owner = await createOwner();
  const { id } = await storeMedia(owner);
  await db.family.update({
    where: { id: owner.familyId },
    data: { welcomeMediaId: id },
    select: { id: true },
  });
  return (await storeInvitation(owner)).code;
};
const invitation = async (owner: FamilyPerson) => (await storeInvitation(owner)).id;
const someonesCode = async () => (await storeInvitation(await createOwner())).code;
/** An invitation into another family, for someone who has an account. */
const ownCode = async ({ email }: Person) =>
  (await storeInvitation(await createOwner({ name: "The cousins" }), { email })).code;
const relative = async ({ familyId }: FamilyPerson) => (await createMember(familyId)).userId;

const directToken = async () => {
  const owner = await createOwner();
  const { familyId, userId } = owner;
  const member = await createMember(familyId);
  const { token } = await createOneTimeToken({
    kind: "directAccess",
    userId: member.userId,
    createdById: userId,
    detail: { familyId },
    minutes: 15,
  });
  return token;
};

/** The calls that give people access: invitations, children's accounts, direct access. */
export const invitationCalls: Record<string, SampleCall> = {
  "GET /api/invitations": { request: () => ({ path: "/api/invitations" }), status: 200 },
  "POST /api/invitations": {
    // A plan allows only a few people.
    needsOwnFamilies: true,
    request: () => ({ path: "/api/invitations", json: { ...newcomer(), isAdmin: false } }),
    status: 201,
  },
  "DELETE /api/invitations/{id}": {
    target: invitation,
    request: (id) => ({ path: `/api/invitations/${at(id)}` }),
    status: 204,
  },
  "POST /api/invitations/{id}/resend": {
    target: invitation,
    request: (id) => ({ path: `/api/invitations/${at(id)}/resend` }),
    status: 200,
  },
  "GET /api/invitations/{id}/validate": {
    request: async () => ({ path: `/api/invitations/${await someonesCode()}/validate` }),
    status: 200,
  },
  "GET /api/invitations/{id}/welcome-image": {
    request: async () => ({ path: `/api/invitations/${await codeWithPicture()}/welcome-image` }),
    status: 200,
  },
  "POST /api/register/{code}": {
    request: async () => ({
      path: `/api/register/${await someonesCode()}`,
      json: { password: testPassword, phoneNumber: null },
    }),
    status: 201,
  },
  "POST /api/register/{code}/accept": {
    ownTarget: ownCode,
    request: (code) => ({ path: `/api/register/${at(code)}/accept` }),
    status: 200,
  },

  "POST /api/child-accounts": {
    needsOwnFamilies: true,
    request: () => ({
      path: "/api/child-accounts",
      json: {
        username: newcomer().username,
        password: testPassword,
        displayName: "Ife",
        birthDate: "2018-05-04",
      },
    }),
    status: 201,
  },

  "POST /api/direct-access": {
    target: relative,
    request: (userId) => ({ path: "/api/direct-access", json: { userId } }),
    status: 201,
  },
  "POST /api/direct-access/redeem": {
    request: async () => ({ path: "/api/direct-access/redeem", json: { token: await directToken() } }),
    status: 200,
  },
};
