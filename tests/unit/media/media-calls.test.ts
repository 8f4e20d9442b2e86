import { addHeart, removeHeart } from "@/lib/album/hearts/client/queries";
import { deleteMedia, setMonthCover, setWelcomeImage } from "@/lib/album/media/client/mutations";
import { fakeFetch } from "@/tests/support/fake-fetch";
import { memoryStorage } from "@/tests/support/memory-storage";

const userId = "user-1";
const sessionId = "session-1";
const identity = { "X-Auth-Token": "true", "X-Session-ID": sessionId, "X-User-ID": userId };

beforeEach(() => {
  globalThis.localStorage = memoryStorage({
    persistentAuthToken: "true",
    userData: JSON.stringify({ id: userId, username: "ada", sessionId }),
  });
});

test("deleting an item sends userId and sessionId", async () => {
  const calls = fakeFetch({ status: 204 });
  await deleteMedia("m");
  expect(calls[0]).toMatchObject({
    path: "/api/media/m",
    init: { method: "DELETE" },
    headers: identity,
    body: { userId, sessionId },
  });
});

test("hearting sends mediaId, userId and sessionId", async () => {
  const calls = fakeFetch({ status: 201, json: { count: 1 } });
  await addHeart("m");
  expect(calls[0]).toMatchObject({
    path: "/api/hearts",
    init: { method: "POST" },
    body: { mediaId: "m", userId, sessionId },
  });
});

test("removing a heart sends the three identity headers and no body", async () => {
  const calls = fakeFetch({ json: { count: 0 } });
  await removeHeart("m");
  expect(calls[0]).toMatchObject({
    path: "/api/hearts/m",
    init: { method: "DELETE" },
    headers: identity,
    body: undefined,
  });
});

test("a month's cover sends featured, the welcome image mediaId", async () => {
  const calls = fakeFetch({ json: {} });
  await setMonthCover("m", true);
  await setWelcomeImage("m");
  expect(calls).toMatchObject([
    { path: "/api/media/m/featured", init: { method: "POST" }, body: { featured: true } },
    { path: "/api/welcome-image", init: { method: "POST" }, body: { mediaId: "m" } },
  ]);
});
