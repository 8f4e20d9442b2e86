import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ErrorBoundary } from "@/components/shell/layout/error-boundary";
import { storeSession } from "@/lib/http/stored-session";
import { expectConsoleError } from "@/tests/support/fail-on-console-error";

let failure: Error | null = null;

function Fragile() {
  if (failure) throw failure;
  return <p>All is well</p>;
}

function renderFragile(queryClient = new QueryClient()) {
  expectConsoleError(/Error/);
  return render(
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Fragile />
      </ErrorBoundary>
    </QueryClientProvider>,
  );
}

test("Try Again renders the part again", async () => {
  failure = new Error("Broken");
  renderFragile();
  expect(screen.getByRole("alert")).not.toHaveTextContent("Database Initialization in Progress");
  expect(screen.getByRole("button", { name: "Reload Page" })).toBeVisible();
  failure = null;
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(screen.getByText("All is well")).toBeVisible();
});

test("Clear Cache & Retry clears the cache and the stored session", async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(["/api/years"], [2024]);
  storeSession({ id: "user-1", username: "ada" });
  failure = new Error("Broken");
  renderFragile(queryClient);
  failure = null;
  await userEvent.click(screen.getByRole("button", { name: "Clear Cache & Retry" }));
  expect(screen.getByText("All is well")).toBeVisible();
  expect(queryClient.getQueryData(["/api/years"])).toBeUndefined();
  expect({ ...localStorage }).toEqual({});
});

test.each([
  "Database initialization in progress, please wait and retry",
  "relation of schema public",
  "x is undefined",
])("%j is shown as the database initialising", (message) => {
  failure = new Error(message);
  renderFragile();
  expect(screen.getByRole("heading", { name: "Database Initialization in Progress" })).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("up to 30 seconds after redeployment");
  expect(screen.getByRole("alert")).toHaveTextContent("FTP server");
});
