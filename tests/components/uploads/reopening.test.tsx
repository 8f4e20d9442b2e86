import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { closeUploadDialog, openUploadDialog } from "@/components/album/uploads/upload-dialog-controller";
import { UploadDialogHost } from "@/components/album/uploads/upload-dialog-host";
import { useAuth } from "@/components/session/session-auth-provider";
import { removeToast } from "@/components/ui/toast";
import { createQueryClient } from "@/lib/http/query-client";
import { fileOf } from "@/tests/support/chosen-files";
import { consoleErrors, expectConsoleError } from "@/tests/support/fail-on-console-error";
import { FakeUploadServer } from "@/tests/support/fake-upload-server";
import { switchFamilyElsewhere, withOtherTabs } from "@/tests/support/other-tabs";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

withOtherTabs();

afterEach(() =>
  act(() => {
    closeUploadDialog();
    removeToast();
  }),
);

let server: FakeUploadServer;
beforeEach(() => {
  server = new FakeUploadServer().install();
  server.others = ({ path }) => (path === "/api/auth/me" ? { json: userDto() } : { json: {} });
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
});

function CurrentFamily() {
  return <p>{useAuth().user?.currentFamily?.name}</p>;
}

function renderHost() {
  renderInSession(
    <>
      <CurrentFamily />
      <UploadDialogHost />
    </>,
    { initialUser: userDto(), queryClient: createQueryClient() },
  );
}

async function openDialog() {
  act(() => openUploadDialog({ filter: "all" }));
  await screen.findByRole("dialog");
}

test("reopening it with a failed file keeps the form, for the next try", async () => {
  server.next("/api/media", { status: 500 });
  renderHost();
  await openDialog();
  await userEvent.upload(screen.getByLabelText("Files to upload"), fileOf("one.jpg", "image/jpeg"));
  await userEvent.type(screen.getByRole("textbox", { name: "Description" }), "At the lake");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Year" }), "2023");
  await userEvent.click(screen.getByRole("button", { name: "Upload 1 file" }));
  await screen.findByRole("button", { name: "Clear All" });
  act(() => closeUploadDialog());
  act(() => openUploadDialog({ filter: "all" }));
  expect(await screen.findByRole("textbox", { name: "Description" })).toHaveValue("At the lake");
  expect(screen.getByRole("combobox", { name: "Year" })).toHaveValue("2023");
});

test("when another tab switches the family the upload stops, and the page is reloaded without a question", async () => {
  expectConsoleError(/navigation/);
  server.next("/api/media", "silent");
  renderHost();
  await openDialog();
  const files = ["one.jpg", "two.jpg"].map((name) => fileOf(name, "image/jpeg"));
  await userEvent.upload(screen.getByLabelText("Files to upload"), files);
  await userEvent.click(screen.getByRole("button", { name: "Upload 2 files" }));
  await server.until("/api/media", 1);
  act(switchFamilyElsewhere);
  // jsdom can't reload and logs an error.
  await waitFor(() => expect(consoleErrors()).toMatch(/navigation/));
  const question = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(question);
  expect(question.defaultPrevented).toBe(false);
  expect(server.aborted).toEqual(["/api/media"]);
  expect(server.to("/api/media")).toHaveLength(1);
});

test("uploads name the family that the page was loaded for, even once it knows another, and stop when refused", async () => {
  const elsewhere = {
    id: "family-2",
    name: "The cousins",
    icon: "home",
    role: "owner",
    firstYear: 2022,
  } as const;
  const refusal = { error: "You're in another family now.", code: "family_changed" };
  server.others = ({ path }) =>
    path === "/api/auth/me" ? { json: userDto({ currentFamily: elsewhere }) } : { json: {} };
  server.next("/api/media", { status: 409, json: refusal });
  renderHost();
  expect(await screen.findByText("The cousins")).toBeInTheDocument();
  await openDialog();
  const files = ["one.jpg", "two.jpg"].map((name) => fileOf(name, "image/jpeg"));
  await userEvent.upload(screen.getByLabelText("Files to upload"), files);
  await userEvent.click(screen.getByRole("button", { name: "Upload 2 files" }));
  expect(await within(screen.getByRole("dialog")).findByText(/You're in another family now/)).toBeVisible();
  const families = server.to("/api/media").map(({ headers }) => headers["X-Family-ID"]);
  expect(families).toEqual(["family-1"]);
});
