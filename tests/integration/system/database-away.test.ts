import { call } from "@/tests/support/call";
import { startCuttableProxy } from "@/tests/support/cuttable-proxy";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, storeMedia } from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";

// Before the settings are first read: only this file's database can go away.
const proxy = await startCuttableProxy(process.env.DATABASE_URL ?? "");
process.env.DATABASE_URL = proxy.url;

withTestDatabase();
withTestStorage();
afterAll(() => proxy.close());

test("while the database is away calls answer 503 with a message, and everything works again afterwards", async () => {
  const owner = await createOwner();
  const { cookie } = owner;
  const { id } = await storeMedia(owner);
  const fileData = (await tinyPicture()).toString("base64");
  const json = { fileName: "a.jpg", fileType: "image", year: 2024, month: 7, fileData };
  for (let round = 0; round < 3; round++) {
    await proxy.cut();
    for (const [method, path, options] of [
      ["GET", "/api/media", { cookie }],
      ["POST", "/api/media", { cookie, json }],
      ["POST", "/api/hearts", { cookie, json: { mediaId: id } }],
      ["DELETE", `/api/media/${id}`, { cookie }],
      ["POST", "/api/auth/login", { json: { usernameOrEmail: "ada", password: "secret1" } }],
      ["POST", "/api/media/chunked-upload/complete", { cookie, json: { uploadId: "film" } }],
    ] as const) {
      const answer = await call(method, path, options);
      expect([path, answer.status, answer.body.code]).toEqual([path, 503, "database_unavailable"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expectErrorBody(answer);
    }
    expect(await call("GET", "/api/health")).toMatchObject({ status: 503, body: { status: "unavailable" } });
    expect(await call("GET", "/api/ready")).toMatchObject({ status: 503, body: { storage: true } });
    expect((await call("GET", "/api/ready?only=server")).status).toBe(200);
    await proxy.mend();
    expect((await call("GET", "/api/media", { cookie })).status).toBe(200);
    expect((await call("GET", "/api/health")).status).toBe(200);
  }
  expect((await call("POST", "/api/media", { cookie, json })).status).toBe(201);
  // A file whose row is uncertain stays: it is reported, never deleted automatically.
  const originals = (await storedKeys("families/")).filter((key) => key.includes("/originals/"));
  expect(originals.length).toBeGreaterThanOrEqual(2);
});
