import { forgetStoredSession, readStoredUser, sessionHeaders, storeSession } from "@/lib/http/stored-session";
import { memoryStorage } from "@/tests/support/memory-storage";

beforeEach(() => {
  globalThis.localStorage = memoryStorage({ theme: "dark" });
});

const keys = () => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index)).sort();

test("a session is stored as persistentAuthToken, settingsAuthToken and userData", () => {
  storeSession({ id: "user-1", username: "ada", sessionId: "session-1" });
  expect(keys()).toEqual(["persistentAuthToken", "settingsAuthToken", "theme", "userData"]);
  expect(JSON.parse(localStorage.getItem("userData") ?? "")).toMatchObject({ id: "user-1", username: "ada" });
  expect(Object.keys(sessionHeaders())).toEqual(["X-Auth-Token", "X-Settings-Token"]);
});

test("clearing the session removes those three and nothing else", () => {
  storeSession({ id: "user-1", username: "ada" });
  forgetStoredSession();
  expect(keys()).toEqual(["theme"]);
  expect(sessionHeaders()).toEqual({});
});

test("a stored user without an id counts as none", () => {
  localStorage.setItem("userData", JSON.stringify({ username: "ada" }));
  expect(readStoredUser()).toBeNull();
});
