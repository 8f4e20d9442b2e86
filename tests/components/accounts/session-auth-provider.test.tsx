import { QueryClient } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useAuth } from "@/components/session/session-auth-provider";
import { signOutMarkerKey } from "@/lib/account/accounts/client/client-session";
import { expectConsoleError } from "@/tests/support/fail-on-console-error";
import { type FakeAnswer, fakeFetch } from "@/tests/support/fake-fetch";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

const ada = userDto();

function Album() {
  const { user, isLoading, logout } = useAuth();
  return (
    <>
      <p>{user ? `Album of ${user.username}` : "Nobody"}</p>
      {isLoading && <p>Checking</p>}
      <button type="button" onClick={() => void logout()}>
        Log out
      </button>
    </>
  );
}

async function renderChecked(answers: FakeAnswer[], options: Parameters<typeof renderInSession>[1]) {
  const calls = fakeFetch(...answers);
  renderInSession(<Album />, options);
  await waitFor(() => expect(screen.queryByText("Checking")).not.toBeInTheDocument());
  return calls;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("using the session outside its provider throws an error that says so", () => {
  expect(() => render(<Album />)).toThrow("useAuth must be used within a SessionAuthProvider");
});

test("the server's user is shown while the session is checked, past every cache", async () => {
  const calls = fakeFetch({ json: ada });
  renderInSession(<Album />, { initialUser: ada });
  expect(screen.getByText("Album of ada")).toBeVisible();
  expect(screen.getByText("Checking")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Checking")).not.toBeInTheDocument());
  expect(screen.getByText("Album of ada")).toBeVisible();
  expect(calls[0]).toMatchObject({
    path: "/api/auth/me",
    init: { cache: "no-store", credentials: "include" },
    headers: { "Cache-Control": "no-cache" },
  });
  expect(JSON.parse(localStorage.getItem("userData") ?? "")).toMatchObject({ id: ada.id, username: "ada" });
});

test.each<[string, FakeAnswer]>([
  ["refused", { status: 401, json: { error: "no" } }],
  ["unreachable", new Error("offline")],
  ["without an id", { json: { username: "ada" } }],
])("a session check that is %s leaves the visitor signed out, without a message", async (_, answer) => {
  await renderChecked([answer], { initialUser: ada });
  expect(screen.getByText("Nobody")).toBeVisible();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(localStorage.getItem("userData")).toBeNull();
});

test("logging out hides the album, notifies the server, clears everything and leaves", async () => {
  const onSignedOut = jest.fn();
  const queryClient = new QueryClient();
  queryClient.setQueryData(["/api/years"], [2024]);
  const calls = await renderChecked([{ json: ada }, { json: {} }], {
    initialUser: ada,
    onSignedOut,
    queryClient,
  });
  localStorage.setItem("theme", "dark");
  sessionStorage.setItem("anything", "1");
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = "readable=1";
  await userEvent.click(screen.getByRole("button", { name: "Log out" }));
  expect(screen.queryByText("Album of ada")).not.toBeInTheDocument();
  await waitFor(() => expect(onSignedOut).toHaveBeenCalledTimes(1));
  expect(calls[1]).toMatchObject({ path: "/api/auth/logout", init: { method: "POST" } });
  expect({ ...localStorage }).toEqual({});
  expect({ ...sessionStorage }).toEqual({});
  expect(document.cookie).toBe("");
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test.each<[string, FakeAnswer]>([
  ["can't be reached", new Error("offline")],
  ["fails", { status: 500 }],
])("logging out continues when the server %s, and leaves a marker", async (_, answer) => {
  expectConsoleError(/Sign-out/);
  const onSignedOut = jest.fn();
  await renderChecked([{ json: ada }, answer], { initialUser: ada, onSignedOut });
  await userEvent.click(screen.getByRole("button", { name: "Log out" }));
  await waitFor(() => expect(onSignedOut).toHaveBeenCalledTimes(1));
  expect(Object.keys(localStorage)).toEqual([signOutMarkerKey]);
});

test("a load that finds the marker ends the session before it shows anything", async () => {
  localStorage.setItem(signOutMarkerKey, "1");
  const onSignedOut = jest.fn();
  const calls = fakeFetch({ json: {} });
  renderInSession(<Album />, { initialUser: ada, onSignedOut });
  await waitFor(() => expect(onSignedOut).toHaveBeenCalledTimes(1));
  expect(screen.queryByText("Album of ada")).not.toBeInTheDocument();
  expect(calls.map(({ path }) => path)).toEqual(["/api/auth/logout"]);
  expect(localStorage.getItem(signOutMarkerKey)).toBeNull();
});

test("if that fails again the album stays hidden and can be retried", async () => {
  expectConsoleError(/Sign-out/);
  localStorage.setItem(signOutMarkerKey, "1");
  const onSignedOut = jest.fn();
  fakeFetch(new Error("offline"), { json: {} });
  renderInSession(<Album />, { initialUser: ada, onSignedOut });
  expect(await screen.findByText("Signing out is not finished")).toBeVisible();
  expect(screen.queryByText("Album of ada")).not.toBeInTheDocument();
  expect(onSignedOut).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(onSignedOut).toHaveBeenCalledTimes(1));
});

test("a sign-out in another tab signs out this one", async () => {
  const onSignedOut = jest.fn();
  await renderChecked([{ json: ada }], { initialUser: ada, onSignedOut });
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: null })));
  expect(onSignedOut).toHaveBeenCalledTimes(1);
  expect(screen.queryByText("Album of ada")).not.toBeInTheDocument();
});
