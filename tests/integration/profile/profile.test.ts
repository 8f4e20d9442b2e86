import type { UserDto } from "@/lib/account/accounts/schema";
import type { ProfileDto } from "@/lib/account/profile/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createFamily,
  createMember,
  createPerson,
  emptyProfile,
  type Person,
  testPassword,
} from "@/tests/support/factories";

withTestDatabase();

const fields = (email: string | null | undefined) => ({
  email,
  phoneNumber: "+44 (7700) 900-123",
  addressFullName: " Ada Okafor ",
  addressLine1: "1 Garden Lane",
  addressLine2: "",
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
  // Changing the phone number requires proof.
  password: testPassword,
});

const update = ({ cookie }: Person, json: object) =>
  call<ProfileDto & { field?: string; code?: string; error?: string }>("POST", "/profile-direct-update", {
    cookie,
    json,
  });

const me = async ({ cookie }: Person) => (await call<UserDto>("GET", "/api/auth/me", { cookie })).body;

const complete = ({ cookie }: Person) => call("POST", "/api/auth/complete-onboarding", { cookie });

describe("saving the profile", () => {
  test("stores what was typed, tidied, and answers the user", async () => {
    const ada = await createPerson(emptyProfile);
    const { status, body } = await update(ada, { ...fields(ada.email), title: " Mum " });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: ada.userId,
      title: "Mum",
      email: ada.email,
      pendingEmail: null,
      phoneNumber: "+447700900123",
      addressFullName: "Ada Okafor",
      addressLine2: null,
    });
    const { pendingEmail: _, phoneConfirmed: _phone, ...user } = body;
    expect(await me(ada)).toEqual(user);
  });

  test("each field of the address is stored separately, and the session's user has it", async () => {
    const ada = await createPerson(emptyProfile);
    const address = {
      addressFullName: "Ada Lovelace Okafor",
      addressLine1: "Flat 3",
      addressLine2: "12 Orchard Row",
      addressCity: "Bristol",
      addressPostcode: "BS1 4XX",
    };
    expect((await update(ada, { ...fields(ada.email), ...address })).status).toBe(200);
    expect(await me(ada)).toMatchObject({ ...address, phoneNumber: "+447700900123" });
    const { addressLine2: _, ...required } = address;
    expect((await update(ada, { ...fields(ada.email), ...required, addressLine2: "" })).status).toBe(200);
    expect(await me(ada)).toMatchObject({ ...required, addressLine2: null });
  });

  test("leaves a title that isn't sent unchanged, and clears one that is sent empty", async () => {
    const ada = await createPerson({ title: "Grandma" });
    expect((await update(ada, fields(ada.email))).body.title).toBe("Grandma");
    expect((await update(ada, { ...fields(ada.email), title: "" })).body.title).toBeNull();
  });

  test.each([
    ["email", "Please enter a valid email address"],
    ["phoneNumber", "Phone number is required for print delivery"],
    ["addressFullName", "Full name is required for print delivery"],
    ["addressLine1", "Address is required for print delivery"],
    ["addressCity", "City is required for print delivery"],
    ["addressPostcode", "Postcode is required for print delivery"],
  ])("without %s says: %s", async (field, words) => {
    const ada = await createPerson();
    const before = await me(ada);
    for (const missing of ["", "   ", undefined]) {
      const answer = await update(ada, { ...fields(ada.email), [field]: missing });
      expect([answer.status, answer.body.field, answer.body.error]).toEqual([400, field, words]);
    }
    expect(await me(ada)).toEqual(before);
  });

  test.each(["call me", "12", "+44 7700 900123 ext 4", "+1234567890123456"])(
    "takes no phone number like %j",
    async (phoneNumber) => {
      const ada = await createPerson();
      const { status, body } = await update(ada, { ...fields(ada.email), phoneNumber });
      expect([status, body.field]).toEqual([400, "phoneNumber"]);
    },
  );

  test("changes nobody else, no matter whom the body names, and no role", async () => {
    const familyId = await createFamily();
    const [ada, ben] = [await createMember(familyId), await createMember(familyId, "owner")];
    const before = await me(ben);
    const claims = {
      userId: ben.userId,
      id: ben.userId,
      username: "boss",
      isAdmin: true,
      isSuperAdmin: true,
    };
    const { body } = await update(ada, { ...fields(ada.email), ...claims, onboardingCompleted: false });
    expect(body).toMatchObject({
      id: ada.userId,
      username: ada.username,
      isAdmin: false,
      isSuperAdmin: false,
      onboardingCompleted: true,
    });
    expect(await me(ben)).toEqual(before);
  });

  test("of a child works without an e-mail address, and takes none", async () => {
    const kofi = await createMember(await createFamily(), "member", { isChild: true });
    await db.user.update({ where: { id: kofi.userId }, data: { email: null }, select: { id: true } });
    expect((await update(kofi, fields(""))).status).toBe(200);
    expect((await update(kofi, fields(null))).body.email).toBeNull();
    const refused = await update(kofi, fields("kofi@example.org"));
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      422,
      "child_has_no_email",
      "email",
    ]);
  });
});

describe("completing the onboarding", () => {
  test("succeeds once everything is there, and repeating it changes nothing", async () => {
    const ada = await createPerson(emptyProfile);
    await update(ada, fields(ada.email));
    expect((await me(ada)).onboardingCompleted).toBe(false);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await complete(ada);
      expect([status, body.onboardingCompleted]).toEqual([200, true]);
    }
    expect((await me(ada)).onboardingCompleted).toBe(true);
  });

  test.each(["phoneNumber", "addressFullName", "addressLine1", "addressCity", "addressPostcode"])(
    "is refused with a message without %s",
    async (field) => {
      const ada = await createPerson({ onboardingCompleted: false, [field]: null });
      const answer = await complete(ada);
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([
        422,
        "profile_incomplete",
        field,
      ]);
      expectErrorBody(answer);
      expect((await me(ada)).onboardingCompleted).toBe(false);
    },
  );

  test.each([{ passwordHash: null }, { passwordTemporary: true }])(
    "is refused without a password of one's own: %j",
    async (values) => {
      const ada = await createPerson({ onboardingCompleted: false, ...values });
      const { status, body } = await complete(ada);
      expect([status, body.code, body.field]).toEqual([422, "password_missing", "password"]);
    },
  );

  test("requires nothing of a super admin", async () => {
    const root = await createPerson({ ...emptyProfile, isSuperAdmin: true });
    expect((await complete(root)).status).toBe(200);
  });

  test("no call is blocked before it", async () => {
    const ada = await createMember(await createFamily(), "owner", emptyProfile);
    expect((await call("GET", "/api/media/latest", { cookie: ada.cookie })).status).toBe(200);
  });
});
