import { checkAddress, checkNode, checkSecrets } from "@/lib/features/system/checks/settings-check";

test.each([
  ["20.11.0", "wrong"],
  ["22.0.0", "ok"],
  ["24.3.1", "ok"],
])("Node %s is %s", (version, level) => {
  expect(checkNode(version).level).toBe(level);
});

test.each([
  [undefined, false, "warn", "APP_URL is not set"],
  ["https://album.example.org", true, "ok", "album.example.org"],
  ["https://album.example.org", false, "warn", "TRUST_PROXY is off"],
  ["http://album.example.org", true, "warn", "not https"],
  ["http://localhost:3000", false, "ok", "localhost"],
  ["https://example.org/album", true, "wrong", "/album"],
  ["ftp://album.example.org", true, "wrong", "ftp:"],
])("the address %s behind a proxy (%s) is %s", (url, isBehindProxy, level, words) => {
  expect(checkAddress(url, isBehindProxy)).toMatchObject({ level, message: expect.stringContaining(words) });
});

const random = "q8Zt3LxV0mWc7Rb1Yk5Pn9Hs2Dj6Fg4A";

test.each([
  [random, undefined, true, "ok"],
  ["a".repeat(40), undefined, true, "wrong"],
  [`my-secret-${random}`, undefined, true, "wrong"],
  [random, "short-one", true, "warn"],
  [random, "a long enough password", true, "ok"],
  [random, undefined, false, "wrong"],
])("the secret %s with the password %s and limits %s is %s", (secret, password, areLimitsOn, level) => {
  expect(checkSecrets(secret, password, areLimitsOn).level).toBe(level);
});

test("whatever is not ok says what to do, and no secret is told", () => {
  for (const check of [
    checkNode("18.0.0"),
    checkAddress("http://a.example", false),
    checkSecrets("a".repeat(40)),
  ]) {
    expect(check.advice).toBeTruthy();
    expect(`${check.message}${check.advice}`).not.toContain("aaaa");
  }
});
