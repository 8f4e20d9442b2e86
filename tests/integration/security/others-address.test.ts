import { recordActivity } from "@/lib/core/activity/server/service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner } from "@/tests/support/factories";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase();

const origin = { ipAddress: "2001:db8::77", userAgent: "The admin's phone" };

test("a member's own activity doesn't reveal the address of an admin who changed their role", async () => {
  const admin = await createOwner();
  const member = await createMember(admin.familyId);
  const happening = {
    action: "family.roleChanged",
    subjectId: member.userId,
    familyId: admin.familyId,
    detail: { role: "admin" },
    origin,
  };
  await recordActivity({ ...happening, actorId: admin.userId });
  const { body } = await call<object[]>("GET", "/api/user/activity", { cookie: member.cookie });
  expect(body).toEqual([expect.objectContaining({ device: null, ipAddress: null })]);
  const { bytes } = await call("GET", "/api/user/export", { cookie: member.cookie });
  const exported = Buffer.concat([...(await unzip(bytes)).values()]).toString("utf8");
  expect(exported).toContain("family.roleChanged");
  expect(exported).not.toMatch(/2001:db8::77|The admin's phone/);

  // A stranger's sign-in keeps its address: the person has to know where it came from.
  await recordActivity({ ...happening, action: "account.signedIn" });
  const { body: both } = await call<object[]>("GET", "/api/user/activity", { cookie: member.cookie });
  expect(both[0]).toEqual(expect.objectContaining({ ipAddress: "2001:db8::77" }));
});
