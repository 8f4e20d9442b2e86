import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HomeMemories } from "@/components/album/memories/home-memories";
import { MemorySettings } from "@/components/album/memories/memory-settings";
import { OnThisDayScreen } from "@/components/album/memories/on-this-day-screen";
import { removeToast } from "@/components/ui/toast";
import { memoryPeopleKey } from "@/lib/album/memories/client/queries";
import type { MemoryPersonDto, OnThisDayDto } from "@/lib/album/memories/schema";
import { defaultUserSettings, type UserSettingsDto } from "@/lib/core/settings/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaDetailDto, mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const date = "2026-11-26";
const taken = (year: number, id: string) =>
  mediaItemDto({ id, year, month: 11, takenAt: `${year}-11-26T10:00:00`, description: `Picture ${id}` });
const onThisDay = (): OnThisDayDto => ({
  date,
  years: [
    { year: 2023, yearsAgo: 3, items: [taken(2023, "lake"), taken(2023, "cake")] },
    { year: 2014, yearsAgo: 12, items: [taken(2014, "snow")] },
  ],
});
const person = (change: Partial<MemoryPersonDto>): MemoryPersonDto => ({
  id: "ada",
  displayName: "Ada",
  isHidden: false,
  isLeftOut: false,
  ...change,
});

let api: FakeApi;
let shown: OnThisDayDto;
beforeEach(() => {
  shown = onThisDay();
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/on-this-day", () => ({ json: shown }))
    .on("POST /api/on-this-day/hidden", ({ body }) => {
      const { mediaId } = body as { mediaId: string };
      shown = {
        ...shown,
        years: shown.years.map((year) => ({ ...year, items: year.items.filter(({ id }) => id !== mediaId) })),
      };
      return { status: 204 };
    })
    .on("DELETE /api/on-this-day/hidden/lake", () => {
      shown = onThisDay();
      return { status: 204 };
    })
    .on("GET /api/media/lake", {
      json: { ...mediaDetailDto(taken(2023, "lake")), tags: [{ id: "ada", displayName: "Ada" }] },
    })
    .install();
});
afterEach(() => removeToast());

describe("on home", () => {
  const memory = (year: number, id: string) => ({
    year,
    yearsAgo: 2026 - year,
    worth: 4,
    item: taken(year, id),
  });

  test("one large photo with its caption opens its year on the page", () => {
    render(<HomeMemories memories={[memory(2023, "lake")]} pageKey="key" locale="en-GB" />);
    const card = screen.getByRole("region", { name: "On this day" });
    const link = within(card).getByRole("link", { name: /Three years ago today.*26 November 2023/ });
    expect(link).toHaveAttribute("href", "/on-this-day#year-2023");
    expect(within(link).getByRole("img", { name: /Picture lake/ })).toBeInTheDocument();
  });

  test("several years are side by side, in the given order", () => {
    render(
      <HomeMemories memories={[memory(2014, "snow"), memory(2025, "tree")]} pageKey="key" locale="en-US" />,
    );
    const links = screen.getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/on-this-day#year-2014",
      "/on-this-day#year-2025",
    ]);
    expect(links.map((link) => link.textContent)).toEqual([
      expect.stringContaining("Twelve years ago today"),
      expect.stringContaining("One year ago today"),
    ]);
    expect(links[0]).toHaveTextContent("November 26, 2014");
  });
});

const open = (today = date) =>
  renderPage(<OnThisDayScreen date={date} today={today} screenGuess="desktop" />);

describe("the page", () => {
  test("shows each year's best, its date, and a link to the rest", async () => {
    open();
    const year = await screen.findByRole("region", { name: "Three years ago" });
    expect(year).toHaveAttribute("id", "year-2023");
    expect(within(year).getByText("Sunday, 26 November 2023")).toBeInTheDocument();
    expect(within(year).getAllByRole("img")).toHaveLength(2);
    expect(within(year).getByRole("link", { name: "See all of November 2023" })).toHaveAttribute(
      "href",
      "/2023/11?highlight=lake",
    );
    expect(screen.getByRole("region", { name: "Twelve years ago" })).toBeInTheDocument();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("On this day");
  });

  test("links to the days around it and to any other", async () => {
    const { router } = open();
    expect(screen.getByRole("link", { name: "Yesterday" })).toHaveAttribute(
      "href",
      "/on-this-day?date=2026-11-25",
    );
    expect(screen.getByRole("link", { name: "Tomorrow" })).toHaveAttribute(
      "href",
      "/on-this-day?date=2026-11-27",
    );
    const field = screen.getByLabelText("Another day");
    await userEvent.clear(field);
    await userEvent.type(field, "2026-02-28");
    expect(router.push).toHaveBeenLastCalledWith("/on-this-day?date=2026-02-28");
  });

  test("for another day names its neighbours by date, and links to today's own address", () => {
    open("2026-11-27");
    expect(screen.getByRole("link", { name: "The day after" })).toHaveAttribute("href", "/on-this-day");
    expect(screen.getByRole("link", { name: "The day before" })).toBeInTheDocument();
  });

  test("without memories says what will appear here", async () => {
    shown = { date, years: [] };
    open();
    expect(await screen.findByRole("heading", { name: "No memories today" })).toBeInTheDocument();
    expect(screen.getByText(/Photos taken on 26 November in earlier years appear here/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "See the latest uploads" })).toBeInTheDocument();
  });

  test("that can't be loaded says so and can be retried", async () => {
    api.on("GET /api/on-this-day", { status: 503, json: { message: "Later" } });
    open();
    expect(await screen.findByRole("alert")).toHaveTextContent("This day could not be loaded.");
    api.on("GET /api/on-this-day", { json: onThisDay() });
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("region", { name: "Three years ago" })).toBeInTheDocument();
  });

  test("a photo can be hidden from its menu, and restored with Undo", async () => {
    open();
    await userEvent.click(await screen.findByRole("button", { name: /More about.*Picture lake/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Not this again" }));
    await waitFor(() => expect(screen.queryByRole("img", { name: /Picture lake/ })).not.toBeInTheDocument());
    expect(screen.getByRole("img", { name: /Picture cake/ })).toBeInTheDocument();
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("img", { name: /Picture lake/ })).toBeInTheDocument();
    expect(api.made("DELETE")).toEqual(["DELETE /api/on-this-day/hidden/lake"]);
  });

  test("a photo stays when hiding it fails, and the reason is shown", async () => {
    api.on("POST /api/on-this-day/hidden", { status: 503, json: { message: "Please try later." } });
    open();
    await userEvent.click(await screen.findByRole("button", { name: /More about.*Picture lake/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Not this again" }));
    expect(await screen.findByText("It could not be hidden")).toBeInTheDocument();
    expect(screen.getByRole("img", { name: /Picture lake/ })).toBeInTheDocument();
  });

  test("someone on it can be shown less, which Undo reverts", async () => {
    api.on("PUT /api/on-this-day/people/ada", ({ body }) => ({
      json: person(body as Partial<MemoryPersonDto>),
    }));
    const { queryClient } = open();
    // As seen in the settings before.
    queryClient.setQueryData(memoryPeopleKey, [person({})]);
    await userEvent.click(await screen.findByRole("button", { name: /More about.*Picture lake/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Show less of Ada" }));
    expect(await screen.findByText("You won't be reminded of Ada")).toBeInTheDocument();
    expect(queryClient.getQueryData(memoryPeopleKey)).toBeUndefined();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(api.calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
        { isHidden: true },
        { isHidden: false },
      ]),
    );
  });
});

describe("the settings", () => {
  let settings: UserSettingsDto;
  let everyone: MemoryPersonDto[];
  beforeEach(() => {
    settings = defaultUserSettings;
    everyone = [
      person({}),
      person({ id: "ben", displayName: "Ben", isHidden: true }),
      person({ id: "nana", displayName: "Nana", isLeftOut: true }),
    ];
    api
      .on("GET /api/user-settings", () => ({ json: settings }))
      .on("PUT /api/user-settings", ({ body }) => {
        const { notifications, ...values } = body as UserSettingsDto;
        settings = { ...settings, ...values, notifications: { ...settings.notifications, ...notifications } };
        return { json: settings };
      })
      .on("GET /api/on-this-day/people", () => ({ json: everyone }));
    for (const id of ["ada", "ben"]) {
      api.on(`PUT /api/on-this-day/people/${id}`, ({ body }) => {
        const { isHidden } = body as MemoryPersonDto;
        everyone = everyone.map((one) => (one.id === id ? { ...one, isHidden } : one));
        return { json: everyone.find((one) => one.id === id) };
      });
    }
  });

  test("set the hour, or never", async () => {
    renderPage(<MemorySettings />);
    const choice = await screen.findByLabelText("Remind me");
    expect(choice).toHaveDisplayValue("Every day at 09:00");
    await userEvent.selectOptions(choice, "Never");
    await waitFor(() => expect(settings.notifications.onThisDay).toBe(false));
    expect(choice).toHaveDisplayValue("Never");
    await userEvent.selectOptions(choice, "Every day at 20:00");
    await waitFor(() =>
      expect(settings).toMatchObject({ memoryHour: 20, notifications: { onThisDay: true } }),
    );
  });

  test("show less of someone, and undo that; people the family leaves out are only listed", async () => {
    renderPage(<MemorySettings />);
    await userEvent.click(await screen.findByRole("button", { name: "Show again photos of Ben" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /Show again/ })).not.toBeInTheDocument());
    await userEvent.selectOptions(screen.getByLabelText("Add someone"), "Ada");
    expect(await screen.findByRole("button", { name: "Show again photos of Ada" })).toBeInTheDocument();
    expect(screen.getByText("Your family's admins leave out Nana for everyone.")).toBeInTheDocument();
    expect(within(screen.getByLabelText("Add someone")).queryByText("Nana")).not.toBeInTheDocument();
  });
});
