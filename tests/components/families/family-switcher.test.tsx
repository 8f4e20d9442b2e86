import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FamilySwitcher } from "@/components/shell/layout/family-switcher";
import { removeToast } from "@/components/ui/toast";
import { consoleErrors, expectConsoleError } from "@/tests/support/fail-on-console-error";
import { FakeApi } from "@/tests/support/fake-api";
import { familyRow } from "@/tests/support/family-rows";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const okafors = familyRow();
const lindqvists = familyRow({
  id: "family-2",
  name: "The Lindqvists",
  role: "member",
  member_count: 1,
  subscription_tier: "premium",
});

function renderSwitcher(families = [okafors, lindqvists], user = userDto()) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on("GET /api/user-organizations", { json: families })
    .install();
  renderPage(<FamilySwitcher familyName="The Okafors">The Okafors</FamilySwitcher>, { user });
  return api;
}

// jsdom can't reload and logs an error.
const pageReloaded = () => waitFor(() => expect(consoleErrors()).toMatch(/navigation/));

const open = async () => userEvent.click(screen.getByRole("button", { name: "Your family: The Okafors" }));
const openDialog = async () => {
  await open();
  await screen.findAllByRole("menuitemradio");
  await userEvent.click(screen.getByRole("menuitem", { name: "Create New Family" }));
  return screen.findByRole("dialog", { name: "Create New Family" });
};
const toastText = (text: string) => screen.findByText(text, { selector: "div" });

afterEach(() => {
  act(() => removeToast());
  sessionStorage.clear();
});

test("the families are listed with role, number of members and plan; the current one is marked", async () => {
  renderSwitcher();
  await open();
  const [first, second] = await screen.findAllByRole("menuitemradio");
  expect(first).toHaveAccessibleName("The Okafors Owner 3 members · Free");
  expect(first).toBeChecked();
  expect(second).toHaveAccessibleName("The Lindqvists Member 1 member · Premium Plan");
  expect(second).not.toBeChecked();
});

test("choosing another family calls switch and then reloads the page", async () => {
  expectConsoleError(/navigation/);
  const api = renderSwitcher().on("POST /api/switch-organization", { json: lindqvists });
  await open();
  await userEvent.click(await screen.findByRole("menuitemradio", { name: /The Lindqvists/ }));
  await waitFor(() => expect(api.made("POST")).toEqual(["POST /api/switch-organization"]));
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({ organizationId: "family-2" });
  await pageReloaded();
});

test("choosing the current family does nothing", async () => {
  const api = renderSwitcher();
  await open();
  await userEvent.click(await screen.findByRole("menuitemradio", { name: /The Okafors/ }));
  expect(api.made("POST")).toEqual([]);
});

test("a failed switch shows 'Failed to switch family' with the server's message", async () => {
  renderSwitcher().on("POST /api/switch-organization", {
    status: 404,
    json: { error: "This could not be found.", message: "This could not be found." },
  });
  await open();
  await userEvent.click(await screen.findByRole("menuitemradio", { name: /The Lindqvists/ }));
  expect(await toastText("Failed to switch family")).toBeInTheDocument();
  expect(await toastText("This could not be found.")).toBeInTheDocument();
});

test("during an upload the family can't be switched", async () => {
  const warn = (event: Event) => event.preventDefault();
  window.addEventListener("beforeunload", warn);
  const api = renderSwitcher();
  await open();
  await userEvent.click(await screen.findByRole("menuitemradio", { name: /The Lindqvists/ }));
  expect(await toastText("Failed to switch family")).toBeInTheDocument();
  expect(api.made("POST")).toEqual([]);
  window.removeEventListener("beforeunload", warn);
});

test("creating a family asks for the name, creates it and switches to it", async () => {
  expectConsoleError(/navigation/);
  const made = familyRow({ id: "family-3", name: "The Cousins" });
  const api = renderSwitcher([lindqvists])
    .on("POST /api/create-organization", { status: 201, json: made })
    .on("POST /api/switch-organization", { json: made });
  const dialog = await openDialog();
  await userEvent.type(within(dialog).getByLabelText("Family name"), "  The Cousins ");
  await userEvent.click(within(dialog).getByRole("button", { name: "Create family" }));
  await waitFor(() =>
    expect(api.calls.filter(({ method }) => method === "POST")).toMatchObject([
      { path: "/api/create-organization", body: { name: "The Cousins", subscriptionTier: "free" } },
      { path: "/api/switch-organization", body: { organizationId: "family-3" } },
    ]),
  );
  await pageReloaded();
  // The next page shows it.
  expect(sessionStorage.getItem("toastForNextPage")).toContain("Family created successfully");
});

test("'Family created successfully' is shown on the page that the switch loads", async () => {
  sessionStorage.setItem("toastForNextPage", JSON.stringify({ title: "Family created successfully" }));
  renderSwitcher();
  expect(await toastText("Family created successfully")).toBeInTheDocument();
  expect(sessionStorage.getItem("toastForNextPage")).toBeNull();
});

test("a blank name is refused", async () => {
  const api = renderSwitcher([lindqvists]);
  const dialog = await openDialog();
  await userEvent.type(within(dialog).getByLabelText("Family name"), "   ");
  await userEvent.click(within(dialog).getByRole("button", { name: "Create family" }));
  expect(within(dialog).getByText("Family name is required")).toBeVisible();
  expect(api.made("POST")).toEqual([]);
});

test("a family with a paid plan is paid for first, on the page the server returns", async () => {
  expectConsoleError(/navigation/);
  renderSwitcher([okafors]).on("POST /api/create-organization", {
    status: 402,
    json: {
      message: "Your family will be created as soon as its plan is paid for.",
      code: "payment_required",
      url: "https://pay.example/1",
    },
  });
  const dialog = await openDialog();
  await userEvent.type(within(dialog).getByLabelText("Family name"), "The Cousins");
  await userEvent.click(within(dialog).getByRole("button", { name: "Create family" }));
  await pageReloaded();
  expect(screen.queryByText("Failed to create family")).not.toBeInTheDocument();
});

test("a family that can't be created shows 'Failed to create family' and keeps the name", async () => {
  renderSwitcher([okafors]).on("POST /api/create-organization", {
    status: 503,
    json: { message: "Paid plans can't be bought here yet.", code: "billing_not_configured" },
  });
  const dialog = await openDialog();
  await userEvent.type(within(dialog).getByLabelText("Family name"), "The Cousins");
  await userEvent.click(within(dialog).getByRole("button", { name: "Create family" }));
  expect(await toastText("Failed to create family")).toBeInTheDocument();
  expect(within(dialog).getByRole("alert")).toHaveTextContent("Paid plans can't be bought here yet.");
  expect(within(dialog).getByLabelText("Family name")).toHaveValue("The Cousins");
});

test("the Free option is hidden from people who own a free family, and the plans show their prices", async () => {
  renderSwitcher([okafors]);
  const dialog = await openDialog();
  expect(within(dialog).queryByRole("radio", { name: /^Free/ })).not.toBeInTheDocument();
  expect(within(dialog).getByText(/You already own a free family/)).toBeVisible();
  expect(within(dialog).getByRole("radio", { name: /Family Plan.*200GB.*6 members.*£4\.99/ })).toBeChecked();
  expect(
    within(dialog).getByRole("radio", { name: /Premium Plan.*Unlimited.*10 members.*£9\.99/ }),
  ).toBeVisible();
});

test("people who own none are offered the Free one, with its limits", async () => {
  renderSwitcher([lindqvists]);
  const dialog = await openDialog();
  expect(within(dialog).getByRole("radio", { name: /Free.*5GB.*3 members/ })).toBeChecked();
});

test("the focus returns to the switcher when the dialog closes", async () => {
  renderSwitcher([lindqvists]);
  await openDialog();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Your family: The Okafors" })).toHaveFocus());
});

test("a child isn't offered a new family", async () => {
  renderSwitcher([lindqvists], userDto({ isChild: true, isAdmin: false }));
  await open();
  await screen.findAllByRole("menuitemradio");
  expect(screen.queryByRole("menuitem", { name: "Create New Family" })).not.toBeInTheDocument();
});

test("families that could not be loaded can be loaded again", async () => {
  const api = renderSwitcher().on("GET /api/user-organizations", { status: 401 });
  await open();
  const again = await screen.findByRole("menuitem", { name: /could not be loaded/ });
  api.on("GET /api/user-organizations", { json: [okafors] });
  await userEvent.click(again);
  expect(await screen.findByRole("menuitemradio", { name: /The Okafors/ })).toBeVisible();
});
