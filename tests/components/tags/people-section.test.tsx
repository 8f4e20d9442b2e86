import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { PeopleSection } from "@/components/album/tags/people-section";
import { removeToast } from "@/components/ui/toast";
import { detailOptions } from "@/lib/album/media/client/item-queries";
import { FakeApi } from "@/tests/support/fake-api";
import { personRow } from "@/tests/support/family-rows";
import { mediaDetailDto, mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const family = [
  personRow({ id: "ada", name: "Ada Okafor", displayName: "Ada" }),
  personRow({ id: "zoe", name: "Zoë Lindqvist", displayName: "Zoë Lindqvist" }),
  personRow({ id: "nana", name: "Grace Okafor", nickname: "Nana", displayName: "Nana" }),
];
const detail = mediaDetailDto(mediaItemDto({ id: "one" }));
let api: FakeApi;

/** As in the viewer: the people in the picture come from the item. */
function Section() {
  const { data } = useQuery(detailOptions("one"));
  return <PeopleSection mediaId="one" people={data?.tags ?? null} />;
}

function serve(tags: { id: string; displayName: string }[] = []) {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/media/one", { json: { ...detail, tags } })
    .on("GET /api/family-members", { json: family })
    .on("PUT /api/media/one/tags", ({ body }) => ({
      json: (body as { memberIds: string[] }).memberIds.map((id) =>
        family.find((person) => person.id === id),
      ),
    }))
    .install();
}
afterEach(() => act(() => removeToast()));

const saved = () => api.calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
async function openPicker() {
  await userEvent.click(await screen.findByRole("button", { name: "Tag people" }));
  await screen.findByRole("option", { name: /Nana/ });
  return screen.getByRole("combobox", { name: "Who is in this photo?" });
}
const tagged = () =>
  within(screen.getByRole("list", { name: "People in this photo" }))
    .getAllByRole("link")
    .map((link) => `${link.textContent?.slice(-4)} ${link.getAttribute("href")}`);

test("the people on a picture link to their pictures", async () => {
  serve([{ id: "nana", displayName: "Nana" }]);
  renderPage(<Section />);
  expect(await screen.findByRole("link", { name: "Nana" })).toHaveAttribute("href", "/tagged?member=nana");
});

test("a picture without people says so and offers to tag some", async () => {
  serve();
  const { container } = renderPage(<Section />);
  expect(await screen.findByText("No one is tagged yet.")).toBeVisible();
  await openPicker();
  expect((await axe(container)).violations).toEqual([]);
});

test("a name is typed, found without its accents, and picked with Enter", async () => {
  serve();
  renderPage(<Section />);
  const box = await openPicker();
  expect(box).toHaveFocus();
  await userEvent.keyboard("lind");
  expect(screen.getAllByRole("option")).toHaveLength(1);
  await userEvent.clear(box);
  await userEvent.keyboard("zoe{Enter}");
  expect(await screen.findByRole("link", { name: "Zoë Lindqvist" })).toBeVisible();
  expect(saved()).toEqual([{ memberIds: ["zoe"] }]);
  expect(box).toHaveValue("");
});

test("a tap tags someone immediately, before the server's answer, and another removes the tag", async () => {
  serve();
  let answer: () => void = () => {};
  api.on(
    "PUT /api/media/one/tags",
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ json: [family[2]] });
      }),
  );
  renderPage(<Section />);
  await openPicker();
  await userEvent.click(screen.getByRole("option", { name: /Nana/ }));
  expect(screen.getByRole("option", { name: /Nana/, selected: true })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Nana" })).toBeVisible();
  act(() => answer());
  await waitFor(() => expect(tagged()).toEqual(["Nana /tagged?member=nana"]));
  await userEvent.click(screen.getByRole("option", { name: /Nana/ }));
  expect(screen.queryByRole("link", { name: "Nana" })).not.toBeInTheDocument();
  await waitFor(() => expect(saved().at(-1)).toEqual({ memberIds: [] }));
});

test("arrows move among the people, Backspace removes the last tag, Escape ends it", async () => {
  serve([{ id: "ada", displayName: "Ada" }]);
  renderPage(<Section />);
  const box = await openPicker();
  await userEvent.keyboard("{ArrowUp}");
  expect(box).toHaveAttribute("aria-activedescendant", screen.getByRole("option", { name: /Nana/ }).id);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await waitFor(() => expect(saved()).toEqual([{ memberIds: ["ada", "zoe"] }]));
  await userEvent.keyboard("{Backspace}");
  await waitFor(() => expect(saved().at(-1)).toEqual({ memberIds: ["ada"] }));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Tag people" })).toHaveFocus());
});

test("an unknown name is reported as nobody in the album", async () => {
  serve();
  renderPage(<Section />);
  await openPicker();
  await userEvent.keyboard("Xaver");
  expect(screen.getByText("There's no one called “Xaver” in this album.")).toBeVisible();
});

test("a choice that could not be saved stays, and can be retried", async () => {
  serve();
  api.on("PUT /api/media/one/tags", { status: 422, json: { message: "Somebody you chose is not here." } });
  renderPage(<Section />);
  await openPicker();
  await userEvent.click(screen.getByRole("option", { name: /Nana/ }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Your choice is not saved yet. Somebody you chose is not here.");
  expect(tagged()).toEqual(["Nana /tagged?member=nana"]);
  api.on("PUT /api/media/one/tags", { json: [family[2]] });
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
  expect(tagged()).toEqual(["Nana /tagged?member=nana"]);
});
