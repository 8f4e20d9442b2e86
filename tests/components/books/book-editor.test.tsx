import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { BookEditor } from "@/components/album/books/book-editor";
import { BooksScreen } from "@/components/album/books/books-screen";
import { removeToast } from "@/components/ui/toast";
import type { BookDto, BookListDto, BookPage } from "@/lib/album/books/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

afterEach(() => act(() => removeToast()));

const page = (mediaIds: string[], values: Partial<BookPage> = {}): BookPage => ({
  layout: null,
  mediaIds,
  heading: "",
  caption: "",
  ...values,
});
const items = ["lake", "small", "cake"].map((id) =>
  mediaItemDto({
    id,
    description: `The ${id}`,
    width: id === "small" ? 300 : 4000,
    height: id === "small" ? 200 : 3000,
  }),
);
const book: BookDto = {
  ...{ id: "book-1", kind: "book", format: "square", year: 2026, title: "Our year", subtitle: "The Okafors" },
  ...{
    cover: items[0] ?? null,
    pageCount: 3,
    makerName: "Ada",
    isMine: true,
    isShared: false,
    mayEdit: true,
  },
  changedAt: "2026-11-26T10:00:00.000Z",
  version: 4,
  coverId: "lake",
  pages: [page(["lake"], { heading: "March" }), page(["lake", "cake"], { caption: "Both" }), page(["small"])],
  items,
  faces: {},
  missingCount: 0,
  birthdays: [],
  firstDay: 1,
  file: { state: "none", progress: 0, bytes: null, url: null, problems: 0, madeAt: null },
};

let api: FakeApi;
let stored: BookDto;

function renderEditor(values: Partial<BookDto> = {}) {
  stored = { ...book, ...values };
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/books/book-1", () => ({ json: stored }))
    .on("PATCH /api/books/book-1", ({ body }) => {
      const { version, ...change } = body as { version: number };
      if (version !== stored.version) {
        return { status: 409, json: { code: "book_changed", error: "This was changed in another window." } };
      }
      stored = { ...stored, ...change, version: version + 1 };
      return { json: stored };
    })
    .on("POST /api/books/book-1/file", () => {
      stored = { ...stored, file: { ...stored.file, state: "making", progress: 40 } };
      return { status: 202, json: stored };
    })
    .on("DELETE /api/books/book-1/file", () => {
      stored = { ...stored, file: { ...stored.file, state: "none" } };
      return { status: 204 };
    })
    .install();
  return renderPage(<BookEditor book={stored} />, { address: "/books/book-1" });
}
const sent = (call: string) => api.calls.filter(({ method, path }) => `${method} ${path}` === call);
const changes = () => sent("PATCH /api/books/book-1").map(({ body }) => body);
const openPage = async (name: string) => {
  await userEvent.click(await screen.findByRole("button", { name: new RegExp(`${name}(\\D|$)`) }));
  return screen.findByRole("dialog", { name });
};

describe("a book", () => {
  test("shows its pages as printed, and marks those with a photo that is too small", async () => {
    const { container } = renderEditor({ missingCount: 2 });
    const pages = await screen.findByRole("region", { name: "Pages" });
    expect(within(pages).getByText("March")).toBeVisible();
    expect(within(pages).getByRole("button", { name: /Page 3.*may look blurry/ })).toBeVisible();
    expect(within(pages).getByRole("button", { name: "Page 2" })).toBeVisible();
    expect(screen.getByText(/1 photo has too few pixels/)).toBeVisible();
    expect(screen.getByText(/2 photos of it were deleted/)).toBeVisible();
    expect(screen.getByText(/17 blank pages are added/)).toBeVisible();
    expect((await axe(container)).violations).toEqual([]);
  });

  test("pages are moved, added and removed, and changes made together are saved together", async () => {
    renderEditor();
    await userEvent.click(await screen.findByRole("button", { name: "Move page 1 later" }));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]).toEqual({ version: 4, pages: [book.pages[1], book.pages[0], book.pages[2]] });
    const second = await openPage("Page 2");
    await userEvent.click(within(second).getByRole("button", { name: "Done" }));
    // With the dialog's code loaded, edit in a single turn, so nothing is saved in between however long it takes.
    fireEvent.click(screen.getByRole("button", { name: "Add a page after page 1" }));
    const dialog = screen.getByRole("dialog", { name: "Page 2" });
    fireEvent.change(within(dialog).getByLabelText("Heading"), { target: { value: "Hi" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Done" }));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes()[1]).toMatchObject({ version: 5, pages: [{}, { heading: "Hi", mediaIds: [] }, {}, {}] });
    const third = await openPage("Page 3");
    await userEvent.click(within(third).getByRole("button", { name: "Remove page" }));
    await waitFor(() => expect(changes()).toHaveLength(3));
    expect(screen.queryByRole("button", { name: "Page 4" })).not.toBeInTheDocument();
  });

  test("a page's layout, caption and photos", async () => {
    renderEditor();
    const dialog = await openPage("Page 2");
    await userEvent.click(within(dialog).getByRole("radio", { name: "Side by side" }));
    await userEvent.click(within(dialog).getAllByRole("button", { name: "Move later" })[0] as HTMLElement);
    const caption = within(dialog).getByLabelText("Caption");
    await userEvent.clear(caption);
    await userEvent.type(caption, "Cake");
    expect((await axe(dialog)).violations).toEqual([]);
    await userEvent.click(
      within(dialog).getAllByRole("button", { name: "Remove from this page" })[1] as HTMLElement,
    );
    expect(within(dialog).getByRole("radio", { name: "To the edges" })).toBeVisible();
    await userEvent.click(within(dialog).getByRole("button", { name: "Done" }));
    await waitFor(() =>
      expect(stored.pages[1]).toMatchObject({ mediaIds: ["cake"], layout: "row", caption: "Cake" }),
    );
  });

  test("changes from another tab aren't overwritten, and can be loaded", async () => {
    renderEditor();
    await screen.findByRole("button", { name: "Page 2" });
    stored = { ...stored, version: 9, title: "Theirs" };
    await userEvent.type(screen.getByLabelText("Title"), "!");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("changed in another window");
    await userEvent.click(within(alert).getByRole("button", { name: "Load the latest version" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Theirs" })).toBeVisible();
    await userEvent.type(screen.getByLabelText("Title"), "!");
    await waitFor(() => expect(stored.title).toBe("Theirs!"));
  });

  test("shown again by Back, it has what was saved since, and takes changes", async () => {
    const earlier = book;
    renderEditor({ title: "Our best year", version: 5 });
    cleanup();
    renderPage(<BookEditor book={earlier} />, { address: "/books/book-1" });
    expect(await screen.findByDisplayValue("Our best year")).toBeVisible();
    await userEvent.type(screen.getByDisplayValue("The Okafors"), "!");
    await waitFor(() => expect(changes()).toEqual([{ subtitle: "The Okafors!", version: 5 }]));
  });

  test("its PDF is made from what is shown, can be cancelled, and can be downloaded", async () => {
    renderEditor();
    await userEvent.type(await screen.findByLabelText("Title"), "!");
    await userEvent.click(screen.getByRole("button", { name: "Make the PDF" }));
    expect(await screen.findByRole("progressbar", { name: "Making the PDF" })).toBeVisible();
    expect(changes()).toEqual([{ version: 4, title: "Our year!" }]);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(await screen.findByRole("button", { name: "Make the PDF" }));
    const url = "/api/books/book-1/file";
    stored = {
      ...stored,
      file: { state: "ready", progress: 100, bytes: 5_242_880, url, problems: 1, madeAt: null },
    };
    const link = await screen.findByRole("link", { name: /Download PDF/ });
    expect(link).toHaveAttribute("href", url);
    expect(screen.getByText(/1 photo couldn't be read/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Order it printed" })).toHaveAttribute(
      "href",
      "/gift-shop?book=book-1",
    );
  });

  test("that someone else shares can be viewed and downloaded, not changed", async () => {
    renderEditor({ isMine: false, mayEdit: false, isShared: true });
    expect(await screen.findByRole("button", { name: "Make the PDF" })).toBeVisible();
    expect(screen.queryByLabelText("Title")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Page 1|Delete|Move/ })).not.toBeInTheDocument();
  });
});

describe("books and calendars", () => {
  const choices = {
    albums: [{ id: "album-1", name: "The lake" }],
    people: [{ id: "person-1", name: "Grandma" }],
    months: [
      { year: 2026, month: 6 },
      { year: 2024, month: 3 },
    ],
  };
  const idea = {
    kind: "book",
    title: "The year in photos: 2026",
    text: "The best.",
    source: { year: 2026 },
  } as const;

  function renderList(list: BookListDto) {
    api = new FakeApi()
      .on("GET /api/auth/me", { json: userDto() })
      .on("GET /api/books", { json: list })
      .on("POST /api/books", { status: 201, json: book })
      .install();
    return renderPage(<BooksScreen choices={choices} thisYear={2026} isMaking={false} />, {
      address: "/books",
    });
  }

  test("without any, explain what to do; a new one is about a year, an album, a person or a month", async () => {
    const { container } = renderList({ books: [], ideas: [] });
    expect(await screen.findByRole("heading", { name: "No books yet" })).toBeVisible();
    expect((await axe(container)).violations).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "New book" }));
    const dialog = await screen.findByRole("dialog", { name: "New book or calendar" });
    await userEvent.selectOptions(within(dialog).getByLabelText("About"), "Grandma");
    await userEvent.selectOptions(within(dialog).getByLabelText("Format"), "A4 landscape");
    await userEvent.click(within(dialog).getByRole("button", { name: "Choose the photos" }));
    await waitFor(() => expect(sent("POST /api/books")).toHaveLength(1));
    expect(sent("POST /api/books")[0]?.body).toEqual({
      kind: "book",
      format: "landscape",
      source: { memberId: "person-1" },
    });
  });

  test("a calendar is for this year or the next", async () => {
    renderList({ books: [book], ideas: [] });
    await userEvent.click(await screen.findByRole("button", { name: "New book" }));
    const dialog = await screen.findByRole("dialog", { name: "New book or calendar" });
    await userEvent.click(within(dialog).getByRole("radio", { name: /Calendar/ }));
    expect(within(dialog).getByLabelText("Year")).toHaveDisplayValue("2027");
    await userEvent.click(within(dialog).getByRole("button", { name: "Choose the photos" }));
    await waitFor(() => expect(sent("POST /api/books")).toHaveLength(1));
    expect(sent("POST /api/books")[0]?.body).toEqual({
      kind: "calendar",
      format: "a4",
      source: { year: 2027 },
    });
  });

  test("what suits the day is created with one press", async () => {
    renderList({ books: [book], ideas: [idea] });
    expect(await screen.findByRole("link", { name: /Our year.*Photo book, Square/ })).toHaveAttribute(
      "href",
      "/books/book-1",
    );
    await userEvent.click(screen.getByRole("button", { name: "Make it" }));
    await waitFor(() => expect(sent("POST /api/books")).toHaveLength(1));
    expect(sent("POST /api/books")[0]?.body).toEqual({
      kind: "book",
      format: "square",
      source: { year: 2026 },
    });
  });
});
