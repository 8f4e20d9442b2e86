import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { handleMediaRequest } from "@/server/media-requests";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, storeMedia } from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";

// Before the settings are first read.
process.env.MEDIA_OFFLOAD = "nginx";

withTestDatabase();
withTestStorage();

let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer((request, response) => void handleMediaRequest(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test("with nginx in front, a picture's owner gets its path in nginx, and a stranger does not", async () => {
  const owner = await createOwner();
  const stranger = await createOwner();
  const { id } = await storeMedia(owner);
  const address = `${base}/api/images/thumbnail/${id}`;

  const answer = await fetch(address, { headers: { cookie: owner.cookie } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-accel-redirect")).toBe(
    `/_keepsake-files/${derivativeKey(owner.familyId, id, "thumbnail")}`,
  );
  expect(answer.headers.get("content-type")).toBe("image/webp");
  expect(await answer.text()).toBe("");

  const etag = answer.headers.get("etag") ?? "";
  const known = await fetch(address, { headers: { cookie: owner.cookie, "if-none-match": etag } });
  expect(known.status).toBe(304);
  expect(known.headers.get("x-accel-redirect")).toBeNull();

  const refused = await fetch(address, { headers: { cookie: stranger.cookie } });
  expect(refused.status).toBe(404);
  expect(refused.headers.get("x-accel-redirect")).toBeNull();
});
