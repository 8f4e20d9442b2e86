import { excerpt } from "@/lib/shared/excerpt";

test("short text stays whole, on one line", () => {
  expect(excerpt("What\n\n a   day!")).toBe("What a day!");
});

test("long text is cut between characters, never within one", () => {
  const cut = excerpt("👩‍👩‍👧".repeat(60));
  expect([...cut]).toHaveLength(120);
  expect(cut.isWellFormed()).toBe(true);
  expect(cut.endsWith("…")).toBe(true);
});
