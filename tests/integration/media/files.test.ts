import { randomBytes } from "node:crypto";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { deriveMedia } from "@/lib/album/media/server/derivatives-service";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { handleMediaRequest } from "@/server/media-requests";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  type StoredMedia,
  storeMedia,
} from "@/tests/support/factories";
import { wholeCircle } from "@/tests/support/panoramas";
import { cameraPicture, clipBytes, plainPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const get = (path: string, headers: Record<string, string> = {}, as: FamilyPerson = owner) =>
  call("GET", path, { cookie: as.cookie, headers });

/** An item whose derivatives haven't been made yet. */
const storeUnprocessed = (content: Buffer) =>
  storeMedia(owner, { content, derivatives: "pending", mediumType: null, width: null });

describe("the headers of a picture", () => {
  test("prevent scripts, leaks and shared caching", async () => {
    const { id } = await storeMedia(owner);
    for (const path of [
      `/api/images/thumbnail/${id}`,
      `/api/images/medium/${id}`,
      `/direct-image/${id}`,
      `/fast-images/thumbnail/${id}`,
      `/api/media/${id}/download`,
    ]) {
      const { status, headers } = await get(path);
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        "cache-control": "private, no-cache",
        etag: expect.stringMatching(/^"[\w-]+"$/),
        vary: "Cookie",
        "accept-ranges": "bytes",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "content-security-policy": "sandbox; default-src 'none'",
        "content-type": path.includes("thumbnail") ? "image/webp" : "image/jpeg",
      });
    }
  });

  test("of a download have its own name, whatever it contains", async () => {
    for (const [fileName, disposition] of [
      ["beach.jpg", `attachment; filename="beach.jpg"; filename*=UTF-8''beach.jpg`],
      ['a"b\\c.jpg', `attachment; filename="a_b_c.jpg"; filename*=UTF-8''a%22b%5Cc.jpg`],
      ["été 🌊.jpg", `attachment; filename="_t_ __.jpg"; filename*=UTF-8''%C3%A9t%C3%A9%20%F0%9F%8C%8A.jpg`],
      ["it's (1)*.jpg", `attachment; filename="it's (1)*.jpg"; filename*=UTF-8''it%27s%20%281%29%2a.jpg`],
      [
        "../../etc/passwd",
        `attachment; filename="../../etc/passwd.jpg"; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd.jpg`,
      ],
      // A picture that pretends to be a program, and a program that pretends to be a picture.
      ["party.exe", `attachment; filename="party.exe.jpg"; filename*=UTF-8''party.exe.jpg`],
      ["party\u202egpj.exe", `attachment; filename="partygpj.exe.jpg"; filename*=UTF-8''partygpj.exe.jpg`],
    ] as const) {
      const { id } = await storeMedia(owner, { fileName });
      expect((await get(`/api/media/${id}/download`)).headers.get("content-disposition")).toBe(disposition);
    }
  });
});

describe("conditional and range requests", () => {
  const content = clipBytes(1000);
  let path: string;
  let etag: string;
  beforeEach(async () => {
    const { id } = await storeMedia(owner, { mediaType: "video", content });
    path = `/api/video/stream/${id}`;
    etag = (await get(path)).headers.get("etag") ?? "";
  });

  test("a known ETag answers 304 without a body, another the file", async () => {
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const answer = await get(path, { "If-None-Match": known });
      expect([answer.status, answer.bytes.length, answer.headers.get("etag")]).toEqual([304, 0, etag]);
    }
    expect((await get(path, { "If-None-Match": '"other"' })).status).toBe(200);
  });

  test("a 304 is only for people who may see the file", async () => {
    const headers = { "If-None-Match": etag };
    expect((await call("GET", path, { headers })).status).toBe(401);
    expect((await get(path, headers, await createOwner({ name: "The others" }))).status).toBe(404);
  });

  test.each([
    ["bytes=0-0", 206, 0, 0],
    ["bytes=0-", 206, 0, 999],
    ["bytes=10-19", 206, 10, 19],
    ["bytes=999-", 206, 999, 999],
    ["bytes=990-5000", 206, 990, 999],
    ["bytes=-1", 206, 999, 999],
    ["bytes=-5000", 206, 0, 999],
  ])("Range %s answers that part", async (range, status, start, end) => {
    const answer = await get(path, { Range: range });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-range")).toBe(`bytes ${start}-${end}/1000`);
    expect(answer.headers.get("content-length")).toBe(String(end - start + 1));
    expect(answer.bytes.equals(content.subarray(start, end + 1))).toBe(true);
  });

  test.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])("Range %s can't be satisfied", async (range) => {
    const answer = await get(path, { Range: range });
    expect([answer.status, answer.headers.get("content-range"), answer.bytes.length]).toEqual([
      416,
      "bytes */1000",
      0,
    ]);
  });

  test.each([
    "bytes=5-2",
    "bytes=a-b",
    "bytes=",
    "bytes=-",
    "lines=1-2",
    "bytes=0-1,5-6",
    "0-1",
    "bytes=1--2",
  ])("Range %s is ignored", async (range) => {
    const answer = await get(path, { Range: range });
    expect([answer.status, answer.bytes.length]).toEqual([200, 1000]);
  });

  test("If-Range keeps the range for the same file and drops it for another", async () => {
    const range = { Range: "bytes=0-9" };
    expect((await get(path, { ...range, "If-Range": etag })).status).toBe(206);
    expect((await get(path, { ...range, "If-Range": '"older"' })).status).toBe(200);
    expect((await get(path, { ...range, "If-Range": "Sat, 21 Nov 2026 00:00:00 GMT" })).status).toBe(200);
  });

  test("HEAD answers the headers of GET and no body", async () => {
    const answer = await call("HEAD", path, { cookie: owner.cookie });
    expect([answer.status, answer.headers.get("content-length"), answer.bytes.length]).toEqual([
      200,
      "1000",
      0,
    ]);
  });
});

describe("pictures made from an original", () => {
  test("contain nothing of what the camera and its owner wrote into it", async () => {
    const content = await cameraPicture();
    expect(content.toString("latin1")).toContain("Secret Camera");
    const { id } = await storeUnprocessed(content);
    for (const path of [`/api/images/thumbnail/${id}`, `/api/images/medium/${id}`]) {
      const { status, bytes, headers } = await get(path);
      expect(status).toBe(200);
      const text = bytes.toString("latin1");
      expect(text).not.toMatch(/Exif|Secret|xmp|Somebody|GPS|2023:05|beach\.jpg/i);
      expect(JSON.stringify([...headers])).not.toContain("beach.jpg");
    }
    expect((await get(`/api/media/${id}/download`)).bytes.equals(content)).toBe(true);
  });

  test("are made once, however many clients ask first at the same moment", async () => {
    const { id } = await storeUnprocessed(await plainPicture("jpeg", 900, 700));
    const paths = Array.from(
      { length: 10 },
      (_, at) => `/api/images/${at % 2 ? "medium" : "thumbnail"}/${id}`,
    );
    const answers = await Promise.all(paths.map((path) => get(path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    const row = await db.media.findUniqueOrThrow({
      where: { id },
      select: { deriveAttempts: true, derivatives: true, width: true, height: true, thumbHash: true },
    });
    expect(row).toEqual({
      deriveAttempts: 1,
      derivatives: "ready",
      width: 900,
      height: 700,
      thumbHash: expect.any(String),
    });
    expect(await deriveMedia(id)).toBe("ready");
    expect(
      (await db.media.findUniqueOrThrow({ where: { id }, select: { deriveAttempts: true } })).deriveAttempts,
    ).toBe(1);
  });

  test("that can't be made answer 422 with a message, keep the original, and can be retried", async () => {
    const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500, 7)]);
    const { id } = await storeUnprocessed(broken);
    const path = `/api/images/thumbnail/${id}`;
    const answer = await get(path);
    expect(answer).toMatchObject({ status: 422, body: { code: "derivative_failed" } });
    expectErrorBody(answer);
    expect((await get(`/api/media/${id}/download`)).bytes.equals(broken)).toBe(true);
    expect((await get(`/api/media/${id}`)).body).toMatchObject({ derivatives: "failed" });
    // In production, someone fixes the decoder; the test fixes the file instead.
    const storagePath = `families/${owner.familyId}/originals/${id}.jpg`;
    await getStorage().replace(storagePath, await plainPicture());
    expect((await get(path)).status).toBe(422);
    const retried = await call("POST", `/api/media/${id}/retry`, { cookie: owner.cookie });
    expect(retried).toMatchObject({ status: 202, body: { derivatives: "pending" } });
    expect((await get(path)).status).toBe(200);
  });

  test("give up on a file that killed its worker three times", async () => {
    const { id } = await storeUnprocessed(await plainPicture());
    await db.media.update({ where: { id }, data: { deriveAttempts: 3 }, select: { id: true } });
    expect(await deriveMedia(id)).toBe("failed");
    expect((await get(`/api/images/thumbnail/${id}`)).status).toBe(422);
    const kept = await db.media.findUniqueOrThrow({ where: { id } });
    expect(kept).toMatchObject({ deriveAttempts: 3, derivativeError: expect.stringContaining("Gave up") });
  });

  test("whose files are gone are not found", async () => {
    const { id } = await storeMedia(owner, { hasFiles: false });
    for (const path of [`/api/images/thumbnail/${id}`, `/api/media/${id}/download`]) {
      expect((await get(path)).status).toBe(404);
    }
  });
});

test("a picture moved to the trash is gone from every address at once, however its id is written", async () => {
  for (const write of [(id: string) => id, (id: string) => id.toUpperCase()]) {
    const { id } = await storeMedia(owner);
    const path = `/api/images/thumbnail/${id}`;
    expect((await get(path)).status).toBe(200);
    await call("DELETE", `/api/media/${write(id)}`, { cookie: owner.cookie });
    expect((await get(path)).status).toBe(404);
    expect((await get(`/api/media/trash/${id}/thumbnail`)).status).toBe(200);
    await call("POST", `/api/media/${write(id)}/restore`, { cookie: owner.cookie });
    expect((await get(path)).status).toBe(200);
  }
});

test("a film being prepared answers 503 with Retry-After, and one that can't be 422", async () => {
  const values = { mediaType: "video" as const, content: clipBytes() };
  const pending = await storeMedia(owner, { ...values, playable: "pending" });
  const answer = await get(`/api/video/stream/${pending.id}`);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expectErrorBody(answer);
  const failed = await storeMedia(owner, { ...values, content: clipBytes(), playable: "failed" });
  expect((await get(`/api/video/stream/${failed.id}`)).status).toBe(422);
  const ready = await storeMedia(owner, { ...values, content: clipBytes(), playable: "ready" });
  await getStorage().replace(derivativeKey(owner.familyId, ready.id, "playable"), Buffer.from("a rendition"));
  const played = await get(`/api/video/stream/${ready.id}`);
  expect([played.bytes.toString(), played.headers.get("content-type")]).toEqual(["a rendition", "video/mp4"]);
  const picture = await storeMedia(owner);
  for (const path of [`/api/video/stream/${picture.id}`, `/api/video/thumbnail/${picture.id}`]) {
    expect((await get(path)).status).toBe(404);
  }
});

describe("the media path in front of Next", () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      if (!(await handleMediaRequest(request, response))) response.writeHead(599).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  interface Seen {
    status: number;
    headers: Record<string, unknown>;
    body: string;
  }

  function ask(method: string, path: string, headers: Record<string, string>): Promise<Seen> {
    const { port } = server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        { host: "127.0.0.1", port, method, path, headers, agent: false },
        (response) => {
          const pieces: Buffer[] = [];
          response.on("data", (piece: Buffer) => pieces.push(piece));
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(pieces).toString("base64"),
            }),
          );
        },
      );
      sent.on("error", reject);
      sent.end();
    });
  }

  /** The headers that a browser acts on; the others are for the connection and the log. */
  const compared = [
    "content-type",
    "content-length",
    "content-range",
    "content-disposition",
    "cache-control",
    "etag",
    "vary",
    "accept-ranges",
    "x-content-type-options",
    "cross-origin-resource-policy",
    "content-security-policy",
    "retry-after",
  ];
  const pick = (headers: Record<string, unknown>, isError: boolean) =>
    Object.fromEntries(
      // The connection sets an error's length.
      compared
        .filter((name) => !(isError && name === "content-length"))
        .map((name) => [name, headers[name] ?? null]),
    );

  async function expectSame(method: string, path: string, headers: Record<string, string>): Promise<number> {
    const route = await call(method, path, { headers });
    const direct = await ask(method, path, headers);
    const isError = route.status >= 400;
    const body = method === "HEAD" ? "" : route.bytes.toString("base64");
    expect([path, headers, direct.status, pick(direct.headers, isError), direct.body]).toEqual([
      path,
      headers,
      route.status,
      pick(Object.fromEntries(route.headers), isError),
      body,
    ]);
    return route.status;
  }

  const addresses = [
    "/api/images/thumbnail/",
    "/fast-images/thumbnail/",
    "/api/images/medium/",
    "/api/images/sphere/",
    "/direct-image/",
    "/api/video/thumbnail/",
    "/api/video/stream/",
  ];

  test("answers exactly like the route handlers, for everyone and every file", async () => {
    const stranger = await createOwner({ name: "The others" });
    const values = { mediaType: "video" as const };
    const items: StoredMedia[] = [
      await storeMedia(owner),
      await storeMedia(owner, { panorama: wholeCircle }),
      await storeMedia(owner, { ...values, content: clipBytes(200_000) }),
      await storeMedia(owner, { ...values, content: clipBytes(), playable: "pending" }),
      await storeMedia(owner, { derivatives: "failed" }),
      await storeMedia(owner, { deletedAt: new Date() }),
      await storeMedia(owner, { hasFiles: false }),
    ];
    const people = [
      null,
      owner,
      await createMember(owner.familyId),
      stranger,
      await createPerson(),
      await createPerson({ isSuperAdmin: true }),
    ];
    const ids = [
      ...items.map(({ id }) => id),
      items[0]?.id.toUpperCase() ?? "",
      "not-an-id",
      "01900000-0000-7000-8000-000000000001",
    ];
    const seen = new Set<number>();
    for (const address of addresses) {
      for (const id of ids) {
        for (const person of people) {
          const headers: Record<string, string> = person ? { cookie: person.cookie } : {};
          seen.add(await expectSame("GET", `${address}${id}?v=1`, headers));
        }
      }
    }
    expect([...seen].sort()).toEqual([200, 401, 403, 404, 422, 503]);
  });

  test("answers a video's quality like them too, and refuses an unknown one", async () => {
    const values = { mediaType: "video" as const };
    const both = await storeMedia(owner, { ...values, content: clipBytes(900), playableSmall: "ready" });
    const early = await storeMedia(owner, {
      ...{ ...values, content: clipBytes(800), playable: "pending", playableSmall: "ready" },
    });
    const seen = new Map<string, number[]>();
    for (const { id } of [both, early]) {
      await getStorage().replace(derivativeKey(owner.familyId, id, "playable-small"), Buffer.from("small"));
    }
    for (const person of [null, owner, await createOwner({ name: "The others" })]) {
      const headers: Record<string, string> = person ? { cookie: person.cookie } : {};
      for (const quality of ["360", "720", "high", "", "360&quality=1080"]) {
        for (const id of [both.id, early.id, "not-an-id"]) {
          const status = await expectSame("GET", `/api/video/stream/${id}?quality=${quality}`, headers);
          if (person === owner) seen.set(id, [...(seen.get(id) ?? []), status]);
        }
      }
    }
    expect(seen.get(both.id)).toEqual([200, 200, 400, 400, 400]);
    expect(seen.get(early.id)).toEqual([200, 503, 400, 400, 400]);
    expect(seen.get("not-an-id")).toEqual([404, 404, 404, 404, 404]);
  });

  test("answers ranges, known ETags and HEAD like them too", async () => {
    const small = await storeMedia(owner);
    const large = await storeMedia(owner, { mediaType: "video", content: clipBytes(300_000) });
    const etag = (await get(`/api/video/stream/${large.id}`)).headers.get("etag") ?? "";
    const asked: Record<string, string>[] = [
      {},
      { range: "bytes=0-0" },
      { range: "bytes=5-" },
      { range: "bytes=-7" },
      { range: "bytes=999999-" },
      { range: "bytes=7-3" },
      { range: "bytes=0-1,3-4" },
      { "if-none-match": etag },
      { "if-none-match": '"other"' },
      { "if-range": etag, range: "bytes=2-4" },
      { "if-range": '"other"', range: "bytes=2-4" },
    ];
    const seen = new Set<number>();
    for (const path of [
      `/api/video/stream/${large.id}`,
      `/api/images/thumbnail/${small.id}`,
      `/direct-image/${small.id}`,
    ]) {
      for (const headers of asked) {
        for (const method of ["GET", "HEAD"]) {
          seen.add(await expectSame(method, path, { cookie: owner.cookie, ...headers }));
        }
      }
    }
    expect([...seen].sort()).toEqual([200, 206, 304, 416]);
  });

  test("gives everyone their own photo, however many are read at once and however many readers disconnect", async () => {
    const stranger = await createOwner();
    const photos = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const person = index % 2 === 0 ? owner : stranger;
        const { id } = await storeMedia(person, { content: randomBytes(100) });
        // Sizes up to and beyond one reused buffer.
        const content = randomBytes(3_000 * (index + 1));
        await getStorage().replace(derivativeKey(person.familyId, id, "thumbnail"), content);
        return { cookie: person.cookie, path: `/api/images/thumbnail/${id}`, content };
      }),
    );
    const { port } = server.address() as AddressInfo;
    const leave = ({ path, cookie }: { path: string; cookie: string }) =>
      new Promise<void>((resolve) => {
        const options = { host: "127.0.0.1", port, path, headers: { cookie }, agent: false };
        const sent = httpRequest(options, (response) => response.destroy());
        sent.on("error", () => {});
        sent.on("close", resolve).end();
      });
    for (let round = 0; round < 10; round++) {
      const leaving = photos.filter((_, index) => (index + round) % 3 === 0).map(leave);
      const answers = photos.map(async ({ path, cookie, content }) => {
        const { status, body } = await ask("GET", path, { cookie });
        return status === 200 && body === content.toString("base64");
      });
      expect(await Promise.all(answers)).toEqual(photos.map(() => true));
      await Promise.all(leaving);
    }
  });

  test("leaves all other requests to Next", async () => {
    const { id } = await storeMedia(owner);
    const headers = { cookie: owner.cookie };
    for (const [method, path] of [
      ["POST", `/api/images/thumbnail/${id}`],
      ["GET", `/api/media/${id}`],
      ["GET", `/api/images/huge/${id}`],
      ["GET", `/api/images/thumbnail/${id}/more`],
      ["GET", "/api/images/thumbnail/"],
      ["GET", "/"],
    ] as const) {
      expect([method, path, (await ask(method, path, headers)).status]).toEqual([method, path, 599]);
    }
  });
});
