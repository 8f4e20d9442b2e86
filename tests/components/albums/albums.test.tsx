import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AlbumScreen } from "@/components/album/albums/album-screen";
import { AlbumsScreen } from "@/components/album/albums/albums-screen";
import { FoundAlbums } from "@/components/album/albums/found-albums";
import { HomeAlbums } from "@/components/album/albums/home-albums";
import { ItemAlbums } from "@/components/album/albums/item-albums";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { removeToast } from "@/components/ui/toast";
import type { AlbumDetailDto } from "@/lib/album/albums/schema";
import { albumDto, albumPageDto } from "@/tests/support/album";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItems, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const items = mediaItems(3);
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/share-link", { json: { albumToken: "token", title: "The Okafors", text: "See us" } })
    .on("GET /api/albums", { json: albumPageDto([albumDto()]) })
    .on("GET /api/albums/album-1", { json: albumDto() })
    .on("GET /api/albums/album-1/items", { json: mediaPageDto(items) })
    .on("GET /api/media/month/2024/3", { json: mediaPageDto(items) })
    .on("GET /api/family-members", {
      json: [
        { id: "p1", userId: userDto().id, displayName: "Ada" },
        { id: "p2", userId: "user-ben", displayName: "Ben" },
        { id: "p3", userId: null, displayName: "Baby Ife" },
      ],
    })
    .install();
});
afterEach(() => act(() => removeToast()));

const said = async (words: string) =>
  expect(await screen.findByText(words, { selector: "div" })).toBeInTheDocument();
const last = (method: string, path: string) =>
  api.calls.findLast((call) => call.method === method && call.path === path)?.body;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

function showAlbum(change: Partial<AlbumDetailDto> = {}) {
  const album = albumDto(change);
  api.on("GET /api/albums/album-1", { json: album });
  return renderPage(<AlbumScreen album={album} screenGuess="desktop" shareButton={null} />, {
    address: "/albums/album-1",
  });
}

describe("the albums", () => {
  test("without any, explain what one is for and how to make it", async () => {
    api.on("GET /api/albums", { json: albumPageDto([]) });
    renderPage(<AlbumsScreen isMaking={false} />);
    expect(await screen.findByRole("heading", { name: "No albums yet" })).toBeVisible();
    expect(screen.getAllByRole("button", { name: "New album" })).toHaveLength(1);
  });

  test("are links with title, count and months", async () => {
    renderPage(<AlbumsScreen isMaking={false} />);
    const link = await screen.findByRole("link", { name: /Summer at the sea/ });
    expect(link).toHaveAttribute("href", "/albums/album-1");
    expect(link).toHaveTextContent("2 itemsJune to August 2024");
  });

  test("a new one needs a title, keeps what was typed on failure, and opens once created", async () => {
    const { router } = renderPage(<AlbumsScreen isMaking />);
    const dialog = within(await screen.findByRole("dialog", { name: "New album" }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Story" }), "Every spring.");
    await userEvent.click(dialog.getByRole("button", { name: "Create album" }));
    expect(await dialog.findByText("Please give the album a title")).toBeVisible();
    expect(api.made("POST")).toEqual([]);

    api.on("POST /api/albums", { status: 500, json: {} });
    await userEvent.type(dialog.getByRole("textbox", { name: "Title" }), "Garden");
    await userEvent.click(dialog.getByRole("radio", { name: /Only people you choose/ }));
    await userEvent.click(await dialog.findByRole("checkbox", { name: "Ben" }));
    expect(dialog.getAllByRole("checkbox")).toHaveLength(1);
    await userEvent.click(dialog.getByRole("button", { name: "Create album" }));
    expect(await dialog.findByText("The album could not be saved. Please try again.")).toBeVisible();
    expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Garden");

    api.on("POST /api/albums", { status: 201, json: albumDto({ id: "album-2" }) });
    await userEvent.click(dialog.getByRole("button", { name: "Create album" }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/albums/album-2"));
    expect(last("POST", "/api/albums")).toEqual({
      title: "Garden",
      story: "Every spring.",
      order: "date",
      adders: "chosen",
      contributorIds: ["user-ben"],
    });
  });

  test("are found by a search, and home shows them or how to make one", async () => {
    renderPage(
      <>
        <FoundAlbums q="sea" />
        <HomeAlbums albums={[]} />
      </>,
    );
    expect(await screen.findByRole("list", { name: "Albums" })).toHaveTextContent("Summer at the sea");
    expect(api.made("GET /api/albums?")).toEqual(["GET /api/albums?q=sea&limit=4"]);
    expect(screen.getByRole("link", { name: /Make an album/ })).toHaveAttribute("href", "/albums?new=1");
  });
});

describe("adding", () => {
  async function selectOne() {
    renderPage(
      <FeedGrid source={{ kind: "month", year: 2024, month: 3 }} screenGuess="desktop" empty={null} />,
      { address: "/media/2024/3" },
    );
    await screen.findAllByRole("link");
    await press("Select Picture 2");
    await userEvent.click(
      within(await screen.findByRole("toolbar")).getByRole("button", { name: "Add to album" }),
    );
    return within(await screen.findByRole("dialog", { name: "Add 1 item to an album" }));
  }

  test("from a selection to an album that the person can add to reports what was added and why not the rest", async () => {
    const closed = albumDto({ id: "album-2", title: "Not mine", mayAdd: false });
    api.on("GET /api/albums", { json: albumPageDto([albumDto(), closed]) });
    const refusals = [{ code: "already_there", message: "This one is already in the album.", count: 1 }];
    api.on("POST /api/albums/album-1/items", { json: { changedIds: [], refusals } });
    const dialog = await selectOne();
    expect(dialog.queryByText("Not mine")).not.toBeInTheDocument();
    await userEvent.click(await dialog.findByRole("button", { name: /Summer at the sea/ }));
    await said("This one is already in the album.");
    expect(last("POST", "/api/albums/album-1/items")).toEqual({ mediaIds: ["item-2"] });
  });

  test("to a new album creates it once, even if adding fails at first", async () => {
    api.on("POST /api/albums", { status: 201, json: albumDto({ id: "album-2", title: "Garden" }) });
    api.on("POST /api/albums/album-2/items", { status: 403, json: { message: "Not now." } });
    const dialog = await selectOne();
    await userEvent.click(dialog.getByRole("button", { name: "Create and add" }));
    expect(dialog.getByText("Please give the album a title")).toBeVisible();
    await userEvent.type(dialog.getByRole("textbox", { name: "A new album" }), "Garden");
    await userEvent.click(dialog.getByRole("button", { name: "Create and add" }));
    expect(await dialog.findByText("Not now.")).toBeVisible();
    api.on("POST /api/albums/album-2/items", { json: { changedIds: ["item-2"], refusals: [] } });
    await userEvent.click(dialog.getByRole("button", { name: "Create and add" }));
    await said("1 item added to “Garden”");
    expect(api.made("POST /api/albums").filter((call) => call === "POST /api/albums")).toHaveLength(1);
  });

  test("from the viewer's details, which list the photo's albums", async () => {
    api.on("POST /api/albums/album-1/items", { json: { changedIds: ["item-1"], refusals: [] } });
    renderPage(<ItemAlbums mediaId="item-1" />);
    const list = await screen.findByRole("list", { name: "Albums with this photo" });
    expect(within(list).getByRole("link", { name: "Summer at the sea" })).toHaveAttribute(
      "href",
      "/albums/album-1",
    );
    await press("Add to album");
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(await dialog.findByRole("button", { name: /Summer at the sea/ }));
    await said("1 item added to “Summer at the sea”");
    expect(screen.queryByRole("button", { name: "Use as album cover" })).not.toBeInTheDocument();
  });
});

describe("an album", () => {
  test("shows its title, story, creator, contributors and photos", async () => {
    showAlbum({ story: "Every spring.", adders: "chosen", contributors: [{ id: "b", name: "Ben" }] });
    expect(screen.getByRole("heading", { level: 1, name: "Summer at the sea" })).toBeVisible();
    expect(screen.getByText("Every spring.")).toBeVisible();
    expect(screen.getByText("By Ada with Ben")).toBeVisible();
    expect(await screen.findByRole("link", { name: /Picture 1/ })).toBeInTheDocument();
  });

  test("that is empty says how to fill it, or that others haven't yet", async () => {
    api.on("GET /api/albums/album-1/items", { json: mediaPageDto([]) });
    const { unmount } = showAlbum({ itemCount: 0 });
    expect(await screen.findByText(/choose “Add to album”/)).toBeVisible();
    unmount();
    showAlbum({ itemCount: 0, mayAdd: false, mayEdit: false });
    expect(await screen.findByText(/haven't added anything yet/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Edit album" })).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Add photos" })).not.toBeInTheDocument();
  });

  test("removing from it says that nothing is deleted", async () => {
    api.on("DELETE /api/albums/album-1/items", { json: { changedIds: ["item-1"], refusals: [] } });
    showAlbum();
    await screen.findAllByRole("link", { name: /Picture/ });
    await press("Select Picture 1");
    const toolbar = within(await screen.findByRole("toolbar"));
    await userEvent.click(toolbar.getByRole("button", { name: "Remove from album" }));
    await said("1 item removed from this album");
    await said("It's still in its month.");
    expect(last("DELETE", "/api/albums/album-1/items")).toEqual({ mediaIds: ["item-1"] });
  });

  test("offers removing to people who can no longer add to it, for what they added before", async () => {
    api.on("DELETE /api/albums/album-1/items", { json: { changedIds: ["item-1"], refusals: [] } });
    showAlbum({ mayAdd: false, mayEdit: false });
    await screen.findAllByRole("link", { name: /Picture/ });
    await press("Select Picture 1");
    const toolbar = within(await screen.findByRole("toolbar"));
    await userEvent.click(toolbar.getByRole("button", { name: "Remove from album" }));
    await said("1 item removed from this album");
  });

  test("is deleted after a question that says that its photos stay", async () => {
    api.on("DELETE /api/albums/album-1", { status: 204 });
    const { router } = showAlbum();
    await press("Edit album");
    await userEvent.click(await screen.findByRole("button", { name: "Delete album" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete “Summer at the sea”?" });
    expect(question).toHaveTextContent("Its photos and videos aren't: they stay in their months.");
    await userEvent.click(within(question).getByRole("button", { name: "Delete album" }));
    await said("Album deleted");
    expect(router.replace).toHaveBeenCalledWith("/albums");
  });

  test("saves only what was changed in its dialog, not what others changed meanwhile", async () => {
    api.on("PATCH /api/albums/album-1", { json: albumDto({ title: "Autumn" }) });
    const { queryClient } = showAlbum({ adders: "chosen", contributors: [{ id: "gone", name: "Ben" }] });
    await press("Edit album");
    const dialog = within(await screen.findByRole("dialog", { name: "Edit album" }));
    await userEvent.clear(dialog.getByRole("textbox", { name: "Title" }));
    await userEvent.type(dialog.getByRole("textbox", { name: "Title" }), "Autumn");
    api.on("GET /api/albums/album-1", { json: albumDto({ story: "Told by Ben.", order: "hand" }) });
    await act(() => queryClient.refetchQueries({ queryKey: ["/api/albums/album-1"] }));
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await said("Album saved");
    expect(last("PATCH", "/api/albums/album-1")).toEqual({ title: "Autumn" });

    await press("Edit album");
    const again = within(await screen.findByRole("dialog", { name: "Edit album" }));
    await userEvent.click(again.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(api.made("PATCH")).toHaveLength(1);
  });

  test("that others have changed reloads its photos", async () => {
    const { queryClient } = showAlbum();
    await screen.findAllByRole("link", { name: /Picture/ });
    const before = api.made("GET /api/albums/album-1/items").length;
    api.on("GET /api/albums/album-1", { json: albumDto({ itemCount: 3 }) });
    await act(() => queryClient.refetchQueries({ queryKey: ["/api/albums/album-1"] }));
    await waitFor(() => expect(api.made("GET /api/albums/album-1/items").length).toBeGreaterThan(before));
  });
});

describe("arranging", () => {
  const labels = () =>
    within(screen.getByRole("list", { name: "Photos in their order" }))
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label")?.split(",")[0]);
  const begin = async () => {
    showAlbum({ order: "hand" });
    await press("Arrange");
    await screen.findByRole("button", { name: "Picture 1, place 1 of 3" });
  };

  test("by keyboard picks up, moves, puts down and saves, and announces each place", async () => {
    api.on("PUT /api/albums/album-1/order", { status: 204 });
    await begin();
    screen.getByRole("button", { name: "Picture 1, place 1 of 3" }).focus();
    await userEvent.keyboard(" ");
    expect(screen.getByRole("button", { name: "Picture 1, place 1 of 3" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByText("Place 2 of 3.")).toBeInTheDocument();
    expect(labels()).toEqual(["Picture 2", "Picture 1", "Picture 3"]);
    expect(api.made("PUT")).toEqual([]);
    await userEvent.keyboard(" ");
    expect(screen.getByText("Put down at place 2 of 3.")).toBeInTheDocument();
    await waitFor(() =>
      expect(last("PUT", "/api/albums/album-1/order")).toEqual({ mediaIds: ["item-1"], beforeId: "item-3" }),
    );
    expect(screen.getByRole("button", { name: "Picture 1, place 2 of 3" })).toHaveFocus();
    await userEvent.keyboard("{End} {Home}{Enter}");
    await waitFor(() =>
      expect(last("PUT", "/api/albums/album-1/order")).toEqual({ mediaIds: ["item-3"], beforeId: "item-2" }),
    );
  });

  test("without dragging: one press picks a photo up, the next puts it in that place", async () => {
    api.on("PUT /api/albums/album-1/order", { status: 204 });
    await begin();
    await press("Picture 3, place 3 of 3");
    expect(screen.getByRole("button", { name: /^Picture 3/, pressed: true })).toBeVisible();
    await press("Picture 1, place 1 of 3");
    await waitFor(() =>
      expect(last("PUT", "/api/albums/album-1/order")).toEqual({ mediaIds: ["item-3"], beforeId: "item-1" }),
    );
    expect(labels()).toEqual(["Picture 3", "Picture 1", "Picture 2"]);
    expect(screen.queryByRole("button", { pressed: true })).not.toBeInTheDocument();
  });

  test("with Escape leaves a photo where it was", async () => {
    await begin();
    screen.getByRole("button", { name: "Picture 2, place 2 of 3" }).focus();
    await userEvent.keyboard(" {Home}{Escape}");
    expect(labels()).toEqual(["Picture 1", "Picture 2", "Picture 3"]);
    expect(api.made("PUT")).toEqual([]);
    expect(screen.getByText("Back where it was.")).toBeInTheDocument();
  });

  test("that is refused says so, and shows the server's order", async () => {
    api.on("PUT /api/albums/album-1/order", {
      status: 422,
      json: { message: "This is no longer in the album." },
    });
    await begin();
    screen.getByRole("button", { name: "Picture 1, place 1 of 3" }).focus();
    await userEvent.keyboard(" {End} ");
    await said("It could not be moved");
    await waitFor(() => expect(labels()).toEqual(["Picture 1", "Picture 2", "Picture 3"]));
  });
});
