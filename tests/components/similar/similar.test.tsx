import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { SimilarHint } from "@/components/album/similar/similar-hint";
import { removeToast } from "@/components/ui/toast";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

afterEach(() => act(() => removeToast()));

const own = { id: userDto().id, name: "Ada" };
const picture = (id: string, change: Partial<MediaItemDto> = {}) =>
  mediaItemDto({ id, description: `Picture ${id}`, uploadedBy: own, ...change });

function renderHint(items: MediaItemDto[], { bestId = "a", sharpestId = "a", isAdmin = false } = {}) {
  const onGone = jest.fn();
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto({ isAdmin }) })
    .on("GET /api/media/a/similar", { json: { items, bestId, sharpestId } })
    .install();
  for (const { id } of items) {
    api.on(`DELETE /api/media/${id}`, { status: 204 });
    api.on(`POST /api/media/${id}/restore`, { json: picture(id) });
  }
  const user = userDto({ isAdmin });
  const view = renderPage(<SimilarHint item={picture("a")} onGone={onGone} />, { user });
  return { api, onGone, ...view };
}

const trashed = (api: FakeApi) => api.made("DELETE").map((call) => call.split("/").at(-1));

test("a picture without similar ones shows nothing", async () => {
  const { api } = renderHint([]);
  await waitFor(() => expect(api.made("GET /api/media/a/similar")).toHaveLength(1));
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("the others go to the trash after confirmation, and come back with Undo", async () => {
  const { api, onGone } = renderHint([picture("a"), picture("b"), picture("c")]);
  await userEvent.click(await screen.findByRole("button", { name: "2 similar photos" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("Sharpest").closest("li")).toHaveTextContent("1600 × 1200 · 1.9 MB");
  expect((await axe(dialog)).violations).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Move 2 to the trash" }));
  const question = await screen.findByRole("alertdialog", { name: "Move 2 photos to the trash?" });
  expect(question).toHaveTextContent("You can restore them from the trash");
  expect(trashed(api)).toEqual([]);
  await userEvent.click(within(question).getByRole("button", { name: "Move to the trash" }));
  await waitFor(() => expect(trashed(api)).toEqual(["b", "c"]));
  expect(onGone).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(api.made("POST")).toEqual(["POST /api/media/b/restore", "POST /api/media/c/restore"]),
  );
});

test("a hearted picture is not preselected, and at least one always stays", async () => {
  renderHint([picture("a"), picture("b", { heartCount: 2 }), picture("c")]);
  await userEvent.click(await screen.findByRole("button", { name: "2 similar photos" }));
  const box = async (id: string) =>
    screen.findByRole("checkbox", { name: `Move to the trash: Picture ${id}` });
  expect(await box("a")).not.toBeChecked();
  expect(await box("b")).not.toBeChecked();
  expect(await box("c")).toBeChecked();
  await userEvent.click(await box("a"));
  await userEvent.click(await box("b"));
  expect(screen.getByRole("button", { name: "Move 3 to the trash" })).toBeDisabled();
  expect(screen.getByText("Keep at least one.")).toBeVisible();
});

test("the picture being viewed can be deleted too: the viewer is notified", async () => {
  const { onGone } = renderHint([picture("b"), picture("a")], { bestId: "b", sharpestId: "b" });
  await userEvent.click(await screen.findByRole("button", { name: "1 similar photo" }));
  await userEvent.click(await screen.findByRole("button", { name: "Move 1 to the trash" }));
  await userEvent.click(await screen.findByRole("button", { name: "Move to the trash" }));
  await waitFor(() => expect(onGone).toHaveBeenCalledWith(["a"]));
});

test("other people's pictures can be compared, but only an admin can delete them", async () => {
  const theirs = { uploadedBy: { id: "somebody", name: "Nana" } };
  const { unmount } = renderHint([picture("a", theirs), picture("b", theirs)]);
  await userEvent.click(await screen.findByRole("button", { name: "1 similar photo" }));
  expect(await screen.findAllByText("Only the uploader or an admin can delete it.")).toHaveLength(2);
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  unmount();
  renderHint([picture("a", theirs), picture("b", theirs)], { isAdmin: true });
  await userEvent.click(await screen.findByRole("button", { name: "1 similar photo" }));
  expect(await screen.findByRole("button", { name: "Move 1 to the trash" })).toBeEnabled();
});

test("a refusal is shown, and what was not deleted stays selected", async () => {
  const { api } = renderHint([picture("a"), picture("b"), picture("c")]);
  api.on("DELETE /api/media/b", { status: 403, json: { message: "Only who uploaded this can." } });
  await userEvent.click(await screen.findByRole("button", { name: "2 similar photos" }));
  await userEvent.click(await screen.findByRole("button", { name: "Move 2 to the trash" }));
  await userEvent.click(await screen.findByRole("button", { name: "Move to the trash" }));
  expect(await screen.findByText("Only 1 photo moved to the trash", { selector: "div" })).toBeInTheDocument();
});
