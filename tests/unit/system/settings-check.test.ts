import { checkAddress, checkNode, checkSecrets } from "@/lib/operations/system/server/checks/settings-check";

test.each([
  ["20.11.0", "wrong"],
  ["22.0.0", "ok"],
  ["24.3.1", "ok"],
])("Node %s is %s", (version, level) => {
  expect(checkNode(version).level).toBe(level);
});

const proxy = ["127.0.0.1"];

test.each([
  [undefined, [], "warn", "APP_URL is not set"],
  ["https://album.example.org", proxy, "ok", "album.example.org"],
  ["https://album.example.org", [], "warn", "TRUST_PROXY is off"],
  ["https://album.example.org", ["0.0.0.0/0"], "wrong", "trusts every address"],
  ["https://album.example.org", [...proxy, "::/0"], "wrong", "trusts every address"],
  ["http://album.example.org", proxy, "warn", "not https"],
  ["http://localhost:3000", [], "ok", "localhost"],
  ["https://example.org/album", proxy, "wrong", "/album"],
  ["ftp://album.example.org", proxy, "wrong", "ftp:"],
])("the address %s behind the proxies %j is %s", (url, proxies, level, words) => {
  expect(checkAddress(url, proxies)).toMatchObject({ level, message: expect.stringContaining(words) });
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

test("everything that isn't ok says what to do, and no secret is revealed", () => {
  for (const check of [
    checkNode("18.0.0"),
    checkAddress("http://a.example", []),
    checkSecrets("a".repeat(40)),
  ]) {
    expect(check.advice).toBeTruthy();
    expect(`${check.message}${check.advice}`).not.toContain("aaaa");
  }
});
