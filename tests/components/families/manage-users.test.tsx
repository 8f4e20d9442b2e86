import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FamilyPeople } from "@/components/faces/people/family-people";
import { UserCards } from "@/components/family/families/user-cards";
import { UserTable } from "@/components/family/families/user-table";
import { removeToast } from "@/components/ui/toast";
import type { FamilyRole } from "@/lib/core/families/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { familyUserRow, personRow } from "@/tests/support/family-rows";
import { recognitionOff } from "@/tests/support/recognition-state";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const ada = familyUserRow();
const nana = familyUserRow({
  id: "nana",
  username: "nana.rose",
  displayName: "Nana",
  email: "nana@example.org",
  role: "member",
  uploadCount: 1,
  lastSeenAt: null,
});
const bean = familyUserRow({
  id: "bean",
  username: "bean",
  displayName: "Bean",
  email: null,
  role: "member",
  isChild: true,
});

function asRole(role: FamilyRole) {
  const user = userDto();
  return userDto({
    isAdmin: role !== "member",
    currentFamily: user.currentFamily ? { ...user.currentFamily, role } : null,
  });
}

function apiOf(users = [ada, nana, bean]) {
  return new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/users", { json: users })
    .on("GET /api/recognition", { json: recognitionOff })
    .on("GET /api/on-this-day/people", {
      json: [{ id: "person-1", displayName: "Nana", isHidden: false, isLeftOut: false }],
    })
    .on("GET /api/family-members", {
      json: [personRow({ birthDate: "1949-11-30", nickname: "Nana", displayName: "Nana" })],
    })
    .install();
}

const openMenu = async (name: string) =>
  userEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
const choose = async (entry: string) => userEvent.click(await screen.findByRole("menuitem", { name: entry }));
const toastText = (text: string) => screen.findByText(text, { selector: "div" });

afterEach(() => act(() => removeToast()));

test("each account is listed with its role, and children and oneself are marked", async () => {
  apiOf();
  renderPage(<UserCards />, { user: asRole("owner") });
  const [first, second, third] = await screen.findAllByRole("listitem");
  expect(first).toHaveTextContent(/Ada.*Owner.*You/);
  expect(second).toHaveTextContent(/Nana.*Member.*nana@example\.org/);
  expect(second).not.toHaveTextContent("nana.rose");
  expect(third).toHaveTextContent(/Bean.*Member.*Child/);
});

test("an owner makes a member an admin", async () => {
  const api = apiOf().on("PATCH /api/users/nana", { json: { ...nana, role: "admin" } });
  renderPage(<UserCards />, { user: asRole("owner") });
  await openMenu("Nana");
  await choose("Change role");
  const dialog = await screen.findByRole("dialog", { name: "Change Nana's role" });
  await userEvent.click(within(dialog).getByRole("radio", { name: /^Admin/ }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await toastText("Nana is now an admin")).toBeInTheDocument();
  expect(api.calls.find(({ method }) => method === "PATCH")?.body).toEqual({ role: "admin" });
});

test("a refused role shows the reason and keeps the choice", async () => {
  apiOf().on("PATCH /api/users/nana", {
    status: 409,
    json: { message: "nana.rose already owns a free family.", code: "free_family_exists" },
  });
  renderPage(<UserCards />, { user: asRole("owner") });
  await openMenu("Nana");
  await choose("Change role");
  await userEvent.click(await screen.findByRole("radio", { name: /^Owner/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("nana.rose already owns a free family.");
  expect(screen.getByRole("radio", { name: /^Owner/ })).toBeChecked();
});

test("an admin can't make anyone an owner, nor change an owner", async () => {
  apiOf([familyUserRow({ id: "olga", displayName: "Olga" }), nana]).on("GET /api/auth/me", {
    json: asRole("admin"),
  });
  renderPage(<UserCards />, { user: asRole("admin") });
  await openMenu("Nana");
  await choose("Change role");
  expect(await screen.findAllByRole("radio")).toHaveLength(2);
  expect(screen.queryByRole("radio", { name: /^Owner/ })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Actions for Olga" })).not.toBeInTheDocument();
});

test("removing someone first says what happens to their things", async () => {
  const api = apiOf().on("DELETE /api/users/nana", { status: 204 });
  renderPage(<UserCards />, { user: asRole("owner") });
  await openMenu("Nana");
  await choose("Remove from the family");
  const dialog = await screen.findByRole("alertdialog", { name: "Remove Nana from The Okafors?" });
  expect(dialog).toHaveTextContent(/What they uploaded stays in the album/);
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await toastText("Nana was removed")).toBeInTheDocument();
  expect(api.made("DELETE")).toEqual(["DELETE /api/users/nana"]);
});

test("removing a child says that their account is deleted", async () => {
  apiOf();
  renderPage(<UserCards />, { user: asRole("owner") });
  await openMenu("Bean");
  expect(screen.queryByRole("menuitem", { name: "Change role" })).not.toBeInTheDocument();
  await choose("Remove from the family");
  expect(await screen.findByRole("alertdialog")).toHaveTextContent(/This deletes the child's account/);
});

test("a temporary password is shown once, to copy", async () => {
  const api = apiOf().on("POST /api/users/nana/temporary-password", {
    json: { temporaryPassword: "maple-tiger-42" },
  });
  const user = userEvent.setup();
  renderPage(<UserCards />, { user: asRole("owner") });
  await openMenu("Nana");
  await choose("Temporary password");
  expect(api.made("POST")).toEqual([]);
  await user.click(await screen.findByRole("button", { name: "Create a temporary password" }));
  expect(await screen.findByText("maple-tiger-42")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe("maple-tiger-42");
  await user.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByText("maple-tiger-42")).not.toBeInTheDocument());
});

test("a sign-in link is one step away", async () => {
  apiOf();
  renderPage(<UserCards />, { user: asRole("owner") });
  await openMenu("Nana");
  expect(await screen.findByRole("menuitem", { name: "Sign-in link" })).toHaveAttribute(
    "href",
    "/direct-access?user=nana",
  );
});

test("actions on an account that the server always refuses are not offered", async () => {
  apiOf([ada, { ...nana, isOpenToLinks: false, isOpenToPasswords: false }]);
  renderPage(<UserCards />, { user: asRole("owner") });
  await openMenu("Nana");
  expect(await screen.findByRole("menuitem", { name: "Remove from the family" })).toBeVisible();
  for (const name of ["Sign-in link", "Temporary password"])
    expect(screen.queryByRole("menuitem", { name })).not.toBeInTheDocument();
});

test("the table shows since when, last seen, number of uploads and storage", async () => {
  apiOf();
  renderPage(<UserTable />, { user: asRole("owner") });
  const row = await screen.findByRole("row", { name: /nana@example\.org/ });
  const cells = within(row)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
  expect(cells.slice(0, 4)).toEqual([
    "Joined1 March 2026",
    "Last seenNot recently",
    "Uploads1 item",
    "Storage30.0 MB",
  ]);
  expect(screen.getByText(/3 accounts, 90\.0 MB uploaded by them/)).toBeVisible();
});

test("people are listed with nickname and birthday, with and without an account", async () => {
  apiOf();
  renderPage(<FamilyPeople familyId="family-1" />);
  const person = await screen.findByRole("listitem");
  expect(person).toHaveTextContent(/Nana.*No account.*Ada Okafor.*30 November 1949/);
});

test("the baby is added with a birthday", async () => {
  const api = apiOf().on("POST /api/family-members", { status: 201, json: personRow() });
  renderPage(<FamilyPeople familyId="family-1" />);
  await userEvent.click(await screen.findByRole("button", { name: "Add someone" }));
  const dialog = await screen.findByRole("dialog", { name: "Add a family member" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(within(dialog).getByText("Name is required")).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText("Name"), "Ifeoma");
  await userEvent.type(within(dialog).getByLabelText("Birthday"), "2025-03-01");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await toastText("Ifeoma was added")).toBeInTheDocument();
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({
    name: "Ifeoma",
    nickname: "",
    birthDate: "2025-03-01",
  });
});

test("a person without an account can be given one, or removed after confirming", async () => {
  const api = apiOf()
    .on("PUT /api/family-members/person-1", {
      status: 422,
      json: { message: "This person already has another account.", field: "userId" },
    })
    .on("DELETE /api/family-members/person-1", { status: 204 });
  renderPage(<FamilyPeople familyId="family-1" />);
  await userEvent.click(await screen.findByRole("button", { name: "Edit Nana" }));
  await userEvent.selectOptions(await screen.findByLabelText("Account"), "Nana (nana@example.org)");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("This person already has another account.")).toBeVisible();
  expect(api.calls.find(({ method }) => method === "PUT")?.body).toMatchObject({ userId: "nana" });
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  const question = await screen.findByRole("alertdialog", { name: "Remove Nana?" });
  await userEvent.click(within(question).getByRole("button", { name: "Remove" }));
  expect(await toastText("Nana was removed")).toBeInTheDocument();
});

test("correcting a nickname sends nothing else, so a birthday entered meanwhile stays", async () => {
  const api = apiOf()
    .on("GET /api/family-members", { json: [personRow({ nickname: "Nanna", displayName: "Nanna" })] })
    .on("PUT /api/family-members/person-1", { json: personRow({ birthDate: "1949-11-30" }) });
  renderPage(<FamilyPeople familyId="family-1" />);
  await userEvent.click(await screen.findByRole("button", { name: "Edit Nanna" }));
  const nickname = await screen.findByLabelText("Nickname");
  await userEvent.clear(nickname);
  await userEvent.type(nickname, "Nana");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await toastText("Saved")).toBeInTheDocument();
  expect(api.calls.find(({ method }) => method === "PUT")?.body).toEqual({ nickname: "Nana" });
});

test("someone who has left or died is left out of memories", async () => {
  const api = apiOf().on("PUT /api/on-this-day/people/person-1/rule", {
    json: { id: "person-1", displayName: "Nana", isHidden: false, isLeftOut: true },
  });
  renderPage(<FamilyPeople familyId="family-1" />);
  await userEvent.click(await screen.findByRole("button", { name: "Edit Nana" }));
  const choice = await screen.findByRole("switch", { name: "Leave out of memories" });
  expect(choice).not.toBeChecked();
  await userEvent.click(choice);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await toastText("Saved")).toBeInTheDocument();
  expect(api.calls.find(({ path }) => path.endsWith("/rule"))?.body).toEqual({ isLeftOut: true });
  expect(api.made("PUT")).toHaveLength(1);
});
