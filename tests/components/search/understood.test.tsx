import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchView } from "@/components/album/search/search-view";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItems } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const grandmaInJune = [
  { kind: "type", label: "Videos", text: "videos", start: 0, end: 6 },
  { kind: "person", label: "Grandma", text: "Grandma", start: 10, end: 17 },
  { kind: "date", label: "June 2026", text: "June 2026", start: 21, end: 30 },
];
const headersFor = (parts: unknown[], total = "2") => ({
  "X-Total-Count": total,
  "X-Search-Understood": encodeURIComponent(JSON.stringify(parts)),
});

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/hashtags/existing", { json: [] })
    .on("GET /api/people/named", { json: [] })
    .on("GET /api/media/search", ({ path }) => {
      const plain = new URLSearchParams(path.split("?")[1]).get("plain") ?? "";
      const parts = grandmaInJune.filter(({ kind }) => !plain.includes(`${kind}:`));
      return { json: mediaItems(2), headers: headersFor(parts) };
    })
    .on("POST /api/media/similar-counts", { json: { similar: [] } })
    .install();
});

const address = "/search?q=videos%20of%20Grandma%20in%20June%202026";
const renderSearch = (at = address) => renderPage(<SearchView screenGuess="desktop" />, { address: at });
const understood = () => screen.findByRole("list", { name: "What the search understood" });

test("a search shows what it understood", async () => {
  renderSearch();
  const names = within(await understood())
    .getAllByRole("button")
    .map((button) => button.textContent);
  expect(names).toEqual(["Videos", "Grandma", "June 2026"]);
});

test("a part can be turned into plain words and back; the address and the box keep what was typed", async () => {
  renderSearch();
  await understood();
  await userEvent.click(
    screen.getByRole("button", { name: "June 2026: search for “June 2026” as plain words" }),
  );
  expect(new URLSearchParams(window.location.search).get("plain")).toBe("date:june 2026");
  expect(screen.getByRole("searchbox")).toHaveValue("videos of Grandma in June 2026");
  const back = await screen.findByRole("button", {
    name: "“june 2026” as plain words: search for it as a date again",
  });
  expect(await screen.findByRole("button", { name: /^Grandma/ })).toBeVisible();
  expect(api.made("GET /api/media/search").at(-1)).toContain("plain=date%3Ajune+2026");
  await userEvent.click(back);
  expect(new URLSearchParams(window.location.search).get("plain")).toBeNull();
  expect(await screen.findByRole("button", { name: /^June 2026: / })).toBeVisible();
});

test("further typing keeps a part turned off as long as its words are there", async () => {
  renderSearch(`${address}&plain=${encodeURIComponent("date:june 2026")}`);
  await userEvent.type(screen.getByRole("searchbox"), " beach");
  expect(new URLSearchParams(window.location.search).get("plain")).toBe("date:june 2026");
  await userEvent.clear(screen.getByRole("searchbox"));
  await userEvent.type(screen.getByRole("searchbox"), "lake");
  expect(window.location.search).toBe("?q=lake");
});

test("without results it says what was searched and offers the search without each part", async () => {
  api.on("GET /api/media/search", { json: [], headers: headersFor(grandmaInJune, "0") });
  renderSearch();
  expect(await screen.findByText(/We looked for Videos, Grandma and June 2026\./)).toBeVisible();
  const fewer = within(screen.getByRole("list", { name: "Broader searches" }));
  expect(fewer.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Search without Videos", "/search?q=Grandma%20in%20June%202026"],
    ["Search without Grandma", "/search?q=videos%20in%20June%202026"],
    ["Search without June 2026", "/search?q=videos%20of%20Grandma"],
  ]);
});

test("a search of plain words shows nothing to explain", async () => {
  api.on("GET /api/media/search", { json: mediaItems(2), headers: { "X-Total-Count": "2" } });
  renderSearch("/search?q=lake");
  await screen.findByText("2 results for “lake”");
  expect(screen.queryByRole("list", { name: "What the search understood" })).not.toBeInTheDocument();
});

test("the empty page says what can be searched", async () => {
  renderSearch("/search");
  expect(await screen.findByText(/Try a word, a name or a date/)).toBeVisible();
});
