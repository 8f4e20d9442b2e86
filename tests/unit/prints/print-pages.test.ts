import { readFileSync } from "node:fs";
import { printPages } from "@/components/operations/admin/admin-pages";

test("every admin page about prints closes with them, except for earlier orders", () => {
  expect(printPages.size).toBeGreaterThanOrEqual(3);
  for (const address of printPages) {
    const page = readFileSync(`app/(album)${address}/page.tsx`, "utf8");
    expect([address, page]).toEqual([
      address,
      expect.stringContaining("const state = await getPrintsPageState(actor);"),
    ]);
    expect([address, page]).toEqual([
      address,
      expect.stringContaining('if (state === "off") return <PrintsOff />;'),
    ]);
  }
});
