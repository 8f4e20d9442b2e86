import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ErrorBoundary } from "@/components/layout/error-boundary";
import { createQueryClient } from "@/lib/http/query-client";
import { expectConsoleError } from "@/tests/support/fail-on-console-error";

test("Try Again fetches anew what failed", async () => {
  expectConsoleError(/Error/);
  const fetchYears = jest.fn<Promise<string>, []>();
  fetchYears.mockRejectedValueOnce(new Error("Away")).mockResolvedValueOnce("2024");
  function Years() {
    const { data } = useQuery({ queryKey: ["years"], queryFn: fetchYears, retry: false, throwOnError: true });
    return <p>{data}</p>;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ErrorBoundary>
        <Years />
      </ErrorBoundary>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("2024")).toBeVisible();
  expect(fetchYears).toHaveBeenCalledTimes(2);
});

test.each(["the database is away", "Initialization failed", "no such schema", "x is undefined"])(
  "an error that says %j is the database's initialization",
  (message) => {
    expectConsoleError(/Error/);
    function Broken(): never {
      throw new Error(message);
    }
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>
      </QueryClientProvider>,
    );
    expect(screen.getByRole("heading", { name: "Database Initialization in Progress" })).toBeVisible();
  },
);
