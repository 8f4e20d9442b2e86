import { readList } from "@/tests/support/access-list";

const audiences = [
  "anyone",
  "anyone, super admin",
  "signed in",
  "member",
  "grown-up member",
  "admin",
  "super admin",
  "super admin or operator",
] as const;
export type PageAudience = (typeof audiences)[number];

const listPath = "tests/page-list.txt";

/** The frozen page list: who sees which address. @throws Error for an invalid line, or a duplicate page */
export function readPageList(): Map<string, PageAudience> {
  const pages = new Map<string, PageAudience>();
  for (const [address = "", who = ""] of readList(listPath, 2)) {
    const audience = audiences.find((known) => known === who);
    if (!audience) throw new Error(`${listPath}: ${address} is for “${who}”, which the list doesn't explain`);
    if (pages.has(address)) throw new Error(`${listPath} has ${address} twice`);
    pages.set(address, audience);
  }
  return pages;
}
