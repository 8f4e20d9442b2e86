import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { ErrorBoundary } from "@/components/shell/layout/error-boundary";
import { createQueryClient } from "@/lib/http/query-client";
import { expectConsoleError } from "@/tests/support/fail-on-console-error";

function Years({ fetchYears }: { fetchYears: () => Promise<string> }) {
  const { data } = useQuery({ queryKey: ["years"], queryFn: fetchYears, retry: false, throwOnError: true });
  return <p>{data}</p>;
}

function Broken({ message }: { message: string }): never {
  throw new Error(message);
}

function renderGuarded(children: ReactNode) {
  expectConsoleError(/Error/);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ErrorBoundary>{children}</ErrorBoundary>
    </QueryClientProvider>,
  );
}

test("Try Again refetches what failed", async () => {
  const fetchYears = jest.fn<Promise<string>, []>();
  fetchYears.mockRejectedValueOnce(new Error("Away")).mockResolvedValueOnce("2024");
  renderGuarded(<Years fetchYears={fetchYears} />);
  await userEvent.click(await screen.findByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("2024")).toBeVisible();
  expect(fetchYears).toHaveBeenCalledTimes(2);
});

test("Reload Page loads the page again", async () => {
  // jsdom can't reload and logs an error; the test fails without that error.
  expectConsoleError(/navigation/);
  renderGuarded(<Broken message="Broken" />);
  await userEvent.click(screen.getByRole("button", { name: "Reload Page" }));
});

test.each(["the database is away", "Initialization failed", "no such schema", "x is undefined"])(
  "an error saying %j is shown as the database initialising",
  (message) => {
    renderGuarded(<Broken message={message} />);
    expect(screen.getByRole("heading", { name: "Database Initialization in Progress" })).toBeVisible();
  },
);
