import { readdirSync } from "node:fs";
import path from "node:path";
import { decidePage } from "@/lib/core/auth/server/page-access";
import { readPageList } from "@/tests/support/page-list";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const list = readPageList();

/** The address of every page, with {parameters}. */
const addresses = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "page.tsx")
  .map((file) => {
    const parts = path.dirname(file).split(path.sep);
    const named = parts.filter((part) => part !== "." && !/^\(.*\)$/.test(part));
    return `/${named.join("/").replace(/\[(\w+)\]/g, "{$1}")}`;
  });

test("the frozen page list names every existing page, sorted, and no other", () => {
  // If a page is missing here, add a line to tests/page-list.txt that says who sees it.
  expect([...list.keys()]).toEqual([...addresses].sort());
});

test.each([...list])("%s is shown to %s, as the list says", (address, who) => {
  const asked = address.replace(/\{\w+\}/g, "x");
  const isForVisitors = who === "anyone" || who === "anyone, super admin";
  expect(decidePage(asked, null)).toBe(isForVisitors ? "show" : "welcome");
  const isForSuperAdmins = who.startsWith("super admin") || who === "anyone, super admin";
  const superAdmin = { token: "t", isSuperAdmin: true };
  expect(decidePage(asked, superAdmin)).toBe(isForSuperAdmins ? "show" : "superAdminHome");
});
