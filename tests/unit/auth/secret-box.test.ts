import { openSecret, sealSecret } from "@/lib/core/auth/server/secret-box";

const secret = "JBSWY3DPEHPK3PXP";

test("a sealed secret opens for the same purpose and owner", () => {
  expect(openSecret(sealSecret(secret, "app", "ada"), "app", "ada")).toBe(secret);
});

test("the same secret looks different each time, and never like itself", () => {
  const [one, other] = [sealSecret(secret, "app", "ada"), sealSecret(secret, "app", "ada")];
  expect(one).not.toBe(other);
  expect(Buffer.from(one.slice(3), "base64url").toString("latin1")).not.toContain(secret);
});

test.each([
  ["another owner", (box: string) => openSecret(box, "app", "ben")],
  ["another purpose", (box: string) => openSecret(box, "mail", "ada")],
  ["a changed letter", (box: string) => openSecret(`${box.slice(0, -3)}AAA`, "app", "ada")],
  ["a cut end", (box: string) => openSecret(box.slice(0, 30), "app", "ada")],
  ["another version", (box: string) => openSecret(box.replace("v1", "v2"), "app", "ada")],
  ["nothing", () => openSecret("", "app", "ada")],
])("with %s it stays closed", (_, open) => {
  expect(open(sealSecret(secret, "app", "ada"))).toBeNull();
});
