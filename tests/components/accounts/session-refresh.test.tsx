import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useAuth } from "@/components/session/session-auth-provider";
import { fakeFetch } from "@/tests/support/fake-fetch";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

function Name() {
  const { user, isInitialized, refreshUser } = useAuth();
  return (
    <>
      <p>{isInitialized ? "Initialised" : "Not yet"}</p>
      <p>{user?.username ?? "Nobody"}</p>
      <button type="button" onClick={() => void refreshUser()}>
        Refresh
      </button>
    </>
  );
}

beforeEach(() => localStorage.clear());

test("the session is initialised by its first check, and the user is fetched again on demand", async () => {
  const calls = fakeFetch({ json: userDto() }, { json: userDto({ username: "ada-lovelace" }) });
  renderInSession(<Name />, { initialUser: userDto() });
  expect(screen.getByText("Not yet")).toBeVisible();
  expect(await screen.findByText("Initialised")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText("ada-lovelace")).toBeVisible();
  expect(calls.map(({ path }) => path)).toEqual(["/api/auth/me", "/api/auth/me"]);
  expect(Object.keys(localStorage).sort()).toEqual(["persistentAuthToken", "settingsAuthToken", "userData"]);
});
