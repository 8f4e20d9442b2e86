import fc from "fast-check";
import { readJsonWithFile } from "@/lib/album/uploads/server/json-upload";
import { freeing } from "@/lib/platform/files/blocks";

/** The text in pieces as the server gets them: cut anywhere, even inside a character, and freed after their turn. */
const inPieces = (text: string, sizes: readonly number[]) => freeing(cut(text, sizes));

async function* cut(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield new Uint8Array(bytes.subarray(at, at + size));
    at += size;
  }
}

const collect = async (source: AsyncIterable<Uint8Array>) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
};

const read = (text: string, sizes: readonly number[] = [7]) =>
  readJsonWithFile(inPieces(text, sizes), "fileData", collect);

const refused = (field: string) => ({ status: 400, field });

/** A JSON string in each way an encoder may write it. */
function encoded(base64: string, style: number): string {
  if (style === 1) return base64.replaceAll("/", "\\/");
  if (style === 2) return base64.replaceAll("+", "\\u002B").replaceAll("/", "\\u002f");
  if (style === 3)
    return [...base64].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
  return base64;
}

const sizesArbitrary = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

test("whatever the file, its place, its encoding and the pieces, the bytes and the fields come out as they went in", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.record({ fileName: fc.string({ unit: "binary" }), note: fc.jsonValue(), year: fc.integer() }),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 0, max: 3 }),
      sizesArbitrary,
      async (bytes, fields, isFirst, isDataUrl, style, sizes) => {
        const base64 = encoded(Buffer.from(bytes).toString("base64"), style);
        const file = `"fileData":"${isDataUrl ? "data:image/png;base64," : ""}${base64}"`;
        const rest = JSON.stringify(fields).slice(1, -1);
        const text = isFirst ? `{${file},${rest}}` : `{ ${rest} ,\n${file} }`;
        const received = await read(text, sizes);
        expect(received.file?.equals(Buffer.from(bytes))).toBe(true);
        expect(received.fields).toEqual(JSON.parse(JSON.stringify({ ...fields, fileData: "" })));
      },
    ),
  );
});

test.each([0, 1, 2, 3])(
  "a large file that arrives in one piece is read, written in way %d",
  async (style) => {
    const bytes = Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 251));
    const text = `{"fileData":"${encoded(bytes.toString("base64"), style)}"}`;
    const { file } = await read(text, [text.length]);
    expect(file?.equals(bytes)).toBe(true);
  },
);

test("any text at all is read or refused with 400, and nothing else happens", async () => {
  const odd = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    fc
      .array(
        fc.constantFrom(
          "{",
          "}",
          "[",
          "]",
          '"',
          "\\",
          ",",
          ":",
          "fileData",
          '"fileData":"',
          "AAAA",
          "u00",
          " ",
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join("")),
  );
  await fc.assert(
    fc.asyncProperty(odd, sizesArbitrary, async (text, sizes) => {
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch {
        parsed = undefined;
      }
      const outcome = await read(text, sizes).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toMatchObject({ status: 400 });
      else expect(parsed).toBeDefined();
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["a line break in it", "AAAA\\nAAAA"],
  ["a tab in it", "AAAA\\tAAAA"],
  ["a backslash in it", "AAAA\\\\AAAA"],
  ["an escaped quote in it", 'AAAA\\"AAAA'],
  ["half an escape at its end", "AAAA\\u00"],
  ["no hexadecimal digits", "AAAA\\uZZZZ"],
  ["a character of another script", "AAAA\\u0416AAA"],
  ["padding in its middle", "AA==AAAA"],
  ["one character too many", "AAAAA"],
  ["a data URL that is not base64", "data:text/plain,hello"],
  ["an endless start of a data URL", `data:${"x".repeat(400)}`],
])("a file with %s is refused by its field, however it is cut", async (_, data) => {
  for (const sizes of [[1], [3], [1000]]) {
    await expect(read(`{"fileData":"${data}","a":1}`, sizes)).rejects.toMatchObject(refused("fileData"));
  }
});

test("only the field at the top level is the file", async () => {
  const { fields, file } = await read(
    '{"a":{"fileData":"AAAA"},"b":["fileData",{"fileData":"x"}],"c":"fileData"}',
  );
  expect(file).toBeUndefined();
  expect(fields).toEqual({ a: { fileData: "AAAA" }, b: ["fileData", { fileData: "x" }], c: "fileData" });
});

test("a file that appears twice is refused", async () => {
  await expect(read('{"fileData":"AAAA","fileData":"BBBB"}')).rejects.toMatchObject(refused("fileData"));
});

test("a file that isn't text is left to the fields", async () => {
  for (const value of ["null", "1", "true", "{}", "[]"]) {
    const { fields, file } = await read(`{"fileData":${value}}`);
    expect([file, fields]).toEqual([undefined, { fileData: JSON.parse(value) }]);
  }
});

test("fields over 64 KB are refused with 413, a file of any size isn't", async () => {
  await expect(read(`{"a":"${"x".repeat(70_000)}"}`, [1000])).rejects.toMatchObject({ status: 413 });
  const { file } = await read(`{"fileData":"${"AAAA".repeat(50_000)}"}`, [999]);
  expect(file).toHaveLength(150_000);
});

test("the file's bytes are passed on as they arrive, not all at the end", async () => {
  let given = 0;
  async function* slowly() {
    yield Buffer.from('{"fileData":"');
    for (let piece = 0; piece < 50; piece++) {
      given++;
      yield Buffer.from("AAAA".repeat(10));
    }
    yield Buffer.from('"}');
  }
  const givenAt: number[] = [];
  await readJsonWithFile(slowly(), "fileData", async (bytes) => {
    for await (const _ of bytes) givenAt.push(given);
  });
  expect(givenAt[0]).toBeLessThanOrEqual(2);
  expect(givenAt).toHaveLength(50);
});

test("the memory that a file is decoded into is freed once all of it has been read", async () => {
  const memory = new Set<ArrayBufferLike>();
  async function* whole() {
    yield* cut(`{"fileData":"${"AAAA".repeat(50_000)}"}`, [20_000, 100_000]);
  }
  await readJsonWithFile(whole(), "fileData", async (bytes) => {
    for await (const piece of bytes) memory.add(piece.buffer);
  });
  // Longer pieces need more than the first ones.
  expect([...memory].map(({ byteLength }) => byteLength)).toEqual([0, 0]);
});
