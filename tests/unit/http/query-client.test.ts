import { createQueryClient } from "@/lib/http/query-client";

test("queries and mutations have the defaults of specification 9.2", () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: 600_000,
    gcTime: 900_000,
    retry: 1,
    retryDelay: 1000,
    refetchOnWindowFocus: false,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchInterval: false,
  });
  expect(mutations).toMatchObject({ retry: 2, networkMode: "always" });
  const delay = mutations?.retryDelay as (attempt: number) => number;
  expect([0, 1, 2, 3, 4].map(delay)).toEqual([1000, 2000, 4000, 5000, 5000]);
});
