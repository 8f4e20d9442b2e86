import { lineSchema, textSchema } from "@/lib/shared/text";

const line = lineSchema(10, "Name is required");
const text = textSchema(10, "Words are required");

test("a line is trimmed, and an empty one is required with the given message", () => {
  expect(line.parse("  Ada  ")).toBe("Ada");
  for (const value of ["", "   ", undefined, null]) {
    expect(line.safeParse(value).error?.issues[0]?.message).toBe("Name is required");
  }
});

test.each(["a\nb", "a\tb", "a\u0000b", "a\u007fb", "a\ud800b"])("a line can't contain %j", (value) => {
  expect(line.safeParse(value).success).toBe(false);
});

test("a text keeps its lines and spaces, and can't contain NUL or half a character", () => {
  expect(text.parse(" a\n\tb ")).toBe(" a\n\tb ");
  expect(text.parse("👩‍👧")).toBe("👩‍👧");
  for (const value of ["a\u0000", "\udc00", "x".repeat(11)])
    expect(text.safeParse(value).success).toBe(false);
  expect(text.safeParse(undefined).error?.issues[0]?.message).toBe("Words are required");
});
