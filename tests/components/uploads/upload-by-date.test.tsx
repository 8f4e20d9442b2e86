import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { closeUploadDialog, openUploadDialog } from "@/components/album/uploads/upload-dialog-controller";
import { UploadDialogHost } from "@/components/album/uploads/upload-dialog-host";
import { removeToast } from "@/components/ui/toast";
import { createQueryClient } from "@/lib/http/query-client";
import { FakeUploadServer } from "@/tests/support/fake-upload-server";
import { cameraPicture, plainPicture } from "@/tests/support/pictures";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

let server: FakeUploadServer;

beforeEach(() => {
  server = new FakeUploadServer().install();
  server.others = ({ path }) => (path === "/api/auth/me" ? { json: userDto() } : { json: {} });
});
afterEach(() =>
  act(() => {
    closeUploadDialog();
    removeToast();
  }),
);

const fileOf = (name: string, bytes: Buffer) =>
  new File([Uint8Array.from(bytes)], name, { type: "image/jpeg", lastModified: 1 });

async function choosePhotos() {
  const photos = [
    fileOf("march.jpg", await cameraPicture("2024:03:15 10:00:00")),
    fileOf("may.jpg", await cameraPicture("2023:05:06 10:00:00")),
    fileOf("scan.jpg", await plainPicture()),
  ];
  renderInSession(<UploadDialogHost />, { initialUser: userDto(), queryClient: createQueryClient() });
  act(() => openUploadDialog({ filter: "all" }));
  await screen.findByRole("dialog");
  await userEvent.upload(screen.getByLabelText("Files to upload"), photos);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Year" }), "2022");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Month" }), "October");
  await waitFor(() =>
    expect(screen.getByRole("switch")).toHaveAccessibleDescription(
      "2 go to March 2024 and May 2023. 1 has no date: it goes to October 2022.",
    ),
  );
}

async function upload() {
  await userEvent.click(screen.getByRole("button", { name: "Upload 3 files" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  return server.kept.map(({ fileName, year, month }) => `${fileName} ${year}-${month}`);
}

test("by default each photo goes to the month it was taken in, the rest to the chosen month", async () => {
  await choosePhotos();
  expect(await upload()).toEqual(["march.jpg 2024-3", "may.jpg 2023-5", "scan.jpg 2022-10"]);
});

test("with the switch off, all go to the chosen month", async () => {
  await choosePhotos();
  await userEvent.click(screen.getByRole("switch", { name: "Put each photo in the month it was taken" }));
  expect(screen.queryByRole("button", { name: /^Put march\.jpg/ })).toBeNull();
  expect(await upload()).toEqual(["march.jpg 2022-10", "may.jpg 2022-10", "scan.jpg 2022-10"]);
});

test("a single photo can be held back, and released again", async () => {
  await choosePhotos();
  const toggle = screen.getByRole("button", { name: "Put march.jpg in March 2024" });
  expect(toggle).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(toggle);
  await userEvent.click(screen.getByRole("button", { name: "Put may.jpg in May 2023" }));
  await userEvent.click(screen.getByRole("button", { name: "Put may.jpg in May 2023" }));
  expect(toggle).toHaveAttribute("aria-pressed", "false");
  expect(await upload()).toEqual(["march.jpg 2022-10", "may.jpg 2023-5", "scan.jpg 2022-10"]);
});
