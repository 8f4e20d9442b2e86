import { adminGroups, diagnosticPages } from "@/components/operations/admin/admin-pages";
import { isAdminPath } from "@/components/operations/admin/admin-paths";
import { readPageList } from "@/tests/support/page-list";

const pages = [...readPageList()].filter(([, who]) => who === "admin").map(([address]) => address);
const reached = new Set(
  [...adminGroups.flatMap((group) => group.pages), ...diagnosticPages].flatMap(({ href, also }) => [
    href,
    also,
  ]),
);

test("the admins' navigation leads to every page that only admins see, and appears on each", () => {
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  expect(pages.filter((page) => !isAdminPath(page))).toEqual([]);
});

test("no address is in two groups", () => {
  const addresses = adminGroups.flatMap((group) => group.pages.map(({ href }) => href));
  expect(new Set(addresses).size).toBe(addresses.length);
});
