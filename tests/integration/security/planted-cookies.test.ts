import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { UserDto } from "@/lib/account/accounts/schema";
import { deviceIn, deviceSetCookie, isDeviceOf } from "@/lib/core/auth/server/device-cookie";
import { db } from "@/lib/db";
import { handleDirectCall } from "@/server/direct-calls";
import { handleMediaRequest } from "@/server/media-requests";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createOwner,
  type FamilyPerson,
  type Person,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { plainPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";

// An attacker who has a subdomain, or who intercepts one plain http request, can plant cookies of any name except those
// that begin with __Host-.

withTestDatabase();
withTestStorage();

const https = { "X-Forwarded-Proto": "https" };
/** The session cookie as an album on https sets it. */
const hostCookie = ({ cookie }: Person) => `__Host-${cookie}`;

let victim: FamilyPerson;
let attacker: FamilyPerson;
let server: Server;
beforeEach(async () => {
  [victim, attacker] = [await createOwner(), await createOwner()];
});
beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (await handleMediaRequest(request, response)) return;
    if (!(await handleDirectCall(request, response))) response.writeHead(599).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const whoIs = async (cookie: string, headers: Record<string, string> = https) => {
  const { status, body } = await call<UserDto>("GET", "/api/auth/me", { cookie, headers });
  return status === 200 ? body.username : status;
};
const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const pictureStatus = async (id: string, cookie: string) =>
  (await fetch(address(`/api/images/thumbnail/${id}`), { headers: { cookie, ...https } })).status;

test("a session cookie planted from a subdomain does not replace the victim's on https", async () => {
  expect(await whoIs(`${attacker.cookie}; ${hostCookie(victim)}`)).toBe(victim.username);
  expect(await whoIs(`${hostCookie(victim)}; ${attacker.cookie}`)).toBe(victim.username);
});

test("a session cookie planted in a signed-out browser signs nobody in on https", async () => {
  expect(await whoIs(attacker.cookie)).toBe(401);
  expect(await whoIs(`${attacker.cookie}; ${attacker.cookie}`)).toBe(401);
});

test("two session cookies with the valid name count as none", async () => {
  expect(await whoIs(`${hostCookie(attacker)}; ${hostCookie(victim)}`)).toBe(401);
  expect(await whoIs(`${attacker.cookie}; ${victim.cookie}`, {})).toBe(401);
  expect(await whoIs(victim.cookie, {})).toBe(victim.username);
  // On http the prefix means nothing: no browser enforces it there.
  expect(await whoIs(hostCookie(attacker), {})).toBe(401);
});

test("a victim's upload does not land in the album of the attacker who planted a cookie", async () => {
  const upload = (cookie: string, picture: Buffer) =>
    fetch(address("/api/media"), {
      method: "POST",
      headers: { cookie, ...https, "Content-Type": "application/json" },
      body: JSON.stringify({
        fileData: picture.toString("base64"),
        fileName: "beach.jpg",
        fileType: "image/jpeg",
        year: 2024,
        month: 7,
      }),
    });
  const stored = await upload(`${attacker.cookie}; ${hostCookie(victim)}`, await plainPicture());
  expect(stored.status).toBe(201);
  expect(await db.media.findMany({ select: { familyId: true } })).toEqual([{ familyId: victim.familyId }]);
  expect((await upload(attacker.cookie, await plainPicture())).status).toBe(401);
});

test("pictures before Next use the same cookie, on the first request and from memory", async () => {
  const picture = await storeMedia(victim);
  for (let round = 0; round < 2; round++) {
    expect(await pictureStatus(picture.id, `${attacker.cookie}; ${hostCookie(victim)}`)).toBe(200);
    expect(await pictureStatus(picture.id, `${victim.cookie}; ${hostCookie(attacker)}`)).toBe(404);
    expect(await pictureStatus(picture.id, victim.cookie)).toBe(401);
    expect(await pictureStatus(picture.id, `${hostCookie(victim)}; ${hostCookie(victim)}`)).toBe(401);
  }
});

test("a planted device cookie neither replaces the victim's on https nor counts beside it", () => {
  const pairOf = (userId: string, isSecure: boolean) =>
    deviceSetCookie(null, userId, isSecure).split(";")[0] ?? "";
  const [own, planted] = [pairOf(victim.userId, true), pairOf(attacker.userId, false)];
  const device = deviceIn(`${planted}; ${own}`, true);
  expect(device && isDeviceOf(device, victim.userId)).toBe(true);
  expect(deviceIn(planted, true)).toBeNull();
  expect(deviceIn(`${own}; ${own}`, true)).toBeNull();
});

test("signing in on https sets only cookies that nobody else can plant", async () => {
  const json = { usernameOrEmail: victim.username, password: testPassword };
  const { headers } = await call("POST", "/api/auth/login", { json, headers: https });
  for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/^__Host-[\s\S]*; Secure/);
});
