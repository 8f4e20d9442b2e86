import { queryFetch } from "@/lib/http/api-client";
import { createQueryClient } from "@/lib/http/query-client";
import { fakeFetch } from "@/tests/support/fake-fetch";
import { memoryStorage } from "@/tests/support/memory-storage";

afterEach(() => jest.useRealTimers());

test("a query sends the two custom headers if their tokens are stored", async () => {
  globalThis.localStorage = memoryStorage({
    persistentAuthToken: "true",
    settingsAuthToken: "settings-token",
  });
  const calls = fakeFetch({ json: [] });
  await queryFetch({ queryKey: ["/api/years"] });
  expect(calls[0]?.headers).toEqual({ "X-Auth-Token": "true", "X-Settings-Token": "settings-token" });
});

test("a database that is initialising is retried after a second", async () => {
  jest.useFakeTimers();
  globalThis.localStorage = memoryStorage({});
  const calls = fakeFetch({ status: 500, json: { message: "no such schema" } }, { json: [2024] });
  const queryClient = createQueryClient();
  // fetchQuery, unlike a page's query, retries only when told to.
  const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {};
  const years = queryClient.fetchQuery({
    queryKey: ["/api/years"],
    ...(retry === undefined ? {} : { retry }),
    ...(retryDelay === undefined ? {} : { retryDelay }),
  });
  await jest.advanceTimersByTimeAsync(999);
  expect(calls).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(await years).toEqual([2024]);
  queryClient.clear();
});
