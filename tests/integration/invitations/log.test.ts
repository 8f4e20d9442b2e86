import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson, testPassword } from "@/tests/support/factories";
import { storeInvitation } from "@/tests/support/invitations";

// Set before the settings are first read.
process.env.LOG_LEVEL = "info";

withTestDatabase();

test("the log contains no usable code", async () => {
  const lines: string[] = [];
  const write = jest.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  const person = await createPerson();
  const owner = await createOwner({ tier: "family" });
  const mine = await storeInvitation(owner, { email: person.email });
  const theirs = await storeInvitation(owner);
  await call("GET", `/api/invitations/${theirs.code}/validate`);
  await call("POST", `/api/register/${theirs.code}`, { json: { password: testPassword } });
  await call("POST", `/api/register/${mine.code}/accept`, { cookie: person.cookie });
  write.mockRestore();
  const paths = lines.map((line) => (JSON.parse(line) as { path: string }).path);
  expect(paths).toEqual(["/api/invitations/*/validate", "/api/register/*", "/api/register/*/accept"]);
  for (const { code } of [mine, theirs]) expect(lines.join("")).not.toContain(code);
});
