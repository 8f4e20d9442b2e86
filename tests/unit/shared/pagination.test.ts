import { cursorSchema, limitSchema, offsetSchema, pageQuerySchema } from "@/lib/shared/pagination";

const accepts = (schema: { safeParse: (value: unknown) => { success: boolean } }, values: unknown[]) =>
  values.map((value) => schema.safeParse(value).success);

test("limits, offsets and cursors have bounds", () => {
  expect(accepts(limitSchema(), ["0", "1", "200", "201", "1.5", "x"])).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(accepts(limitSchema(100), ["100", "101"])).toEqual([true, false]);
  expect(accepts(offsetSchema(), ["-1", "0", "10000000", "10000001"])).toEqual([false, true, true, false]);
  expect(accepts(cursorSchema(), ["c".repeat(200), "c".repeat(201)])).toEqual([true, false]);
});

test("a page's position can be left out; numbers are read from text", () => {
  expect(pageQuerySchema.parse({})).toEqual({});
  expect(pageQuerySchema.parse({ limit: "20", offset: "40" })).toEqual({ limit: 20, offset: 40 });
});

test("limits and cursors are refused with the given messages", () => {
  const error = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message;
  expect(error(limitSchema(100, "Must be a number").safeParse("x"))).toBe("Must be a number");
  expect(error(cursorSchema("Gone").safeParse("c".repeat(201)))).toBe("Gone");
});
