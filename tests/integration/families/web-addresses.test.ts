import { renderMail } from "@/lib/core/messages/server/render";
import { mailTemplates } from "@/lib/core/messages/server/templates";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";

withTestDatabase();

const profile = {
  email: "ada@example.org",
  phoneNumber: "+44 (7700) 900-123",
  addressFullName: "Ada Okafor",
  addressLine1: "1 Garden Lane",
  addressLine2: "",
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
};
const lure = "Claim your prize at evil.com";

test("a stranger who names a family after a web address, to have it mailed to victims, is refused at the field", async () => {
  const account = { username: "a-stranger", email: "s@example.org", password: "correct horse battery" };
  const answer = await call("POST", "/api/organization/signup", { json: { ...account, familyName: lure } });
  expect([answer.status, answer.body.field]).toEqual([400, "familyName"]);
  expect(answer.body.message).toContain("web address");
  const named = await call("POST", "/api/organization/signup", {
    json: { ...account, username: "evil.com", familyName: "The Strangers" },
  });
  expect([named.status, named.body.field]).toEqual([400, "username"]);
  expect(await db.user.count()).toBe(0);
  const kind = await call("POST", "/api/organization/signup", {
    json: { ...account, username: "j.r.smith", familyName: "St. Mary's & J.R. Smith" },
  });
  expect(kind.status).toBe(201);
});

test.each([
  ["POST", "/api/create-organization", { name: lure }, "name"],
  ["POST", "/api/family-members", { name: lure }, "name"],
  ["POST", "/api/family-members", { name: "Rose", nickname: "www.evil" }, "nickname"],
  ["POST", "/api/invitations", { username: "evil.com", email: "v@example.org", isAdmin: false }, "username"],
  [
    "POST",
    "/api/child-accounts",
    { username: "kofi-small", displayName: lure, birthDate: "2019-05-01", password: "correct horse battery" },
    "displayName",
  ],
  ["POST", "/profile-direct-update", { ...profile, title: "https://evil" }, "title"],
  ["PUT", "/api/user/name", { title: "https://evil" }, "title"],
  ["POST", "/profile-direct-update", { ...profile, addressFullName: lure }, "addressFullName"],
] as const)(
  "%s %s with a web address in a name is refused at the field",
  async (method, path, json, field) => {
    const { cookie } = await createOwner({ tier: "family" });
    const answer = await call(method, path, { cookie, json });
    expect([answer.status, answer.body.field]).toEqual([400, field]);
  },
);

test("a family that already had such a name can't invite: the mail's subject, text and HTML lead nowhere", async () => {
  const { cookie } = await createOwner({ name: lure, tier: "family" });
  const json = { username: "victim", email: "victim@example.org", isAdmin: false };
  expect((await call("POST", "/api/invitations", { cookie, json })).status).toBe(201);
  const mail = await db.outboxMessage.findFirstOrThrow({ select: { subject: true, text: true, html: true } });
  expect(mail.subject).toContain("Claim your prize at evil. com");
  expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain("evil.com");
});

test("the links that a mail is meant for stay unchanged", () => {
  const url = "https://album.example.org/register/sample";
  const values = {
    ...mailTemplates.invitation.sample,
    family: "www.evil.com",
    url,
    appName: "album.example.org",
  };
  const { subject, text } = renderMail(mailTemplates.invitation, values);
  expect(subject).toBe("Amara invites you to www. evil. com");
  expect(text).toContain(url);
  expect(text).toContain("on album.example.org, a private album");
});
