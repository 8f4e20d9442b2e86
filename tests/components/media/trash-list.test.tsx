import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { TrashList } from "@/components/album/media/trash-list";
import { removeToast } from "@/components/ui/toast";
import { imageCacheKey, readImageCache } from "@/lib/album/media/client/image-cache";
import type { TrashItemDto } from "@/lib/album/media/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const dayMs = 86_400_000;
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
});
afterEach(() => act(() => removeToast()));

function trashed(daysUntilPurge: number): TrashItemDto {
  const purgeAt = new Date(Date.now() + daysUntilPurge * dayMs - 1000);
  return {
    ...mediaItemDto({ id: "old", description: "The lake" }),
    deletedAt: new Date(purgeAt.getTime() - 30 * dayMs).toISOString(),
    purgeAt: purgeAt.toISOString(),
  };
}

test("deleted items show their own thumbnail and the days they have left", async () => {
  api.on("GET /api/media/trash", { json: [trashed(30)] });
  renderPage(<TrashList />);
  expect(await screen.findByText("30 days left")).toBeVisible();
  expect(screen.getByRole("img", { name: "The lake" })).toHaveAttribute(
    "src",
    "/api/media/trash/old/thumbnail",
  );
});

test("an empty trash explains itself", async () => {
  api.on("GET /api/media/trash", { json: [] });
  renderPage(<TrashList />);
  expect(await screen.findByRole("heading", { name: "The trash is empty" })).toBeVisible();
});

test("restoring takes the item out of the trash", async () => {
  api.on("GET /api/media/trash", { json: [trashed(3)] }).on("POST /api/media/old/restore", () => {
    api.on("GET /api/media/trash", { json: [] });
    return { json: mediaItemDto({ id: "old" }) };
  });
  renderPage(<TrashList />);
  await userEvent.click(await screen.findByRole("button", { name: "Restore : The lake" }));
  expect(await screen.findByRole("heading", { name: "The trash is empty" })).toBeVisible();
});

test("a file that is in the album again can't be restored, and the server's reason is shown", async () => {
  const reason = "The album already has another copy of this file, so this one stays in the trash.";
  api
    .on("GET /api/media/trash", { json: [trashed(3)] })
    .on("POST /api/media/old/restore", { status: 409, json: { message: reason, code: "already_in_album" } });
  renderPage(<TrashList />);
  await userEvent.click(await screen.findByRole("button", { name: "Restore : The lake" }));
  await waitFor(() => expect(screen.getByText(reason, { selector: "div" })).toBeInTheDocument());
  expect(screen.getByText("3 days left")).toBeVisible();
});

describe("permanent deletion", () => {
  const erase = "DELETE /api/media/trash/old";
  const asked = () => api.calls.filter(({ method }) => method === "DELETE").length;

  test("asks for confirmation, and Cancel deletes nothing", async () => {
    api.on("GET /api/media/trash", { json: [trashed(3)] }).on(erase, { status: 204 });
    renderPage(<TrashList />);
    await userEvent.click(await screen.findByRole("button", { name: "Erase now : The lake" }));
    const question = await screen.findByRole("alertdialog", { name: "Permanently erase this photo?" });
    expect(question).toHaveTextContent("no one can bring it back");
    expect(asked()).toBe(0);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(asked()).toBe(0);
  });

  test("removes the item from the trash and from this device's storage", async () => {
    const user = userDto();
    localStorage.setItem(
      imageCacheKey(user.id),
      JSON.stringify({ savedAt: Date.now(), images: { old: "data:image/webp;base64,AA", new: "data:," } }),
    );
    api.on("GET /api/media/trash", { json: [trashed(3)] }).on(erase, () => {
      api.on("GET /api/media/trash", { json: [] });
      return { status: 204 };
    });
    renderPage(<TrashList />);
    await userEvent.click(await screen.findByRole("button", { name: "Erase now : The lake" }));
    await userEvent.click(await screen.findByRole("button", { name: "Erase permanently" }));
    expect(await screen.findByRole("heading", { name: "The trash is empty" })).toBeVisible();
    expect(asked()).toBe(1);
    expect(Object.keys(readImageCache(user.id)?.images ?? {})).toEqual(["new"]);
  });

  test("leaves the item in the trash on failure, and says so", async () => {
    api.on("GET /api/media/trash", { json: [trashed(3)] }).on(erase, { status: 503, json: {} });
    renderPage(<TrashList />);
    await userEvent.click(await screen.findByRole("button", { name: "Erase now : The lake" }));
    await userEvent.click(await screen.findByRole("button", { name: "Erase permanently" }));
    await waitFor(() =>
      expect(screen.getByText("It could not be erased", { selector: "div" })).toBeVisible(),
    );
    expect(screen.getByText("3 days left")).toBeInTheDocument();
  });
});
