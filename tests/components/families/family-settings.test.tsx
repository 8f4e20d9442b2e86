import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FamilySettings } from "@/components/shell/settings/family-settings";
import { removeToast } from "@/components/ui/toast";
import { consoleErrors, expectConsoleError } from "@/tests/support/fail-on-console-error";
import { FakeApi } from "@/tests/support/fake-api";
import { familyRow, familyUserRow } from "@/tests/support/family-rows";
import { recognitionOff } from "@/tests/support/recognition-state";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const toastText = (text: string) => screen.findByText(text, { selector: "div" });

// jsdom can't load pages and logs an error.
const pageLeft = () => waitFor(() => expect(consoleErrors()).toMatch(/navigation/));

function renderSettings(family = familyRow(), user = userDto()) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on("GET /api/organization/current", { json: family })
    .on("GET /api/recognition", { json: recognitionOff })
    .on("GET /api/user-organizations", { json: [] })
    .on("GET /api/users", {
      json: [
        familyUserRow(),
        familyUserRow({
          id: "nana",
          username: "nana.rose",
          displayName: "Nana",
          email: "nana@example.org",
          role: "member",
        }),
        familyUserRow({ id: "bean", username: "bean", displayName: "Bean", role: "member", isChild: true }),
      ],
    })
    .install();
  renderPage(<FamilySettings />, { user, address: "/settings" });
  return api;
}

afterEach(() => {
  act(() => removeToast());
  sessionStorage.clear();
});

test("an admin changes name and icon", async () => {
  const api = renderSettings(familyRow({ role: "admin" })).on("PUT /api/organization/current", {
    json: familyRow({ name: "Okafor & Sons", icon: "star", role: "admin" }),
  });
  const name = await screen.findByLabelText("Family name");
  await userEvent.clear(name);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByText("Family name is required")).toBeVisible();
  await userEvent.type(name, "Okafor & Sons");
  await userEvent.click(screen.getByRole("radio", { name: "Star" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await toastText("Family saved")).toBeInTheDocument();
  expect(api.calls.find(({ method }) => method === "PUT")?.body).toEqual({
    name: "Okafor & Sons",
    icon: "star",
  });
  expect(screen.getAllByRole("radio")).toHaveLength(8);
});

test("saving the year leaves a name that another admin gave the family meanwhile", async () => {
  const renamed = familyRow({ role: "admin", name: "The Okafors of Leeds", shows_places: false });
  const api = renderSettings(familyRow({ role: "admin" })).on("PUT /api/organization/current", {
    json: renamed,
  });
  // The answer brings the new name.
  await userEvent.click(await screen.findByRole("switch", { name: "Show where photos were taken" }));
  expect(await toastText("Places are hidden")).toBeInTheDocument();
  const year = screen.getByLabelText("The album begins in");
  await userEvent.clear(year);
  await userEvent.type(year, "1985");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await toastText("Family saved")).toBeInTheDocument();
  expect(api.calls.findLast(({ method }) => method === "PUT")?.body).toEqual({ firstYear: 1985 });
});

test("an admin changes the year in which the album begins, and sees why one is refused", async () => {
  const refusal = { error: "The album has something from 1998, so it can't begin later", field: "firstYear" };
  const api = renderSettings(familyRow({ role: "admin" })).on("PUT /api/organization/current", {
    status: 400,
    json: refusal,
  });
  const year = await screen.findByLabelText("The album begins in");
  expect(year).toHaveValue("2022");
  const type = async (text: string) => {
    await userEvent.clear(year);
    await userEvent.type(year, text);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
  };
  await type("85");
  expect(year).toHaveAccessibleDescription(/Please enter a year, such as 1985/);
  expect(api.made("PUT")).toEqual([]);
  await type("1999");
  await waitFor(() => expect(year).toHaveAccessibleDescription(new RegExp(refusal.error)));
  api.on("PUT /api/organization/current", { json: familyRow({ role: "admin", first_year: 1985 }) });
  await type("1985");
  expect(await toastText("Family saved")).toBeInTheDocument();
  expect(api.calls.findLast(({ method }) => method === "PUT")?.body).toMatchObject({ firstYear: 1985 });
});

test("an admin decides whether photos show where they were taken; members aren't asked", async () => {
  const api = renderSettings(familyRow({ role: "admin" })).on("PUT /api/organization/current", {
    json: familyRow({ role: "admin", shows_places: false }),
  });
  const places = await screen.findByRole("switch", { name: "Show where photos were taken" });
  expect(places).toBeChecked();
  await userEvent.click(places);
  expect(await toastText("Places are hidden")).toBeInTheDocument();
  expect(places).not.toBeChecked();
  expect(api.calls.find(({ method }) => method === "PUT")?.body).toEqual({ showsPlaces: false });
});

test("the last of two quick presses counts for places", async () => {
  let stored = true;
  const api = renderSettings(familyRow({ role: "admin" })).on(
    "PUT /api/organization/current",
    async ({ body }) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      stored = (body as { showsPlaces: boolean }).showsPlaces;
      return { json: familyRow({ role: "admin", shows_places: stored }) };
    },
  );
  const places = await screen.findByRole("switch", { name: "Show where photos were taken" });
  await userEvent.click(places);
  expect(places).not.toBeChecked();
  await userEvent.click(places);
  expect(places).toBeChecked();
  await waitFor(() => expect(api.made("PUT")).toHaveLength(2));
  expect(await toastText("Places are shown")).toBeInTheDocument();
  expect(places).toBeChecked();
  expect(stored).toBe(true);
});

test("a failure to hide places is reported, and they stay visible", async () => {
  renderSettings().on("PUT /api/organization/current", { status: 500, json: { error: "Not now, please" } });
  const places = await screen.findByRole("switch", { name: "Show where photos were taken" });
  await userEvent.click(places);
  expect(await screen.findByRole("alert")).toHaveTextContent("Not now, please");
  expect(places).toBeChecked();
});

test("a member can only leave, a child not even that", async () => {
  renderSettings(familyRow({ role: "member" }));
  expect(await screen.findByRole("button", { name: "Leave family" })).toBeVisible();
  expect(screen.queryByLabelText("Family name")).not.toBeInTheDocument();
  expect(screen.queryByRole("switch", { name: "Show where photos were taken" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Delete family" })).not.toBeInTheDocument();
});

test("leaving asks for confirmation, and continues with another family if there is one", async () => {
  expectConsoleError(/navigation/);
  const api = renderSettings(familyRow({ role: "member" }))
    .on("POST /api/organization/leave", { status: 204 })
    .on("GET /api/user-organizations", { json: [familyRow({ id: "family-2" })] })
    .on("POST /api/switch-organization", { json: familyRow({ id: "family-2" }) });
  await userEvent.click(await screen.findByRole("button", { name: "Leave family" }));
  const question = await screen.findByRole("alertdialog", { name: "Leave The Okafors?" });
  expect(api.made("POST")).toEqual([]);
  await userEvent.click(within(question).getByRole("button", { name: "Leave family" }));
  await waitFor(() =>
    expect(api.made("POST")).toEqual(["POST /api/organization/leave", "POST /api/switch-organization"]),
  );
  await pageLeft();
  expect(sessionStorage.getItem("toastForNextPage")).toContain("You have left The Okafors");
});

test("changes name the family that the page was loaded for, even once it knows another, and say why they are refused", async () => {
  const elsewhere = {
    id: "family-2",
    name: "The cousins",
    icon: "home",
    role: "owner",
    firstYear: 2022,
  } as const;
  const refusal = { message: "You're in another family now.", code: "family_changed" };
  const api = renderSettings()
    .on("PUT /api/organization/current", { json: familyRow() })
    .on("GET /api/auth/me", { json: userDto({ currentFamily: elsewhere }) })
    .on("POST /api/organization/leave", { status: 409, json: refusal })
    .on("DELETE /api/organization/current", { status: 409, json: refusal });
  await userEvent.type(await screen.findByLabelText("Family name"), "!");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await toastText("Family saved")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Leave family" }));
  const question = await screen.findByRole("alertdialog", { name: "Leave The Okafors?" });
  await userEvent.click(within(question).getByRole("button", { name: "Leave family" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(refusal.message);
  await userEvent.click(screen.getByRole("button", { name: "Delete family" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete The Okafors?" }));
  await userEvent.type(dialog.getByLabelText("Type The Okafors to confirm"), "The Okafors");
  await userEvent.type(dialog.getByLabelText("Your password"), "sunday lunch");
  await userEvent.click(dialog.getByRole("button", { name: "Delete permanently" }));
  expect(await dialog.findByText(refusal.message)).toBeVisible();
  const changes = api.calls.filter(({ method }) => method !== "GET");
  expect(changes.map(({ method, headers }) => `${method} ${headers["X-Family-ID"]}`)).toEqual([
    "PUT family-1",
    "POST family-1",
    "DELETE family-1",
  ]);
});

test("the last owner sees why leaving is refused", async () => {
  renderSettings().on("POST /api/organization/leave", {
    status: 422,
    json: { message: "A family needs an owner, and there is no other.", code: "last_owner" },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Leave family" }));
  await userEvent.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Leave family" }),
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("A family needs an owner");
});

test("transferring ownership first makes the other an owner, then oneself an admin", async () => {
  expectConsoleError(/navigation/);
  const api = renderSettings()
    .on("PATCH /api/users/nana", { json: familyUserRow({ id: "nana" }) })
    .on(`PATCH /api/users/${userDto().id}`, { json: familyUserRow({ role: "admin" }) });
  const select = await screen.findByLabelText("New owner");
  await screen.findByRole("option", { name: "Nana (nana@example.org)" });
  expect(within(select).queryByRole("option", { name: /Bean/ })).not.toBeInTheDocument();
  await userEvent.selectOptions(select, "nana");
  await userEvent.click(screen.getByRole("button", { name: "Transfer" }));
  const question = await screen.findByRole("alertdialog", { name: "Make Nana the owner of The Okafors?" });
  await userEvent.click(within(question).getByRole("button", { name: "Transfer ownership" }));
  await waitFor(() =>
    expect(api.calls.filter(({ method }) => method === "PATCH")).toMatchObject([
      { path: "/api/users/nana", body: { role: "owner" } },
      { path: `/api/users/${userDto().id}`, body: { role: "admin" } },
    ]),
  );
  await pageLeft();
});

test("deleting says what is lost, and requires the family's name and the password", async () => {
  const api = renderSettings().on("DELETE /api/organization/current", {
    status: 422,
    json: { message: "That is not your password. Nothing was deleted.", field: "password" },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Delete family" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete The Okafors?" });
  expect(dialog).toHaveTextContent(/Every photo and video/);
  const confirm = within(dialog).getByRole("button", { name: "Delete permanently" });
  await userEvent.click(confirm);
  expect(within(dialog).getByText("Please type The Okafors")).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText("Type The Okafors to confirm"), "The Okafors");
  await userEvent.click(confirm);
  expect(within(dialog).getByText("Password is required")).toBeVisible();
  expect(api.made("DELETE")).toEqual([]);
  await userEvent.type(within(dialog).getByLabelText("Your password"), "sunday lunch");
  await userEvent.click(confirm);
  expect(await within(dialog).findByText("That is not your password. Nothing was deleted.")).toBeVisible();
  expect(within(dialog).getByLabelText("Your password")).toHaveValue("sunday lunch");
});
