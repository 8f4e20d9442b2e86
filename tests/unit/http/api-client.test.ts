import { apiRequest, queryFetch, setPageFamily } from "@/lib/http/api-client";
import { fakeFetch } from "@/tests/support/fake-fetch";
import { memoryStorage } from "@/tests/support/memory-storage";

const signedIn = {
  persistentAuthToken: "anything",
  settingsAuthToken: "settings-token",
  userData: JSON.stringify({ id: "user-1", username: "ada", sessionId: "session-1" }),
};

function store(entries: Record<string, string>) {
  globalThis.localStorage = memoryStorage(entries);
}

beforeEach(() => store({}));

describe("the request helper", () => {
  test("sends credentials and no content type without a body", async () => {
    const calls = fakeFetch({ json: {} });
    await apiRequest("GET", "/api/years");
    expect(calls[0]?.init).toMatchObject({ method: "GET", credentials: "include" });
    expect(calls[0]?.headers).toEqual({});
    expect(calls[0]?.body).toBeUndefined();
  });

  test("sends a JSON content type only with a body", async () => {
    const calls = fakeFetch({ json: {} });
    await apiRequest("POST", "/api/hearts", { mediaId: "m" });
    expect(calls[0]?.headers).toEqual({ "Content-Type": "application/json" });
    expect(calls[0]?.body).toEqual({ mediaId: "m" });
  });

  test("names the page's family with changes only, and a call's own header counts instead", async () => {
    setPageFamily("okafors");
    const calls = fakeFetch({ json: {} });
    await apiRequest("DELETE", "/api/hearts/m");
    await apiRequest("POST", "/api/hearts", { mediaId: "m" }, { headers: { "X-Family-ID": "cousins" } });
    await apiRequest("GET", "/api/years");
    setPageFamily(null);
    await apiRequest("DELETE", "/api/hearts/m");
    const families = calls.map(({ headers }) => headers?.["X-Family-ID"]);
    expect(families).toEqual(["okafors", "cousins", undefined, undefined]);
  });

  test("a small write outlives the page that began it; reads and large bodies don't", async () => {
    const calls = fakeFetch({ json: {} });
    await apiRequest("POST", "/api/hearts", { mediaId: "m" });
    await apiRequest("DELETE", "/api/hearts/m");
    await apiRequest("POST", "/api/media", { fileData: "x".repeat(70_000) });
    await apiRequest("GET", "/api/years");
    expect(calls.map(({ init }) => init?.keepalive)).toEqual([true, true, false, false]);
  });

  test("parses JSON for GET and for JSON answers, and otherwise returns the raw response", async () => {
    fakeFetch({ text: "[2024]" });
    expect(await apiRequest("GET", "/api/years")).toEqual([2024]);
    fakeFetch({ json: { count: 1 } });
    expect(await apiRequest("DELETE", "/api/hearts/m")).toEqual({ count: 1 });
    fakeFetch({ status: 204 });
    expect(await apiRequest("DELETE", "/api/media/m")).toMatchObject({ status: 204 });
  });

  test("sends the two custom headers if their tokens are stored", async () => {
    store(signedIn);
    const calls = fakeFetch({ json: {} });
    await apiRequest("GET", "/api/years");
    expect(calls[0]?.headers).toEqual({ "X-Auth-Token": "true", "X-Settings-Token": "settings-token" });
  });

  test.each(["/api/media", "/api/media/m", "/api/media?limit=2", "/api/hearts/user"])(
    "sends session and user for %s",
    async (path) => {
      store(signedIn);
      const calls = fakeFetch({ json: {} });
      await apiRequest("GET", path);
      expect(calls[0]?.headers).toMatchObject({ "X-Session-ID": "session-1", "X-User-ID": "user-1" });
    },
  );

  test("sends neither session nor user if none is stored", async () => {
    const calls = fakeFetch({ json: {} });
    await apiRequest("GET", "/api/media");
    expect(calls[0]?.headers).toEqual({});
  });

  test("survives a stored user that isn't JSON", async () => {
    store({ userData: "{broken" });
    const calls = fakeFetch({ json: {} });
    await apiRequest("GET", "/api/media");
    expect(calls[0]?.headers).toEqual({});
  });
});

describe("refused calls", () => {
  test.each([
    [{ status: 409, json: { message: "Taken", error: "conflict" } }, "409: Taken"],
    [{ status: 400, json: { error: "Bad year" } }, "400: Bad year"],
    [{ status: 400, json: { reason: 7 } }, '400: {"reason":7}'],
    [{ status: 502, text: "upstream gone" }, "502: upstream gone"],
    [{ status: 503, statusText: "Service Unavailable" }, "503: Service Unavailable"],
    [{ status: 500 }, "500: Unknown error"],
  ])("%j becomes the error %s", async (answer, message) => {
    fakeFetch(answer);
    await expect(apiRequest("POST", "/api/media", {})).rejects.toThrow(new Error(message));
  });

  test("keep status, code, field, body and the message for people", async () => {
    const json = { error: "Taken", message: "Taken", code: "username_taken", field: "username" };
    fakeFetch({ status: 409, json });
    await expect(apiRequest("POST", "/api/create-account", {})).rejects.toMatchObject({
      status: 409,
      code: "username_taken",
      field: "username",
      userMessage: "Taken",
      body: json,
    });
  });

  test("a 401 without a fallback is an error for the helper", async () => {
    fakeFetch({ status: 401, json: { message: "Please sign in" } });
    await expect(apiRequest("GET", "/api/years")).rejects.toThrow("401: Please sign in");
  });
});

describe("user settings refused with 401", () => {
  test("the helper asks by the stored id, same method, no auth headers, bypass_auth in the body", async () => {
    store(signedIn);
    const calls = fakeFetch({ status: 401 }, { json: { theme: "dark" } });
    expect(await apiRequest("PUT", "/api/user-settings", { theme: "dark" })).toEqual({ theme: "dark" });
    expect(calls[1]).toMatchObject({
      path: "/api/user-settings/user-1",
      init: { method: "PUT" },
      headers: { "Content-Type": "application/json" },
      body: { theme: "dark", bypass_auth: true },
    });
    expect(calls[1]?.headers).not.toHaveProperty("X-Auth-Token");
    expect(calls[1]?.headers).not.toHaveProperty("X-Settings-Token");
  });

  test("a query asks by the stored id, without auth headers and body", async () => {
    store(signedIn);
    const calls = fakeFetch({ status: 401 }, { json: { theme: "dark" } });
    expect(await queryFetch({ queryKey: ["/api/user-settings"] })).toEqual({ theme: "dark" });
    expect(calls[1]).toMatchObject({ path: "/api/user-settings/user-1", headers: {}, body: undefined });
  });

  test("nothing is retried without a stored user", async () => {
    const calls = fakeFetch({ status: 401 });
    expect(await queryFetch({ queryKey: ["/api/user-settings"] })).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test("a refused retry leaves the first error", async () => {
    store(signedIn);
    fakeFetch({ status: 401, json: { message: "first" } }, { status: 404, json: { message: "second" } });
    await expect(apiRequest("GET", "/api/user-settings")).rejects.toThrow("401: first");
  });

  test("other paths are not retried", async () => {
    store(signedIn);
    const calls = fakeFetch({ status: 401 });
    expect(await queryFetch({ queryKey: ["/api/years"] })).toBeNull();
    expect(calls).toHaveLength(1);
  });
});

describe("the default query fetch", () => {
  test("GETs the first element of the key", async () => {
    const calls = fakeFetch({ json: [2024] });
    expect(await queryFetch({ queryKey: ["/api/years", { any: 1 }] })).toEqual([2024]);
    expect(calls[0]).toMatchObject({ path: "/api/years", init: { credentials: "include" } });
  });

  test("returns an empty object for an answer that can't be parsed", async () => {
    fakeFetch({ text: "<html>" });
    expect(await queryFetch({ queryKey: ["/api/years"] })).toEqual({});
  });

  test.each(["relation of schema public missing", "x is undefined", "Database is starting"])(
    "a 500 that says %j means that the database is initialising",
    async (message) => {
      fakeFetch({ status: 500, json: { message } });
      await expect(queryFetch({ queryKey: ["/api/years"] })).rejects.toMatchObject({
        message: "Database initialization in progress, please wait and retry",
      });
    },
  );

  test("another 500, or one without JSON, keeps its own message", async () => {
    fakeFetch({ status: 500, json: { message: "Something else" } });
    await expect(queryFetch({ queryKey: ["/api/years"] })).rejects.toThrow("500: Something else");
    fakeFetch({ status: 500, text: "database" });
    await expect(queryFetch({ queryKey: ["/api/years"] })).rejects.toThrow("500: database");
  });
});

test("only the basket's calls are logged", async () => {
  const log = jest.spyOn(console, "log").mockImplementation(() => {});
  fakeFetch({ json: {} });
  await apiRequest("GET", "/api/years");
  expect(log).not.toHaveBeenCalled();
  await apiRequest("DELETE", "/api/print/basket/1");
  await queryFetch({ queryKey: ["/api/print/basket/1"] });
  expect(log.mock.calls.length).toBeGreaterThanOrEqual(4);
  log.mockRestore();
});
