import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { closeUploadDialog, openUploadDialog } from "@/components/album/uploads/upload-dialog-controller";
import { UploadDialogHost } from "@/components/album/uploads/upload-dialog-host";
import { removeToast } from "@/components/ui/toast";
import { createQueryClient } from "@/lib/http/query-client";
import { fileOf } from "@/tests/support/chosen-files";
import { FakeUploadServer } from "@/tests/support/fake-upload-server";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

afterEach(() =>
  act(() => {
    closeUploadDialog();
    removeToast();
  }),
);

test("reopening it with a failed file keeps the form, for the next try", async () => {
  const server = new FakeUploadServer().install();
  server.others = ({ path }) => (path === "/api/auth/me" ? { json: userDto() } : { json: {} });
  server.next("/api/media", { status: 500 });
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
  renderInSession(<UploadDialogHost />, { initialUser: userDto(), queryClient: createQueryClient() });
  act(() => openUploadDialog({ filter: "all" }));
  await screen.findByRole("dialog");
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
