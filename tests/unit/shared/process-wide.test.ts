test("two copies of a module share one value, until it is forgotten", async () => {
  const first = await import("@/lib/shared/process-wide");
  jest.resetModules();
  const second = await import("@/lib/shared/process-wide");
  expect(second.processWide).not.toBe(first.processWide);

  const made = first.processWide("pool", () => ({ name: "first" }));
  expect(second.processWide("pool", () => ({ name: "second" }))).toBe(made);
  expect(second.processWide("other", () => "other")).toBe("other");
  expect(second.forgetProcessWide("pool")).toBe(made);
  expect(second.forgetProcessWide("pool")).toBeUndefined();
  expect(first.processWide("pool", () => "third")).toBe("third");
});
