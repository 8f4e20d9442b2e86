import { safePath } from "@/lib/shared/safe-path";

test.each(["/", "/search?q=a%20b#c", "/media/2024/3"])("%s stays unchanged", (path) => {
  expect(safePath(path)).toBe(path);
});

test.each([
  null,
  undefined,
  "",
  "search",
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
])("%j leads nowhere", (path) => {
  expect(safePath(path)).toBeNull();
});
