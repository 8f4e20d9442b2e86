import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchView } from "@/components/album/search/search-view";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItems } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

let api: FakeApi;

beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/hashtags/existing", { json: [{ hashtag: "#beach", usageCount: 12 }] })
    .on("GET /api/media/search", { json: mediaItems(2), headers: { "X-Total-Count": "2" } })
    .on("POST /api/media/similar-counts", { json: { similar: [] } })
    .install();
});

const renderSearch = (address = "/search") => renderPage(<SearchView screenGuess="desktop" />, { address });
const searches = () => api.made("GET /api/media/search");

test("an empty query requests nothing and suggests the hashtags in use with their counts", async () => {
  renderSearch();
  const hashtag = await screen.findByRole("link", { name: /#beach.*12 items/ });
  expect(hashtag).toHaveAttribute("href", "/search?tag=beach");
  expect(searches()).toEqual([]);
});

test("typing sends one request after a pause, and the query is in the address", async () => {
  renderSearch();
  await userEvent.type(screen.getByRole("searchbox"), "lake");
  expect(await screen.findByText("2 results for “lake”")).toBeVisible();
  expect(searches()).toEqual(["GET /api/media/search?limit=60&offset=0&q=lake&stacks=collapsed"]);
  expect(window.location.search).toBe("?q=lake");
});

test("a hashtag is searched as a tag", async () => {
  renderSearch("/search?tag=beach");
  expect(await screen.findByText("2 results for #beach")).toBeVisible();
  expect(screen.getByRole("searchbox")).toHaveValue("#beach");
  expect(searches()).toEqual(["GET /api/media/search?limit=60&offset=0&tag=beach&stacks=collapsed"]);
});

test("a result opens its month, scrolled to it", async () => {
  renderSearch("/search?q=picture");
  expect(await screen.findByRole("link", { name: "Picture 1" })).toHaveAttribute(
    "href",
    "/2024/3?highlight=item-1",
  );
});

test("a search with no hits shows 'No photos found matching query.'", async () => {
  api.on("GET /api/media/search", { json: [], headers: { "X-Total-Count": "0" } });
  renderSearch("/search?q=zzz");
  expect(await screen.findByRole("heading", { name: "No photos found matching query." })).toBeVisible();
});

test("more results are fetched by offset", async () => {
  api.on("GET /api/media/search", { json: mediaItems(2), headers: { "X-Total-Count": "4" } });
  renderSearch("/search?q=picture");
  await screen.findByText("4 results for “picture”");
  await waitFor(() =>
    expect(searches()).toContain("GET /api/media/search?limit=60&offset=2&q=picture&stacks=collapsed"),
  );
});

test("results that failed to load are requested again during a slideshow", async () => {
  const away = { status: 503, json: { message: "The album is away." } };
  const first = { json: mediaItems(2), headers: { "X-Total-Count": "4" } };
  api.on("GET /api/media/search", ({ path }) => (path.includes("offset=2") ? away : first));
  renderSearch("/search?q=picture");
  await screen.findByText("The next photos didn't load.");
  const failed = searches().length;
  await userEvent.click(screen.getByRole("button", { name: "Slideshow" }));
  await screen.findByRole("dialog", { name: "Slideshow" });
  await waitFor(() => expect(searches().length).toBeGreaterThan(failed));
});

test("emptying the box brings the hashtags back", async () => {
  renderSearch("/search?q=lake");
  await screen.findByText("2 results for “lake”");
  await userEvent.clear(screen.getByRole("searchbox"));
  expect(await screen.findByRole("link", { name: /#beach/ })).toBeVisible();
});

test("with very many hits it says that they were not all counted", async () => {
  api.on("GET /api/media/search", {
    json: mediaItems(2),
    headers: { "X-Total-Count": "1000", "X-Total-More": "true" },
  });
  renderSearch("/search?q=lake");
  expect(await screen.findByText("More than 1,000 results for “lake”")).toBeVisible();
});

test("similar results are marked after the page is shown, and can be grouped behind the best of them", async () => {
  api.on("POST /api/media/similar-counts", {
    json: {
      similar: [
        { id: "item-1", bestId: "item-1", count: 2 },
        { id: "item-2", bestId: "item-1", count: 2 },
      ],
    },
  });
  renderSearch("/search?q=picture");
  expect(await screen.findByRole("link", { name: "Picture 1" })).toBeVisible();
  expect(await screen.findByRole("link", { name: /Picture 1.*3 similar/ })).toBeVisible();
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({ ids: ["item-1", "item-2"] });
  await userEvent.click(screen.getByRole("button", { name: "Group 1 similar" }));
  expect(screen.queryByRole("link", { name: /Picture 2/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Show 1 more similar" }));
  expect(screen.getByRole("link", { name: /Picture 2/ })).toBeVisible();
});
