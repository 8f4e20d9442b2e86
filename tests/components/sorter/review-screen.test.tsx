import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { ReviewScreen } from "@/components/sorter/review-screen";
import { useSorterSession } from "@/components/sorter/use-sorter-session";
import { createQueryClient } from "@/lib/http/query-client";
import { arrange } from "@/lib/sorter/arrange";
import type { SorterSession } from "@/lib/sorter/client/sorter-session";
import type { SorterState } from "@/lib/sorter/client/sorter-state";
import type { ReviewItem } from "@/lib/sorter/review-item";
import { fileOf } from "@/tests/support/chosen-files";
import { consoleErrors, expectConsoleError } from "@/tests/support/fail-on-console-error";
import { FakeApi } from "@/tests/support/fake-api";
import { switchFamilyElsewhere, withOtherTabs } from "@/tests/support/other-tabs";
import { renderInSession } from "@/tests/support/render-in-session";
import { sortedItem } from "@/tests/support/sorter-items";
import { userDto } from "@/tests/support/user";

withOtherTabs();

const at = (text: string) => ({ at: text, source: "camera", confidence: "sure" }) as const;

/** jsdom has no layout: the window and the list get a size so that rows are drawn. */
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue({
    width: 800,
    height: 200,
    top: 0,
    left: 0,
    right: 800,
    bottom: 200,
    x: 0,
    y: 0,
  } as DOMRect);
  window.scrollTo = () => {};
  Object.defineProperty(window, "innerHeight", { value: 4000, configurable: true });
});
afterEach(() => jest.restoreAllMocks());

async function show(items: ReviewItem[], change: Partial<SorterState> = {}) {
  const session = {
    moveTo: jest.fn(),
    decide: jest.fn(),
    describe: jest.fn(),
    upload: jest.fn(async () => {}),
    cancelUpload: jest.fn(),
    unlock: jest.fn(async () => {}),
    retry: jest.fn(),
    fileOf: () => null,
  };
  const state: SorterState = {
    items: new Map(items.map((item) => [item.id, item])),
    placed: arrange(items, { firstYear: 2022, today: new Date(2026, 5, 15) }),
    isLoading: false,
    opening: [],
    missing: 0,
    locked: 0,
    problem: null,
    upload: null,
    ...change,
  };
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/hashtags/recent", { json: { hashtags: [] } })
    .install();
  const { container } = renderInSession(
    <ReviewScreen session={session as unknown as SorterSession} state={state} birthdays={[]} />,
    { initialUser: userDto(), queryClient: createQueryClient() },
  );
  // The session is checked once, whatever is shown.
  await waitFor(() => expect(api.made("GET /api/auth/me")).toHaveLength(1));
  return { session, container };
}

const tile = (item?: ReviewItem) => screen.getByRole("button", { name: new RegExp(`^${item?.name}\\.`) });

test("a review shows its months, uncertain items and those set aside, and is accessible", async () => {
  const { container } = await show([
    sortedItem({ taken: at("2024-03-05T10:00:00") }),
    sortedItem({ taken: null }),
    sortedItem({ paper: "screenshot" }),
    sortedItem({}, { known: { id: "m", year: 2024, month: 3 } }),
    sortedItem({}, { refusal: "heic" }),
  ]);
  expect(await screen.findByRole("heading", { name: /March 2024/ })).toBeVisible();
  expect(screen.getByRole("heading", { name: "When was this?" })).toBeVisible();
  expect(screen.getByRole("heading", { name: /Screenshots and documents/ })).toBeVisible();
  expect(screen.getByRole("heading", { name: /Already in your album/ })).toBeVisible();
  expect(screen.getByRole("heading", { name: /Can't be uploaded/ })).toBeVisible();
  expect(screen.getByRole("button", { name: "Upload 1 · skip 3" })).toBeEnabled();
  expect(
    screen.getByText(
      "Not uploaded: 1 screenshot or document, 1 without a month and 1 that can't be uploaded.",
    ),
  ).toBeVisible();
  expect((await axe(container)).violations).toEqual([]);
});

test("an uncertain group is dated with one press, or by hand", async () => {
  const guess = sortedItem({ taken: { at: "2024-03-05T10:00:00", source: "modified", confidence: "guess" } });
  const { session } = await show([guess]);
  await userEvent.click(await screen.findByRole("button", { name: "Move to March 2024" }));
  expect(session.moveTo).toHaveBeenLastCalledWith([guess.id], { year: 2024, month: 3 });
  await userEvent.click(screen.getByRole("button", { name: "Another month" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Move them there" }));
  expect(dialog.getByText("Month is required")).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText("Year"), "2023");
  await userEvent.selectOptions(dialog.getByLabelText("Month"), "December");
  await userEvent.click(dialog.getByRole("button", { name: "Move them there" }));
  expect(session.moveTo).toHaveBeenLastCalledWith([guess.id], { year: 2023, month: 12 });
});

test("pictures are selected by keyboard, moved and described together", async () => {
  const items = [1, 2, 3].map((day) => sortedItem({ taken: at(`2024-12-0${day}T10:00:00`) }));
  const { session } = await show(items);
  await screen.findByRole("heading", { name: /December 2024/ });
  act(() => tile(items[0]).focus());
  await userEvent.keyboard(" ");
  const bar = within(screen.getByRole("region", { name: "Selected items" }));
  expect(bar.getByRole("status")).toHaveTextContent("1 item selected");
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
  expect(bar.getByRole("status")).toHaveTextContent("2 items selected");
  await userEvent.click(bar.getByRole("button", { name: "Describe" }));
  await userEvent.type(await screen.findByLabelText("Description"), "First snow");
  await userEvent.click(screen.getByRole("button", { name: /#winter/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(session.describe).toHaveBeenCalledWith(
    new Map(items.slice(0, 2).map(({ id }) => [id, "First snow #winter"])),
  );
});

test("items set aside are included with a press, and a chosen one is excluded", async () => {
  const documents = [sortedItem({ paper: "screenshot" }), sortedItem({ paper: "document" })];
  const dated = sortedItem();
  const { session } = await show([...documents, dated]);
  await userEvent.click(await screen.findByRole("button", { name: /Keep all: Screenshots/ }));
  expect(session.decide).toHaveBeenLastCalledWith(
    documents.map(({ id }) => id),
    "keep",
  );
  await userEvent.click(tile(dated));
  await userEvent.click(screen.getByRole("button", { name: "Leave out" }));
  expect(session.decide).toHaveBeenLastCalledWith([dated.id], "leave");
});

test("pictures older than the album come with an offer to begin it earlier", async () => {
  await show([sortedItem({ taken: at("1985-07-05T10:00:00") })]);
  expect(await screen.findByText(/^Taken in 1985, but the album begins in 2022/)).toBeVisible();
  expect(screen.getByText("The album begins in 2022. Start it in 1985?")).toBeVisible();
  expect(screen.getByRole("button", { name: "Start in 1985" })).toBeVisible();
});

test("a press shows why a file can't be taken", async () => {
  const heic = sortedItem({}, { refusal: "heic" });
  await show([heic]);
  await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^${heic.name}`) }));
  expect(within(await screen.findByRole("dialog")).getByText(/HEIC photo: export it as JPG/)).toBeVisible();
});

test("while files are read or missing, nothing can be uploaded; both are shown", async () => {
  await show([sortedItem({}, { known: undefined })]);
  expect(screen.getByText("Still going through your files.")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Files checked" })).toBeVisible();
});

test("files that could not be stored are requested again", async () => {
  const { session } = await show([sortedItem()], { locked: 1 });
  expect(screen.getByRole("button", { name: /^Upload/ })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Open again" }));
  expect(session.unlock).toHaveBeenCalled();
});

test("the summary shows what is in the album, what failed and what stayed behind", async () => {
  const done = sortedItem({}, { outcome: { state: "uploaded" } });
  const upload = {
    isRunning: false,
    total: 2,
    done: 1,
    failed: 1,
    alreadyInAlbum: 0,
    currentId: null,
    stopped: null,
  };
  await show([done, sortedItem({ paper: "screenshot" })], { upload });
  expect(screen.getByRole("heading", { name: "Some uploads failed" })).toBeVisible();
  expect(screen.getByText(/Successfully uploaded 1 of 2 files\./)).toBeVisible();
  expect(screen.getByText("Still here: 1 screenshot or document.")).toBeVisible();
});

function Sorter() {
  const { session } = useSorterSession({ userId: "ada", sessionId: "session-1", familyId: "okafors" });
  const add = () => void session.add([{ file: fileOf("one.jpg", "image/jpeg"), path: "one.jpg" }]);
  return (
    <button type="button" onClick={add}>
      Add
    </button>
  );
}

test("reading and uploading end when another tab switches the family", async () => {
  expectConsoleError(/navigation/);
  const worker = { postMessage: jest.fn(), terminate: jest.fn() };
  function startWorker() {
    return worker;
  }
  Object.assign(globalThis, { Worker: startWorker });
  new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
  renderInSession(<Sorter />, { initialUser: userDto(), queryClient: createQueryClient() });
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(worker.postMessage).toHaveBeenCalled());
  expect(worker.terminate).not.toHaveBeenCalled();
  act(switchFamilyElsewhere);
  expect(worker.terminate).toHaveBeenCalled();
  await waitFor(() => expect(consoleErrors()).toMatch(/navigation/));
});
