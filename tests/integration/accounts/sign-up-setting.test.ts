import { getSignUp } from "@/lib/core/system-settings/server/sign-up-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson } from "@/tests/support/factories";

// Set before the settings are first read.
process.env.APP_URL = "https://album.example.org";
process.env.SIGN_UP = "open";

withTestDatabase();

const signUp = (name: string) =>
  call("POST", "/api/organization/signup", {
    json: {
      username: name,
      email: `${name}@example.org`,
      password: "correct horse battery",
      familyName: "The Newcomers",
    },
  });

test("with SIGN_UP=open any family signs up on a public address, until a super admin closes it", async () => {
  await createOwner();
  expect((await signUp("second-family")).status).toBe(201);
  expect(await getSignUp()).toEqual({ isOpen: true, reason: "environment" });
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const { body } = await call("GET", "/api/super-admin/settings", { cookie });
  await call("PUT", "/api/super-admin/settings", { cookie, json: { ...body, signUpOpen: false } });
  expect((await signUp("third-family")).status).toBe(403);
  expect(await getSignUp()).toEqual({ isOpen: false, reason: "super-admin" });
});
