import { type Answer, albumOrigin, requestOf, send } from "@/tests/support/call";
import { initUpload } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { withSpecifiedLimits } from "@/tests/support/file-limits";
import { tinyPicture } from "@/tests/support/pictures";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();
withSpecifiedLimits();

const mebibyte = 1024 * 1024;

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

interface Sent {
  answer: Answer;
  /** How much of the body was read from the sender. */
  takenBytes: number;
}

/** Sends a body piece by piece, forever if the pieces never end. */
async function stream(
  path: string,
  pieces: Iterable<Uint8Array>,
  headers: Record<string, string> = {},
): Promise<Sent> {
  let takenBytes = 0;
  const rest = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = rest.next();
        if (next.done) return controller.close();
        takenBytes += next.value.byteLength;
        controller.enqueue(next.value);
      },
    },
    { highWaterMark: 0 },
  );
  const all = { "Content-Type": "application/json", Cookie: owner.cookie, ...headers };
  const init = { method: "POST", headers: all, body, duplex: "half" } as RequestInit;
  return { answer: await send(new Request(new URL(path, albumOrigin), init)), takenBytes };
}

function* endless(start: string, piece: Uint8Array): Generator<Uint8Array> {
  yield Buffer.from(start);
  for (;;) yield piece;
}

const filler = Buffer.alloc(64 * 1024, 0x41);

const originals = async () => (await storedKeys("families/")).filter((key) => key.includes("/originals/"));

test("a small call stops reading at its limit, whatever Content-Length says", async () => {
  for (const headers of [{}, { "Content-Length": "30" }] as Record<string, string>[]) {
    const { answer, takenBytes } = await stream("/api/hearts", endless('{"mediaId":"', filler), headers);
    expect(answer.status).toBe(413);
    expectErrorBody(answer);
    expect(takenBytes).toBeLessThan(512 * 1024);
  }
});

test("a Content-Length over the limit is refused before a byte is read", async () => {
  const { answer, takenBytes } = await stream("/api/hearts", endless("{", filler), {
    "Content-Length": String(mebibyte),
  });
  expect([answer.status, takenBytes]).toEqual([413, 0]);
});

test("a body that ends before its Content-Length is incomplete, even if it is complete JSON", async () => {
  const { id } = await storeMedia(owner, { hasFiles: false });
  const json = Buffer.from(JSON.stringify({ mediaId: id }));
  const { answer } = await stream("/api/hearts", [json], { "Content-Length": String(json.length + 1) });
  expect(answer).toMatchObject({ status: 400, body: { code: "incomplete_body" } });
});

test("a body in pieces of one byte is read like any other", async () => {
  const { id } = await storeMedia(owner, { hasFiles: false });
  const json = Buffer.from(JSON.stringify({ mediaId: id, note: "ärmel 🌊" }));
  const { answer } = await stream(
    "/api/hearts",
    [...json].map((byte) => Buffer.from([byte])),
  );
  expect(answer.status).toBe(201);
});

test("a body whose sender disconnects is refused and leaves nothing", async () => {
  const picture = (await tinyPicture()).toString("base64");
  function* breaking() {
    yield Buffer.from(`{"fileName":"a.jpg","fileType":"image","year":2024,"month":7,"fileData":"${picture}`);
    throw new Error("the phone went away");
  }
  const { answer } = await stream("/api/media", breaking());
  expect(answer).toMatchObject({ status: 400, body: { code: "incomplete_body" } });
  expect(await originals()).toEqual([]);
});

describe("an upload as JSON", () => {
  const fields = '"fileName":"a.jpg","fileType":"image","year":2024,"month":7';

  test("that never ends is cut off at the picture's 10 MB", async () => {
    const start = `{${fields},"fileData":"${Buffer.from((await tinyPicture()).subarray(0, 90)).toString("base64")}`;
    const { answer, takenBytes } = await stream("/api/media", endless(start, filler));
    expect(answer.status).toBe(413);
    expect(answer.body.message).toBe("File is too large for upload (max size: 10MB)");
    expect(takenBytes).toBeLessThan(20 * mebibyte);
    expect(await originals()).toEqual([]);
  });

  test("whose other fields never end is cut off early", async () => {
    const { answer, takenBytes } = await stream("/api/media", endless(`{${fields},"description":"`, filler));
    expect(answer.status).toBe(413);
    expect(takenBytes).toBeLessThan(mebibyte);
  });

  test("of a picture of exactly 10 MB is accepted, and of one byte more refused", async () => {
    const picture = await tinyPicture();
    for (const [bytes, status] of [
      [10 * mebibyte + 1, 413],
      [10 * mebibyte, 201],
    ] as const) {
      const content = Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
      const json = Buffer.from(`{"fileData":"${content.toString("base64")}",${fields}}`);
      const pieces = Array.from({ length: Math.ceil(json.length / mebibyte) }, (_, at) =>
        json.subarray(at * mebibyte, (at + 1) * mebibyte),
      );
      const { answer } = await stream("/api/media", pieces);
      expect(answer.status).toBe(status);
    }
    expect(await originals()).toHaveLength(1);
  });

  test("whose end is missing or wrong leaves no file behind", async () => {
    const data = `"fileData":"${(await tinyPicture()).toString("base64")}"`;
    const wrong = [
      `{${fields},${data}`,
      `{${fields},${data},`,
      `{${fields},${data},"x":}`,
      `[${data}]`,
      `{${data},${data},${fields}}`,
      `{${fields.replace("2024", "2021")},${data}}`,
      `{${data},"padding":"${"x".repeat(70_000)}"}`,
    ];
    for (const text of wrong) {
      const { answer } = await stream("/api/media", [Buffer.from(text)]);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expectErrorBody(answer);
    }
    expect(await originals()).toEqual([]);
  });
});

describe("an upload as multipart/form-data", () => {
  const boundary = "----keepsake";
  const type = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fileStart = (name = "fileData", fileName = "a.jpg") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const fields = field("year", "2024") + field("month", "7");
  const end = `\r\n--${boundary}--\r\n`;

  const form = (...parts: (string | Buffer)[]) => [Buffer.concat(parts.map((part) => Buffer.from(part)))];

  test("that never ends is cut off at the picture's 10 MB", async () => {
    const head = Buffer.concat([Buffer.from(fields + fileStart()), await tinyPicture()]);
    function* pieces() {
      yield head;
      for (let at = 0; at < 16 * 16; at++) yield filler;
      yield Buffer.from(end);
    }
    const { answer } = await stream("/api/media", pieces(), type);
    expect(answer).toMatchObject({ status: 413, body: { field: "fileData" } });
    expect(await originals()).toEqual([]);
  });

  test("that is larger than any file may be is cut off while it streams", async () => {
    const head = `${fields}${fileStart("other")}`;
    const { answer, takenBytes } = await stream("/api/media", endless(head, Buffer.alloc(mebibyte)), type);
    expect(answer.status).toBe(413);
    expect(takenBytes).toBeLessThan(103 * mebibyte);
  });

  test("that is malformed anywhere is refused and leaves no file", async () => {
    const picture = await tinyPicture();
    const wrong: [string, Uint8Array[], Record<string, string>?][] = [
      ["no boundary", form(fields, fileStart(), picture, end), { "Content-Type": "multipart/form-data" }],
      ["an empty body", []],
      ["another boundary", form("--other\r\n\r\n--other--")],
      ["no end", form(fields, fileStart(), picture)],
      ["cut inside a head", form(fields, `--${boundary}\r\nContent-Disp`)],
      ["no file", form(fields, `--${boundary}--\r\n`)],
      ["the file under another name", form(fields, fileStart("photo"), picture, end)],
      ["an empty file", form(fields, fileStart(), end)],
      ["a text as file", form(fields, field("fileData", "text"), `--${boundary}--\r\n`)],
      ["no year", form(field("month", "7"), fileStart(), picture, end)],
      [
        "a wrong month behind the file",
        form(
          field("year", "2024"),
          fileStart(),
          picture,
          "\r\n",
          field("month", "13"),
          `--${boundary}--\r\n`,
        ),
      ],
      ["year NaN", form(field("year", "NaN"), field("month", "7"), fileStart(), picture, end)],
      ["__proto__", form(field("__proto__", "x"), field("year[gt]", "1"), fileStart(), picture, end)],
      ["a NUL in the name", form(fields, fileStart("fileData", "a\0.jpg"), picture, end)],
    ];
    for (const [what, pieces, headers = type] of wrong) {
      const { answer } = await stream("/api/media", pieces, headers);
      expect([what, answer.status]).toEqual([what, 400]);
      expectErrorBody(answer);
    }
    expect(await originals()).toEqual([]);
  });
});

describe("a chunk call", () => {
  const path = "/api/media/chunked-upload/chunk";

  test("of more than 1 MB as JSON is refused", async () => {
    const member = await createMember(owner.familyId);
    await initUpload(member, "u", 2 * mebibyte);
    const json = { uploadId: "u", chunkIndex: 0, chunkData: Buffer.alloc(mebibyte + 1).toString("base64") };
    const answer = await send(requestOf("POST", path, { cookie: member.cookie, json }));
    expect(answer.status).toBe(413);
    expectErrorBody(answer);
  });

  test("of more raw bytes than the server accepts at once is cut off, or refused before a byte if it announces them", async () => {
    const { partBytes } = (await initUpload(owner, "u", 100 * mebibyte)).body;
    const type = { "Content-Type": "application/octet-stream" };
    const tooLarge = { status: 413, body: { message: "A part can be at most 8MB." } };
    const film = `${path}?uploadId=u&chunkIndex=1`;
    const endlessly = await stream(film, endless("", filler), type);
    expect(endlessly.answer).toMatchObject(tooLarge);
    expect(endlessly.takenBytes).toBeLessThanOrEqual(partBytes + 2 * filler.length);
    const announced = await stream(film, endless("", filler), {
      ...type,
      "Content-Length": String(partBytes + 1),
    });
    expect([announced.answer.status, announced.takenBytes]).toEqual([413, 0]);
    expectErrorBody(announced.answer);
  });

  test("of a nonexistent upload is refused before its bytes are read", async () => {
    const { answer, takenBytes } = await stream(`${path}?uploadId=none&chunkIndex=0`, endless("", filler), {
      "Content-Type": "application/octet-stream",
    });
    expect([answer.status, takenBytes]).toEqual([404, 0]);
  });
});
