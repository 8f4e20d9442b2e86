import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FilmEditor } from "@/components/album/films/film-editor";
import { FilmsScreen } from "@/components/album/films/films-screen";
import { GrowingUpScreen } from "@/components/album/growing-up/growing-up-screen";
import { ItemAges } from "@/components/album/growing-up/item-ages";
import { removeToast } from "@/components/ui/toast";
import type { FilmDto, FilmProposalDto } from "@/lib/album/films/schema";
import type { GrowingNoteDto, GrowingUpDto, ItemAgesDto } from "@/lib/album/growing-up/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const mia = { id: "mia", displayName: "Mia", birthDate: "2021-05-06" };
const aged = (id: string, age: string, year = 2024) => ({
  ...mediaItemDto({ id, year, month: 7, takenAt: `${year}-07-08T10:00:00`, description: `Picture ${id}` }),
  age,
});
const noteOf = (change: Partial<GrowingNoteDto> = {}): GrowingNoteDto => ({
  ...{ id: "n1", memberId: "mia", displayName: "Mia", kind: "first", day: "2022-06-07", age: "13 months" },
  ...{ text: "First steps", heightCm: null, item: null, by: "Ada", canEdit: true },
  ...change,
});
const growing = (change: Partial<GrowingUpDto> = {}): GrowingUpDto => ({
  person: mia,
  periods: [
    {
      unit: "year",
      age: 3,
      from: "2024-05-06",
      total: 12,
      items: [aged("lake", "3 years 2 months")],
      best: "lake",
    },
    {
      unit: "month",
      age: 5,
      from: "2021-10-06",
      total: 1,
      items: [aged("cot", "5 months", 2021)],
      best: "cot",
    },
  ],
  notes: [
    noteOf(),
    noteOf({ id: "n2", kind: "height", text: "", heightCm: 92.5, day: "2024-05-06", age: "3 years" }),
  ],
  others: [{ id: "papa", displayName: "Papa" }],
  canWrite: true,
  ...change,
});
const papa = growing({
  person: { id: "papa", displayName: "Papa", birthDate: "1990-01-02" },
  periods: [
    {
      unit: "year",
      age: 3,
      from: "1993-01-02",
      total: 1,
      items: [aged("scan", "about 3 years", 1993)],
      best: "scan",
    },
  ],
  notes: [],
});

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/growing-up/mia", { json: growing() })
    .on("GET /api/growing-up/papa", { json: papa })
    .on("POST /api/growing-up/mia/notes", { status: 201, json: noteOf() })
    .on("PATCH /api/growing-notes/n1", { json: noteOf() })
    .on("DELETE /api/growing-notes/n1", { status: 204 })
    .install();
});
afterEach(() => removeToast());

async function open(change: Partial<GrowingUpDto> = {}, isAdmin = false): Promise<void> {
  api.on("GET /api/growing-up/mia", { json: growing(change) });
  renderPage(<GrowingUpScreen id="mia" today="2026-11-26" isAdmin={isAdmin} screenGuess="desktop" />);
  await screen.findByRole("heading", { level: 1, name: /growing up/ });
}

describe("someone's page", () => {
  test("has their age, each period of their life, the age on each photo, and what was noted then", async () => {
    await open();
    expect(screen.getByText("5 years 6 months old, born on 6 May 2021")).toBeInTheDocument();
    const headings = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(["3 years old", "13 months old", "5 months old"]);
    const three = screen.getByRole("region", { name: "3 years old" });
    expect(within(three).getByText("From May 2024 to May 2025, the best of 12 photos")).toBeInTheDocument();
    expect(within(three).getByText("3 years 2 months")).toBeInTheDocument();
    expect(within(three).getByText("92.5 cm")).toBeInTheDocument();
    const steps = screen.getByRole("region", { name: "13 months old" });
    expect(within(steps).getByText("First steps")).toBeInTheDocument();
    expect(within(steps).getByText(/7 June 2022, 13 months/)).toHaveTextContent("noted by Ada");
  });

  test("puts others next to them at the same age", async () => {
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Papa" }));
    const three = await screen.findByRole("region", { name: "3 years old" });
    await waitFor(() => expect(within(three).getByText("about 3 years, 1993")).toBeInTheDocument());
    expect(within(three).getByText("3 years 2 months, 2024")).toBeInTheDocument();
    const five = screen.getByRole("region", { name: "5 months old" });
    expect(within(five).getByText("No photo at this age yet")).toBeInTheDocument();
  });

  test("no longer has a photo that was deleted from it, and its viewer stays open", async () => {
    const items = [aged("lake", "3 years 2 months"), aged("swim", "3 years 3 months")];
    for (const item of items) api.on(`GET /api/media/${item.id}`, { json: mediaDetailDto(item) });
    api.on("DELETE /api/media/lake", { status: 204 });
    const [three] = growing().periods;
    if (!three) throw new Error("There is one");
    await open({ periods: [{ ...three, items }], notes: [noteOf({ item: items[0] ?? null })] });
    const tile = (name: string) => screen.queryByRole("link", { name, hidden: true });
    await userEvent.click(screen.getByRole("link", { name: /^Picture lake/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete this photo?" });
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(tile("First steps: Picture lake")).not.toBeInTheDocument());
    expect(screen.getByText("From May 2024 to May 2025, the best of 11 photos")).toBeInTheDocument();
    expect(screen.getByRole("dialog", { name: /Picture swim/ })).toBeInTheDocument();
  });

  test("asks for a birthday, or photos, if they are missing", async () => {
    await open({ person: { ...mia, birthDate: null }, periods: [], notes: [] }, true);
    expect(screen.getByRole("link", { name: "Add their birthday" })).toHaveAttribute("href", "/manage-users");
  });

  test("says how to add photos to it", async () => {
    await open({ periods: [], notes: [] });
    expect(screen.getByRole("heading", { name: "No photos of Mia yet" })).toBeInTheDocument();
  });

  test("notes a height with a comma, and keeps what was typed when it is refused", async () => {
    await open();
    api.on("POST /api/growing-up/mia/notes", {
      status: 422,
      json: {
        error: "This day is before their birthday.",
        message: "This day is before their birthday.",
        code: "before_birth",
        field: "day",
      },
    });
    await userEvent.click(screen.getByRole("button", { name: "Add a note" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByRole("radio", { name: "A height" }));
    await userEvent.type(within(dialog).getByRole("textbox", { name: "Height in cm" }), "95,5");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await within(dialog).findByText("This day is before their birthday.")).toBeInTheDocument();
    expect(within(dialog).getByRole("textbox", { name: "Height in cm" })).toHaveValue("95,5");
    expect(api.calls.findLast(({ method }) => method === "POST")?.body).toEqual({
      kind: "height",
      day: "2026-11-26",
      heightCm: 95.5,
    });
    api.on("POST /api/growing-up/mia/notes", { status: 201, json: noteOf() });
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  test("changes and deletes notes if allowed", async () => {
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Edit “First steps”" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "First swim" }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.made("PATCH")).toHaveLength(1));
    expect(api.calls.findLast(({ method }) => method === "PATCH")?.body).toEqual({
      day: "2022-06-07",
      text: "First swim",
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole("button", { name: "Edit “First steps”" }));
    await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(api.made("DELETE")).toEqual(["DELETE /api/growing-notes/n1"]));
  });

  test("offers children no way to write", async () => {
    await open({ canWrite: false, notes: [noteOf({ canEdit: false })] });
    expect(screen.queryByRole("button", { name: /Add a note|Edit/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Make a film" })).not.toBeInTheDocument();
  });
});

describe("the details of a photo", () => {
  const ages = (change: Partial<ItemAgesDto> = {}): ItemAgesDto => ({
    people: [
      { id: "mia", displayName: "Mia", age: "3 years 2 months" },
      { id: "papa", displayName: "Papa", age: "34 years" },
    ],
    day: "2024-07-08",
    notes: [],
    canWrite: true,
    ...change,
  });

  test("say how old everyone is, and add a first time for one of them", async () => {
    api
      .on("GET /api/media/lake/growing-up", { json: ages() })
      .on("POST /api/growing-up/papa/notes", { status: 201, json: noteOf() });
    renderPage(<ItemAges mediaId="lake" />);
    const list = await screen.findByRole("list", { name: "How old they are" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Mia, 3 years 2 months", "Papa, 34 years"]);
    await userEvent.click(screen.getByRole("button", { name: "Mark a first" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.selectOptions(within(dialog).getByRole("combobox", { name: "Whose?" }), "Papa");
    await userEvent.type(within(dialog).getByRole("textbox", { name: "What was it?" }), "First marathon");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.made("POST")).toHaveLength(1));
    expect(api.calls.findLast(({ method }) => method === "POST")?.body).toEqual({
      kind: "first",
      day: "2024-07-08",
      text: "First marathon",
      mediaId: "lake",
    });
  });

  test("a first of a photo without a known day is offered on today's date where the reader is", async () => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    jest.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function here(
      this: Intl.DateTimeFormat,
    ) {
      return { ...resolvedOptions.call(this), timeZone: "America/Los_Angeles" };
    });
    jest.useFakeTimers({ now: new Date("2026-03-08T03:30:00Z") });
    try {
      const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
      api.on("GET /api/media/lake/growing-up", { json: ages({ day: null }) });
      renderPage(<ItemAges mediaId="lake" />);
      await user.click(await screen.findByRole("button", { name: "Mark a first" }));
      const dialog = within(await screen.findByRole("dialog"));
      expect(dialog.getByLabelText("Day")).toHaveValue("2026-03-07");
    } finally {
      jest.useRealTimers();
      jest.restoreAllMocks();
    }
  });

  test("show the first times in the photo", async () => {
    api.on("GET /api/media/lake/growing-up", { json: ages({ notes: [noteOf()], canWrite: false }) });
    renderPage(<ItemAges mediaId="lake" />);
    expect(await screen.findByRole("list", { name: "Firsts" })).toHaveTextContent("First steps (Mia)");
    expect(screen.queryByRole("button", { name: "Mark a first" })).not.toBeInTheDocument();
  });
});

describe("films", () => {
  const pictures = ["one", "two", "three"].map((id, at) => ({
    ...mediaItemDto({
      id,
      month: at + 1,
      takenAt: `2024-0${at + 1}-01T10:00:00`,
      description: `Picture ${id}`,
    }),
    caption: `Caption ${id}`,
  }));
  const proposal: FilmProposalDto = {
    ...{ kind: "year", memberId: null, year: 2024, title: "Our 2024" },
    ...{ pictures: pictures.slice(0, 2), more: pictures.slice(2) },
  };
  const film = { kind: "year", memberId: null, year: 2024 } as const;
  const filmDto = (change: Partial<FilmDto> = {}): FilmDto => ({
    ...{
      id: "f1",
      kind: "year",
      memberId: null,
      title: "Our 2024",
      state: "ready",
      progress: 100,
      pictureCount: 2,
    },
    ...{ durationMs: 7500, bytes: 1_500_000, failure: null, createdAt: "2026-11-26T10:00:00Z" },
    ...{ url: "/api/films/f1/file", mediaId: null },
    ...change,
  });

  test("a proposal can be changed before it is made: photos left out, added and moved, another title", async () => {
    api
      .on("GET /api/films/proposal", { json: proposal })
      .on("POST /api/films", { status: 201, json: filmDto({ state: "making", url: null }) });
    renderPage(<FilmEditor film={film} />);
    expect(await screen.findByText("2 photos, 0:08, without sound")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Add Picture three" }));
    await userEvent.click(screen.getByRole("button", { name: /Leave out 1, Picture one/ }));
    await userEvent.click(screen.getByRole("button", { name: /Move 2, Picture three earlier/ }));
    const title = screen.getByRole("textbox", { name: "Title" });
    await userEvent.clear(title);
    await userEvent.type(title, "Best of us");
    await userEvent.click(screen.getByRole("button", { name: "Make the film" }));
    await waitFor(() => expect(api.made("POST")).toEqual(["POST /api/films"]));
    expect(api.calls.at(-1)?.body).toEqual({ ...film, title: "Best of us", mediaIds: ["three", "two"] });
  });

  test("a refusal is shown, and nothing is lost", async () => {
    const error = "Your family is making a film at the moment. You can start yours when it's ready.";
    api
      .on("GET /api/films/proposal", { json: proposal })
      .on("POST /api/films", { status: 409, json: { error, message: error, code: "film_under_way" } });
    renderPage(<FilmEditor film={film} />);
    await userEvent.click(await screen.findByRole("button", { name: "Make the film" }));
    expect(await screen.findByText(error)).toBeInTheDocument();
    expect(screen.getByText("2 photos, 0:08, without sound")).toBeInTheDocument();
  });

  test("with too few photos it says what to do", async () => {
    api.on("GET /api/films/proposal", { json: { ...proposal, pictures: [], more: [] } });
    renderPage(<FilmEditor film={film} />);
    expect(await screen.findByRole("heading", { name: "Not enough photos yet" })).toBeInTheDocument();
  });

  test("a film can be watched, saved and put into the album; one in progress can be cancelled", async () => {
    let films = [filmDto(), filmDto({ id: "f2", title: "Mia", state: "making", progress: 40, url: null })];
    api
      .on("GET /api/films", () => ({ json: films }))
      .on("POST /api/films/f1/share", () => {
        films = films.map((one) => (one.id === "f1" ? { ...one, mediaId: "item" } : one));
        return { json: mediaItemDto({ id: "item" }) };
      })
      .on("DELETE /api/films/f2", () => {
        films = films.filter(({ id }) => id !== "f2");
        return { status: 204 };
      });
    renderPage(<FilmsScreen choices={[{ ...film, title: "Our 2024", lead: "The best of each month" }]} />);
    expect(await screen.findByRole("progressbar", { name: "Making Mia" })).toHaveAttribute(
      "aria-valuenow",
      "40",
    );
    expect(screen.getByRole("link", { name: "Download" })).toHaveAttribute(
      "href",
      "/api/films/f1/file?download=true",
    );
    expect(screen.getByRole("link", { name: /Our 2024 The best of each month/ })).toHaveAttribute(
      "href",
      "/films/new?kind=year&year=2024",
    );
    await userEvent.click(screen.getByRole("button", { name: "Add to album" }));
    expect(await screen.findByRole("link", { name: "See it in the album" })).toHaveAttribute(
      "href",
      "/view-image/item",
    );
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("progressbar")).not.toBeInTheDocument());
  });

  test("one that couldn't be made shows the reason", async () => {
    const failure = "Too few of its photos are still in the album.";
    api.on("GET /api/films", { json: [filmDto({ state: "failed", failure, url: null })] });
    renderPage(<FilmsScreen choices={[]} />);
    expect(await screen.findByText(failure)).toBeInTheDocument();
  });
});
