import busboy from "busboy";
import fc from "fast-check";
import { boundaryOf, isFile, readField, readForm } from "@/lib/http/multipart";
import { freeing } from "@/lib/platform/files/blocks";

const boundary = "----keepsake-7fA";

interface Read {
  fields: [string, string][];
  files: { name: string; fileName: string | undefined; mimeType: string; text: string }[];
}

/** Splits the bytes as a network does; each piece is freed after its turn, as on the server. */
async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield new Uint8Array(bytes.subarray(at, at + size));
    at += size;
  }
}

async function readOurs(form: Buffer, sizes: readonly number[] = [form.length + 1]): Promise<Read> {
  const read: Read = { fields: [], files: [] };
  for await (const part of readForm(freeing(inPieces(form, sizes)), boundary)) {
    if (!isFile(part)) {
      read.fields.push([part.name, await readField(part)]);
      continue;
    }
    let text = "";
    for await (const piece of part.bytes) text += Buffer.from(piece).toString("latin1");
    read.files.push({ name: part.name, fileName: part.fileName, mimeType: part.mimeType, text });
  }
  return read;
}

/** The same form as read by busboy, which this reader replaced; null if busboy refuses it. */
async function readByBusboy(form: Buffer): Promise<Read | null> {
  const read: Read = { fields: [], files: [] };
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const parser = busboy({ headers, defParamCharset: "utf8" });
  parser.on("field", (name, value) => name && read.fields.push([name, value]));
  parser.on("file", (name, stream, { filename, mimeType }) => {
    const file = { name, fileName: filename, mimeType, text: "" };
    if (name) read.files.push(file);
    stream.on("data", (piece: Buffer) => {
      file.text += piece.toString("latin1");
    });
    stream.on("error", () => {});
  });
  let isRefused = false;
  parser.on("error", () => {
    isRefused = true;
  });
  await new Promise<void>((resolve) => {
    parser.on("close", resolve);
    parser.end(form);
  });
  return isRefused ? null : read;
}

async function expectAlike(form: Buffer, sizes: readonly number[]): Promise<void> {
  // busboy is inconsistent if a boundary directly follows another or a blank line, or if its line ending is incomplete.
  const unclear = [
    `--${boundary}\r\n--${boundary}`,
    `\r\n\r\n--${boundary}`,
    `--${boundary}\r\r`,
    `--${boundary}-\r`,
  ];
  fc.pre(!unclear.some((text) => form.includes(text)));
  // busboy reads past the last boundary if more follows in the same piece.
  const last = `--${boundary}--`;
  fc.pre(!form.subarray(form.indexOf(last) + last.length).includes(boundary) || !form.includes(last));
  const expected = await readByBusboy(form);
  const found = await readOurs(form, sizes).catch((error: { status?: number }) => {
    expect(error).toMatchObject({ status: 400, field: "body" });
    return null;
  });
  expect(found).toEqual(expected);
}

const sizesArbitrary = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 });

/** Content that looks like the end of a part but isn't, or not quite. */
const content = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom(
          "\r",
          "\n",
          "\r\n",
          "\r\n\r\n",
          "-",
          "--",
          "\r\n--",
          `\r\n--${boundary.slice(0, -1)}`,
          `--${boundary}`,
          `\r--${boundary}`,
          `\r\n\r\n--${boundary.slice(0, 5)}`,
        )
        .map((text) => Buffer.from(text)),
    ),
    { maxLength: 8 },
  )
  .map((parts) => Buffer.concat(parts));

const name = fc.constantFrom("fileData", "year", "a b", "naïve", "", "__proto__");
const fileName = fc.constantFrom(
  "a.jpg",
  "C:\\fakepath\\b.jpg",
  "../c.jpg",
  "ä 🌊.mp4",
  'quo\\"te.png',
  "..",
  "%22.gif",
  "",
);

const partArbitrary = fc
  .record({
    name,
    fileName: fc.option(fileName, { nil: undefined }),
    type: fc.constantFrom(
      undefined,
      "image/jpeg",
      "IMAGE/PNG; charset=utf-8",
      "application/octet-stream",
      "nothing",
    ),
    more: fc.constantFrom(
      "",
      "X-More: 1\r\n",
      "X-Folded: 1\r\n 2\r\n",
      "Content-Transfer-Encoding: binary\r\n",
    ),
    content,
  })
  .map((part) => {
    const file = part.fileName === undefined ? "" : `; filename="${part.fileName}"`;
    const head = `\r\n${part.more}Content-Disposition: form-data; name="${part.name}"${file}\r\n`;
    const type = part.type === undefined ? "" : `content-type: ${part.type}\r\n`;
    return Buffer.concat([Buffer.from(`${head}${type}\r\n`), part.content]);
  });

/** Things other than a part that may follow a boundary line. */
const odd = fc.constantFrom(
  "",
  "x",
  "\r\n",
  "\r\n\r\n",
  "\r\nContent-Disposition: form-data\r\n\r\nwithout a name",
  "\r\nContent-Disposition: attachment; name=a\r\n\r\nof another kind",
  "\r\nX-Only: 1\r\n\r\nwithout a disposition",
  "\r\nno header at all\r\n\r\n",
  "\r\nContent-Disposition: form-data; name=plain\r\n\r\nwithout quotation marks",
  "\r\nContent-Disposition: form-data; name=a; filename*=UTF-8''na%C3%AFve.jpg\r\n\r\nx",
  '\r\nContent-Disposition: form-data; name=a; filename="a.jpg\r\n\r\nan open quotation mark',
  "\r\nContent-Disposition: form-data; name=a\0b\r\n\r\nx",
);

const formArbitrary = fc
  .record({
    preamble: fc.constantFrom("", "Hello\r\n", "\r\n", `--${boundary.slice(0, 3)}\r\n`),
    parts: fc.array(
      fc.oneof(
        { weight: 5, arbitrary: partArbitrary },
        { weight: 1, arbitrary: odd.map((text) => Buffer.from(text)) },
      ),
      { maxLength: 5 },
    ),
    end: fc.oneof(
      { weight: 6, arbitrary: fc.constant(`\r\n--${boundary}--\r\n`) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          `\r\n--${boundary}--`,
          `\r\n--${boundary}--and an epilogue\r\n`,
          `\r\n--${boundary}-`,
          `\r\n--${boundary}`,
          `\r\n--${boundary.slice(0, -2)}`,
          "",
        ),
      },
    ),
  })
  .map(({ preamble, parts, end }) => {
    const pieces = parts.flatMap((part, index) => [
      Buffer.from(`${index === 0 ? "" : "\r\n"}--${boundary}`),
      part,
    ]);
    const tail = parts.length === 0 ? end.slice(2) : end;
    return Buffer.concat([Buffer.from(preamble), ...pieces, Buffer.from(tail)]);
  });

test("every form is read, or refused, as by busboy, wherever the network cuts it", async () => {
  await fc.assert(
    fc.asyncProperty(formArbitrary, sizesArbitrary, (form, sizes) => expectAlike(form, sizes)),
    { numRuns: 500 },
  );
});

const field = (key: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
const file = (text: string, key = "fileData") =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${key}"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n${text}\r\n`;
const end = `--${boundary}--\r\n`;

test("a form that ends early at any point is refused, and never read as a shorter one", async () => {
  const form = Buffer.from(`${field("year", "2024")}${file("a picture\r\n--")}${field("month", "7")}${end}`);
  // The line break after the last boundary isn't part of the form.
  for (let length = 0; length < form.length - 2; length++) {
    await expect(readOurs(form.subarray(0, length), [11])).rejects.toMatchObject({ status: 400 });
  }
});

test("a part without headers, or whose content starts with the boundary, is refused", async () => {
  const parts = [
    `--${boundary}\r\n`,
    `--${boundary}\r\n\r\nx\r\n`,
    file(`--${boundary}`),
    file(`--${boundary}\r\n`),
  ];
  for (const part of parts) {
    await expect(readOurs(Buffer.from(part + end))).rejects.toMatchObject({ status: 400 });
  }
});

test("anything after the last boundary is ignored, even if it looks like a part", async () => {
  const form = Buffer.from(`${field("year", "2024")}${end}${field("year", "2025")}${end}`);
  expect((await readOurs(form, [13])).fields).toEqual([["year", "2024"]]);
});

test("an unread part is skipped, fields before and after the file are read", async () => {
  const form = Buffer.from(`${field("year", "2024")}${file("skipped")}${field("month", "7")}${end}`);
  const names: string[] = [];
  for await (const part of readForm(inPieces(form, [5]), boundary)) names.push(part.name);
  expect(names).toEqual(["year", "fileData", "month"]);
});

test("headers of more than 16 KB, more than 25 parts and a field over 64 KB are refused", async () => {
  const long = `--${boundary}\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n\r\n${end}`;
  await expect(readOurs(Buffer.from(long))).rejects.toMatchObject({ status: 400 });
  const many = (count: number) => Buffer.from(field("a", "b").repeat(count) + end);
  expect((await readOurs(many(25))).fields).toHaveLength(25);
  await expect(readOurs(many(26))).rejects.toMatchObject({ status: 400 });
  await expect(readOurs(Buffer.from(field("a", "x".repeat(65_537)) + end))).rejects.toMatchObject({
    status: 413,
  });
  expect((await readOurs(Buffer.from(field("a", "x".repeat(65_536)) + end))).fields).toHaveLength(1);
});

test("a file is passed on as it arrives, not all at the end", async () => {
  let given = 0;
  async function* slowly() {
    yield Buffer.from(file("").slice(0, -2));
    for (let piece = 0; piece < 20; piece++) {
      given++;
      yield Buffer.alloc(100, 0x0d);
    }
    yield Buffer.from(`\r\n${end}`);
  }
  for await (const { bytes } of readForm(slowly(), boundary)) {
    const first = await bytes[Symbol.asyncIterator]().next();
    expect(first.value?.length).toBe(99);
    expect(given).toBe(1);
  }
});

test("a file's pieces keep no memory after their turn, even those joined with the end of the previous one", async () => {
  const text = `${"x".repeat(79_990)}\r${"y".repeat(200_000)}`;
  const form = Buffer.from(`${file(text)}${end}`);
  const pieces: Uint8Array[] = [];
  let length = 0;
  // The second piece starts after the carriage return, which might belong to a boundary.
  const cutBehindReturn = form.indexOf("\r", 79_990) + 1;
  for await (const part of readForm(freeing(inPieces(form, [cutBehindReturn, 60_000])), boundary)) {
    for await (const piece of part.bytes) {
      length += piece.length;
      pieces.push(piece);
    }
  }
  expect(length).toBe(text.length);
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.map(({ buffer }) => buffer.byteLength)).toEqual(pieces.map(() => 0));
});

test.each([
  ["multipart/form-data; boundary=abc", "abc"],
  ['multipart/form-data; charset=utf-8; boundary="a b;c"', "a b;c"],
  ["Multipart/Form-Data; BOUNDARY=abc; charset=x", "abc"],
  ["multipart/form-data", undefined],
  ["application/json; boundary=abc", undefined],
])("the boundary of %s is %s", (type, expected) => {
  const request = new Request("http://album.test/", { method: "POST", headers: { "Content-Type": type } });
  expect(boundaryOf(request)).toBe(expected);
});
