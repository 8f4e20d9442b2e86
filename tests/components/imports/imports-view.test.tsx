import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { ImportsView } from "@/components/album/imports/imports-view";
import { removeToast } from "@/components/ui/toast";
import { choicesSchema, type ImportDto, reportSchema } from "@/lib/album/imports/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

afterEach(() => act(() => removeToast()));

const none: ImportDto = {
  id: "import-1",
  state: "ready",
  reason: null,
  folder: null,
  isInPlace: false,
  lookedAt: null,
  address: null,
  startedBy: { id: "user-1", name: "Ada" },
  isOwn: true,
  archives: [],
  report: reportSchema.parse({}),
  choices: choicesSchema.parse({}),
  totalCount: 0,
  doneCount: 0,
  totalBytes: 0,
  doneBytes: 0,
  addedCount: 0,
  knownCount: 0,
  leftCount: 0,
  failedCount: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  finishedAt: null,
};
const found = reportSchema.parse({
  photos: 1_204,
  videos: 36,
  bytes: 8_700_000_000,
  firstDay: "2009-07-03",
  lastDay: "2024-12-24",
  albums: [{ name: "Our trip", count: 12 }],
  people: [{ name: "Grandma", count: 40 }],
  favorites: 3,
  archived: 2,
  withoutFile: 4,
  left: [{ reason: "not_media", count: 1 }],
});

const people = [{ id: "person-1", name: "Ada", nickname: null, displayName: "Ada", birthDate: null }];

function renderView(imports: ImportDto[], { canAddPeople = true, folders = [] as { name: string }[] } = {}) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/imports", { json: imports })
    .on("GET /api/imports/folders", { json: folders })
    .on("GET /api/family-members", { json: people })
    .on("PUT /api/imports/import-1/choices", { json: imports[0] })
    .on("POST /api/imports/import-1/start", { json: { ...none, state: "running" } })
    .on("POST /api/imports/import-1/pause", { json: { ...none, state: "paused", reason: "asked" } })
    .on("POST /api/imports/import-1/undo", { json: { ...none, state: "undoing" } })
    .on("GET /api/imports/import-1/similar", { json: { mediaIds: ["photo-1"], nextCursor: null } })
    .on("DELETE /api/imports/import-1", { status: 204 })
    .install();
  const view = renderPage(<ImportsView familyId="family-1" canAddPeople={canAddPeople} />, {
    address: "/import",
  });
  return { api, ...view };
}

test("a dry run shows what is in the archives and what is skipped, and nothing starts until confirmed", async () => {
  const { api, container } = renderView([{ ...none, report: found }]);
  expect(
    await screen.findByText(/^1,204 photos and 36 videos, 8\.1 GB, from 3 July 2009 to 24 December 2024\.$/),
  ).toBeVisible();
  expect(screen.getByText("1 album: Our trip.")).toBeVisible();
  expect(screen.getByText("3 favourites, which become yours here.")).toBeVisible();
  expect(screen.getByText(/4 photos are listed but not included\. Is a part missing\?/)).toBeVisible();
  expect(screen.getByText("1 file skipped: not a photo or video.")).toBeVisible();
  expect((await axe(container)).violations).toEqual([]);
  expect(api.made("POST")).toEqual([]);

  await userEvent.click(screen.getByRole("switch", { name: "Import 2 archived photos" }));
  await userEvent.selectOptions(
    await screen.findByLabelText(/^Grandma in 40 photos$/),
    "Add Grandma to the family's people",
  );
  await userEvent.click(screen.getByRole("button", { name: "Start importing" }));
  expect(await screen.findByText("Importing")).toBeVisible();
  const saved = api.calls.find(({ method }) => method === "PUT");
  expect(saved?.body).toEqual({
    takesArchived: true,
    takesTrashed: false,
    takesLocked: false,
    people: [{ name: "Grandma", memberId: null, isNew: true }],
  });
});

test.each([
  [true, "If something is older than the album, the album will begin earlier."],
  [false, "Anything older than the album will be skipped."],
])("files whose date is only inside them are announced (admin: %s)", async (canAddPeople, older) => {
  renderView([{ ...none, report: { ...found, undated: 500 } }], { canAddPeople });
  expect(
    await screen.findByText(
      `500 files have no date yet: the import looks for it inside. Anything without one goes under an unknown month of its year. ${older}`,
    ),
  ).toBeVisible();
});

test("a member isn't offered adding people", async () => {
  renderView([{ ...none, report: found }], { canAddPeople: false });
  const who = await screen.findByLabelText(/^Grandma in 40 photos$/);
  await within(who).findByRole("option", { name: "Ada" });
  expect(
    within(who)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Leave out", "Ada"]);
});

test("a running import shows count, speed and time left, and can be paused", async () => {
  const counts = { totalCount: 200, doneCount: 50, totalBytes: 1_000_000, doneBytes: 250_000 };
  renderView([
    {
      ...none,
      ...counts,
      state: "running",
      addedCount: 45,
      knownCount: 5,
      bytesPerSecond: 5_242_880,
      secondsLeft: 600,
    },
  ]);
  expect(await screen.findByRole("progressbar", { name: "Import" })).toHaveAttribute("aria-valuenow", "25");
  expect(screen.getByText("45 added, 5 already in the album")).toBeVisible();
  expect(screen.getByText("50 of 200 files, 5.0 MB a second, about 10 minutes left")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  expect(await screen.findByText("You paused it. What was added so far is in the album.")).toBeVisible();
});

test("undoing asks for confirmation and says what happens", async () => {
  const { api, container } = renderView([{ ...none, state: "done", addedCount: 12, failedCount: 1 }]);
  expect(await screen.findByText("12 added, 1 damaged")).toBeVisible();
  expect(
    await screen.findByRole("heading", { name: "1 photo may be in the album more than once" }),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "Compare photo 1" })).toBeVisible();
  expect((await axe(container)).violations).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(within(dialog).getByText(/goes to the trash, where you can restore it for 30 days/)).toBeVisible();
  expect(api.made("POST")).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Undo import" }));
  expect(await screen.findByText("Undoing")).toBeVisible();
});

test("the operator can choose a folder on the server", async () => {
  const { api, container } = renderView([], { folders: [{ name: "takeout" }] });
  api.on("POST /api/imports", { status: 201, json: { ...none, folder: "takeout", state: "uploading" } });
  await screen.findByRole("option", { name: "On the server: takeout" });
  await userEvent.selectOptions(screen.getByLabelText("Where they are"), "On the server: takeout");
  expect((await axe(container)).violations).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Use this folder" }));
  expect(await screen.findByRole("heading", { name: "takeout" })).toBeVisible();
  expect(api.calls.find(({ method }) => method === "POST")?.body).toMatchObject({ folder: "takeout" });
});

test("a folder's files can stay where they are; it is watched, and can be rescanned", async () => {
  const watched = {
    ...{ ...none, folder: "nas", isInPlace: true, state: "done" as const },
    ...{ addedCount: 12, lookedAt: new Date(Date.now() - 5 * 60_000).toISOString() },
  };
  const { api, container } = renderView([], { folders: [{ name: "nas" }] });
  api.on("POST /api/imports", { status: 201, json: watched });
  api.on("POST /api/imports/import-1/look", { json: watched });
  await screen.findByRole("option", { name: "On the server: nas" });
  await userEvent.selectOptions(screen.getByLabelText("Where they are"), "On the server: nas");
  await userEvent.click(screen.getByRole("switch", { name: "Leave the files where they are" }));
  expect((await axe(container)).violations).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Use this folder" }));
  expect(await screen.findByText("Watching")).toBeVisible();
  expect(api.calls.find(({ method }) => method === "POST")?.body).toMatchObject({
    folder: "nas",
    isInPlace: true,
  });
  expect(screen.getByText(/The files stay in their folder\. Last looked at/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Look for new files" }));
  expect(api.made("POST").at(-1)).toMatch(/look$/);
  await userEvent.click(screen.getByRole("button", { name: "Stop watching" }));
  expect(await screen.findByRole("alertdialog", { name: "Stop watching this folder?" })).toBeVisible();
  expect((await axe(container)).violations).toEqual([]);
});

test("an Immich server is given by address and key, and errors in them are shown there", async () => {
  const { api, container } = renderView([]);
  api.on("POST /api/imports", {
    status: 422,
    json: {
      error: "The other album didn't accept this key.",
      code: "server_unavailable",
      field: "server.key",
    },
  });
  await userEvent.selectOptions(await screen.findByLabelText("Where they are"), "An Immich server");
  await userEvent.type(screen.getByLabelText("Address"), "photos.example.org");
  await userEvent.type(screen.getByLabelText("API key"), "key-0123456789");
  expect((await axe(container)).violations).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Use this server" }));
  expect(await screen.findByText("The other album didn't accept this key.")).toBeVisible();
  expect(screen.getByLabelText("API key")).toHaveAccessibleDescription(/didn't accept this key/);
  expect(api.calls.find(({ method }) => method === "POST")?.body).toMatchObject({
    server: { address: "photos.example.org", key: "key-0123456789" },
  });
});

test("names with comments stay names unless someone is chosen; a member sees that comments aren't imported", async () => {
  const report = reportSchema.parse({
    kind: "family_album",
    photos: 1,
    comments: 3,
    people: [{ name: "Oma", count: 0, said: 3 }],
  });
  const { unmount } = renderView([{ ...none, report }]);
  expect(
    await screen.findByText("3 comments and 0 hearts from other people, under their names."),
  ).toBeVisible();
  const who = screen.getByLabelText("Oma 3 comments and hearts");
  expect(within(who).getByRole("option", { name: "Only a name" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "FamilyAlbum" })).toBeVisible();
  unmount();
  renderView([{ ...none, report }], { canAddPeople: false });
  expect(
    await screen.findByText("Other people's comments and hearts are only included if an admin imports them."),
  ).toBeVisible();
});

test("a failure is shown in place, and nothing is lost", async () => {
  const { api } = renderView([{ ...none, report: found }]);
  api.on("POST /api/imports/import-1/start", {
    status: 409,
    json: { error: "This import isn't where you last saw it. Please look again.", code: "not_now" },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Start importing" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Please look again.");
  expect(screen.getByRole("button", { name: "Start importing" })).toBeEnabled();
});

test("skipped files are listed with their reasons, and more of them on request", async () => {
  const entry = (name: string) => ({
    ...{ id: name, path: `Trip/${name}`, bytes: 4, state: "left", reason: "not_media", mediaId: null },
  });
  const { api } = renderView([{ ...none, state: "done", leftCount: 2 }]);
  api
    .on("GET /api/imports/import-1/entries", ({ path }) =>
      path.includes("cursor=a.txt")
        ? { json: { items: [entry("b.txt")], nextCursor: null } }
        : { json: { items: [entry("a.txt")], nextCursor: "a.txt" } },
    )
    .install();
  await userEvent.click(await screen.findByText("Skipped files"));
  expect(await screen.findByText("Trip/a.txt")).toHaveTextContent("Trip/a.txt: not a photo or video");
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("Trip/b.txt")).toBeVisible();
  expect(screen.getByText("Trip/a.txt")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
});

test("a list of skipped files that could not be loaded is tried again on request", async () => {
  const { api } = renderView([{ ...none, state: "done", leftCount: 1 }]);
  api.on("GET /api/imports/import-1/entries", { status: 403, json: { message: "no" } }).install();
  await userEvent.click(await screen.findByText("Skipped files"));
  expect(await screen.findByText("The files could not be loaded.")).toBeVisible();
  const item = { id: "1", path: "notes.txt", bytes: 4, state: "left", reason: null, mediaId: null };
  api.on("GET /api/imports/import-1/entries", { json: { items: [item], nextCursor: null } });
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("notes.txt")).toBeVisible();
});
