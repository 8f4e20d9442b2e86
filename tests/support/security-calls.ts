import { randomUUID } from "node:crypto";
import { createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import { db } from "@/lib/db";
import { appCode, giveAuthenticator, startSecondFactor } from "@/tests/support/authenticator-app";
import { createPerson, openSession, type Person, testPassword } from "@/tests/support/factories";
import { storeKey } from "@/tests/support/keys";
import type { SampleCall } from "@/tests/support/sample-calls";
import { askChallenge, askToRegister, givePasskey, SoftwarePasskey } from "@/tests/support/software-passkey";

const at = encodeURIComponent;
const get = (path: string): SampleCall => ({ request: () => ({ path }), status: 200 });
const proof = { password: testPassword };

const session = async (person: Person) => (await openSession(person.userId, person.familyId)).sessionId;
const passkey = async (person: Person) => {
  // An account can have only a few.
  await db.passkey.deleteMany({ where: { userId: person.userId } });
  return (await givePasskey(person)).id;
};
const identity = async (person: Person) => {
  const values = { userId: person.userId, provider: "oidc", subject: randomUUID() };
  await db.linkedIdentity.deleteMany({ where: { userId: person.userId } });
  return (await db.linkedIdentity.create({ data: values, select: { id: true } })).id;
};

/** An open link that confirms someone's address. */
async function confirmationToken() {
  const { userId, email } = await createPerson({ emailConfirmedAt: null });
  const detail = { email };
  return (await createOneTimeToken({ kind: "confirmAccount", userId, detail, minutes: 5 })).token;
}

/** The account as it was, so the app can be set up again. */
const withoutAuthenticator = (person: Person) =>
  db.user.update({
    where: { id: person.userId },
    data: { totpEnabledAt: null, totpSecret: null },
    select: { id: true },
  });

/** Someone halfway through signing in: the provider has confirmed them, the code is still missing. */
async function halfwayIn() {
  const person = await createPerson();
  const { secret } = await giveAuthenticator(person);
  await db.linkedIdentity.create({
    data: { userId: person.userId, provider: "oidc", subject: person.userId },
    select: { id: true },
  });
  const { token } = await createOneTimeToken({
    kind: "identityProvider",
    userId: person.userId,
    detail: { purpose: "secondFactor", provider: "oidc" },
    minutes: 10,
  });
  return { cookie: `keepsake-identity=${token}`, code: appCode(secret) };
}

/** The calls about sign-in methods and sessions. */
export const securityCalls: Record<string, SampleCall> = {
  "GET /api/auth/identity-providers": get("/api/auth/identity-providers"),
  // Nothing is set up, so it is not found, like any nonexistent address.
  "GET /api/auth/oidc": { request: () => ({ path: "/api/auth/oidc" }), status: 404 },
  "GET /api/auth/google": { request: () => ({ path: "/api/auth/google" }), status: 404 },
  "GET /api/auth/callback/oidc": { request: () => ({ path: "/api/auth/callback/oidc" }), status: 404 },
  "GET /api/auth/callback/google": { request: () => ({ path: "/api/auth/callback/google" }), status: 404 },
  "POST /api/auth/identity-providers/second-factor": {
    request: async () => {
      const { cookie, code } = await halfwayIn();
      return { path: "/api/auth/identity-providers/second-factor", cookie, json: { code } };
    },
    status: 200,
  },
  "POST /api/auth/confirm-account": {
    request: async () => ({
      path: "/api/auth/confirm-account",
      json: { token: await confirmationToken(), newPassword: "lanterns in the meadow" },
    }),
    status: 200,
  },
  "POST /api/auth/confirm-account/resend": {
    request: () => ({ path: "/api/auth/confirm-account/resend" }),
    status: 200,
  },
  "GET /api/auth/identities": get("/api/auth/identities"),
  "POST /api/auth/identities": {
    request: () => ({ path: "/api/auth/identities", json: { ...proof, provider: "oidc" } }),
    status: 404,
  },
  "DELETE /api/auth/identities/{id}": {
    ownTarget: identity,
    request: (id) => ({ path: `/api/auth/identities/${at(id)}`, json: proof }),
    status: 204,
  },

  "GET /api/auth/sessions": get("/api/auth/sessions"),
  "DELETE /api/auth/sessions": { request: () => ({ path: "/api/auth/sessions" }), status: 200 },
  "DELETE /api/auth/sessions/{id}": {
    ownTarget: session,
    request: (id) => ({ path: `/api/auth/sessions/${at(id)}` }),
    status: 204,
  },

  "GET /api/auth/passkeys": get("/api/auth/passkeys"),
  "POST /api/auth/passkeys/registration": {
    request: () => ({ path: "/api/auth/passkeys/registration", json: proof }),
    status: 200,
  },
  "POST /api/auth/passkeys": {
    prepare: async (person) => {
      await db.passkey.deleteMany({ where: { userId: person.userId } });
      return askToRegister(person);
    },
    request: (challenge) => ({
      path: "/api/auth/passkeys",
      json: { name: "Phone", registration: new SoftwarePasskey().register(challenge) },
    }),
    status: 201,
  },
  "POST /api/auth/passkeys/challenge": {
    request: () => ({ path: "/api/auth/passkeys/challenge" }),
    status: 200,
  },
  "POST /api/auth/passkeys/sign-in": {
    request: async () => {
      const { passkey: key } = await givePasskey(await createPerson());
      return {
        path: "/api/auth/passkeys/sign-in",
        json: { passkey: key.answer(await askChallenge()) },
      };
    },
    status: 200,
  },
  "PATCH /api/auth/passkeys/{id}": {
    ownTarget: passkey,
    request: (id) => ({ path: `/api/auth/passkeys/${at(id)}`, json: { name: "Tablet" } }),
    status: 200,
  },
  "DELETE /api/auth/passkeys/{id}": {
    ownTarget: passkey,
    request: (id) => ({ path: `/api/auth/passkeys/${at(id)}`, json: proof }),
    status: 204,
  },

  "GET /api/auth/keys": get("/api/auth/keys"),
  "POST /api/auth/keys": {
    request: () => ({ path: "/api/auth/keys", json: { ...proof, name: "NAS", scopes: ["upload"] } }),
    status: 201,
  },
  "DELETE /api/auth/keys": { request: () => ({ path: "/api/auth/keys" }), status: 200 },
  "DELETE /api/auth/keys/{id}": {
    ownTarget: async (person) => (await storeKey(person)).id,
    request: (id) => ({ path: `/api/auth/keys/${at(id)}` }),
    status: 204,
  },
  // For programs; a session is no key.
  "GET /api/auth/key": { request: () => ({ path: "/api/auth/key" }), status: 404 },

  "GET /api/auth/second-factor": get("/api/auth/second-factor"),
  "POST /api/auth/second-factor": {
    prepare: async (person) => {
      await withoutAuthenticator(person);
      return "";
    },
    request: () => ({ path: "/api/auth/second-factor", json: proof }),
    status: 200,
  },
  "POST /api/auth/second-factor/confirm": {
    prepare: async (person) => {
      await withoutAuthenticator(person);
      return appCode(await startSecondFactor(person));
    },
    request: (code) => ({ path: "/api/auth/second-factor/confirm", json: { code } }),
    status: 200,
  },
  "POST /api/auth/second-factor/recovery-codes": {
    prepare: async (person) => {
      await withoutAuthenticator(person);
      await giveAuthenticator(person);
      return "";
    },
    request: () => ({ path: "/api/auth/second-factor/recovery-codes", json: proof }),
    status: 200,
  },
  "DELETE /api/auth/second-factor": {
    prepare: async (person) => {
      await withoutAuthenticator(person);
      await giveAuthenticator(person);
      return "";
    },
    request: () => ({ path: "/api/auth/second-factor", json: proof }),
    status: 204,
  },

  "GET /api/user/activity": get("/api/user/activity"),
};
