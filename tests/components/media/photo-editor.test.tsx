import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { EditMediaDialog } from "@/components/album/media/edit-media-dialog";
import { PhotoEditor } from "@/components/album/media/photo-editor/photo-editor";
import type { MediaDetailDto } from "@/lib/album/media/schema";
import { noEdits } from "@/lib/shared/picture-edits";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const item = mediaItemDto({ id: "garden", description: "The garden" });
let api: FakeApi;
beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto({ isAdmin: true }) })
    .on("GET /api/hashtags/recent", { json: { hashtags: [] } })
    .on("GET /api/media/garden/suggestions", { json: { labels: [] } })
    .install();
});

/** Opens the editor on a 1200 by 900 pixel photo. */
async function openEditor(detail: Partial<MediaDetailDto> = {}) {
  api.on("GET /api/media/garden", { json: { ...mediaDetailDto(item), ...detail } });
  const [onClose, onSaved] = [jest.fn(), jest.fn()];
  renderPage(<PhotoEditor mediaId="garden" onClose={onClose} onSaved={onSaved} />, {
    user: userDto({ isAdmin: true }),
  });
  const editor = await screen.findByRole("dialog", { name: "Edit photo" });
  await within(editor).findByRole("button", { name: "Rotate left" });
  const photo = editor.querySelector("img") as HTMLImageElement;
  expect(photo).toHaveAttribute("src", "/api/media/garden/unedited");
  Object.defineProperties(photo, { naturalWidth: { value: 1200 }, naturalHeight: { value: 900 } });
  fireEvent.load(photo);
  return { editor, photo, onClose, onSaved };
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const state = () => within(screen.getByRole("dialog", { name: "Edit photo" })).getByRole("status");
const slide = (label: string, value: number) =>
  fireEvent.change(screen.getByRole("slider", { name: label }), { target: { value: String(value) } });
/** A MouseEvent with a pointer event's name: fireEvent's pointer events have no coordinates here. */
function drag(name: "down" | "move" | "up", element: HTMLElement, clientX: number, clientY: number) {
  const event = new MouseEvent(`pointer${name}`, { bubbles: true, clientX, clientY, button: 0 });
  fireEvent(element, Object.assign(event, { pointerId: 1, isPrimary: true }));
}
const sent = (method: string) => api.calls.findLast((call) => call.method === method);

test("every edit shows immediately, and is saved as instructions", async () => {
  const { photo, onSaved } = await openEditor();
  expect(state()).toHaveTextContent("The original.");
  await press("Rotate right");
  await press("Mirror");
  slide("Straighten", -2.5);
  slide("Light", 20);
  expect(photo.style.transform).toBe("translate(-50%, -50%) rotate(-2.5deg) scaleX(-1) rotate(90deg)");
  expect(photo.style.filter).toMatch(/^brightness\(1\.1486/);
  expect(state()).toHaveTextContent("Turned to the right. Mirrored. Straightened by -2.5°. Light +20.");
  const edits = { quarterTurns: 1, isMirrored: true, straighten: -2.5, crop: null, light: 20 };
  const saved = { ...mediaDetailDto(item), edits, editVersion: 1, isEdited: true };
  api.on("PUT /api/media/garden/edits", { json: saved });
  await press("Save");
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent("PUT")?.body).toEqual({ ...edits, version: 0 });
  expect(await screen.findByText("Saved")).toBeInTheDocument();
});

test("a crop follows the photo's orientation, and turns when it is rotated", async () => {
  await openEditor();
  await userEvent.click(screen.getByRole("radio", { name: "3:2" }));
  expect(state()).toHaveTextContent("Cropped to 100% of the width and 89% of the height.");
  await press("Rotate left");
  expect(state()).toHaveTextContent(
    "Turned to the left. Cropped to 89% of the width and 100% of the height.",
  );
  await userEvent.click(screen.getByRole("radio", { name: "Square" }));
  expect(state()).toHaveTextContent("Cropped to 100% of the width and 75% of the height.");
});

test("the crop is moved and sized with the keyboard", async () => {
  await openEditor();
  screen.getByRole("button", { name: "Corner, bottom right" }).focus();
  await userEvent.keyboard("{Shift>}{ArrowLeft}{ArrowUp}{/Shift}{ArrowUp}");
  expect(state()).toHaveTextContent("Cropped to 90% of the width and 89% of the height.");
  const part = screen.getByRole("button", { name: "Cropped part" });
  expect(part).toHaveAccessibleDescription("Arrow keys move it. Hold Shift to move further.");
  part.focus();
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}{ArrowDown}");
  const frame = screen.getByRole("group", { name: "Crop" });
  expect(frame.style.left).toBe("10%");
  expect(frame.style.top).toBe("1%");
});

test("the crop is sized by dragging a corner", async () => {
  const { photo } = await openEditor();
  const box = photo.parentElement?.parentElement as HTMLElement;
  box.getBoundingClientRect = () => new DOMRect(0, 0, 400, 300);
  const corner = screen.getByRole("button", { name: "Corner, top left" });
  drag("down", corner, 0, 0);
  drag("move", corner, 100, 30);
  drag("up", corner, 100, 30);
  drag("move", corner, 300, 30);
  expect(state()).toHaveTextContent("Cropped to 75% of the width and 90% of the height.");
});

test("earlier edits can be changed, and reverted to the original", async () => {
  const edits = { ...noEdits, quarterTurns: 3 };
  const { onSaved } = await openEditor({ edits, editVersion: 4, isEdited: true });
  expect(state()).toHaveTextContent("Turned to the left.");
  await press("Revert to original");
  expect(state()).toHaveTextContent("The original.");
  expect(screen.getByRole("button", { name: "Revert to original" })).toHaveAttribute("aria-disabled", "true");
  api.on("DELETE /api/media/garden/edits", { json: { ...mediaDetailDto(item), editVersion: 5 } });
  await press("Save");
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent("DELETE")?.path).toContain("version=4");
  expect(await screen.findByText("The original is shown again")).toBeInTheDocument();
});

test("a conflict with someone else's edit is reported, and the changes stay", async () => {
  const { onSaved } = await openEditor();
  await press("Rotate right");
  const message = "Someone else has edited this photo since you opened it. Please start again.";
  api.on("PUT /api/media/garden/edits", {
    status: 409,
    json: { error: message, message, code: "changed_meanwhile" },
  });
  await press("Save");
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(state()).toHaveTextContent("Turned to the right.");
  expect(onSaved).not.toHaveBeenCalled();
});

test("changes are discarded only after confirmation", async () => {
  const { onClose } = await openEditor();
  await press("Mirror");
  await press("Cancel");
  expect(onClose).not.toHaveBeenCalled();
  await press("Keep editing");
  await press("Mirror");
  await press("Cancel");
  expect(onClose).toHaveBeenCalledTimes(1);
  await press("Mirror");
  await press("Cancel");
  await press("Discard");
  expect(onClose).toHaveBeenCalledTimes(2);
});

describe("the edit dialog", () => {
  const renderDialog = (change: Parameters<typeof mediaItemDto>[0] = {}) => {
    const onClose = jest.fn();
    renderPage(<EditMediaDialog item={{ ...item, ...change }} onClose={onClose} />, {
      user: userDto({ isAdmin: true }),
    });
    return onClose;
  };

  test("opens the editor, and keeps text typed before it", async () => {
    api.on("GET /api/media/garden", { json: mediaDetailDto(item) });
    renderDialog();
    await userEvent.type(await screen.findByLabelText(/Description/), " in May");
    await press("Rotate, crop and adjust light");
    // Until the photo's details arrive there is a different Cancel button, which they replace.
    await screen.findByRole("button", { name: "Rotate left" });
    await press("Cancel");
    expect(await screen.findByLabelText(/Description/)).toHaveValue("The garden in May");
  });

  test.each([{ mediaType: "video" as const }, { derivatives: "failed" as const }, { mimeType: "image/gif" }])(
    "offers no editor for %j",
    async (change) => {
      renderDialog(change);
      await screen.findByLabelText(/Description/);
      expect(screen.queryByRole("button", { name: "Rotate, crop and adjust light" })).not.toBeInTheDocument();
    },
  );
});
