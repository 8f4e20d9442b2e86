import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import { CommentsSection } from "@/components/album/comments/comments-section";
import type { CommentDto } from "@/lib/album/comments/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const comment = (change: Partial<CommentDto> = {}): CommentDto => ({
  id: "c1",
  mediaId: "one",
  userId: "ben",
  username: "ben",
  displayName: "Ben",
  text: "What a day!",
  recording: null,
  createdAt: new Date().toISOString(),
  editedAt: null,
  mayEdit: false,
  mayDelete: false,
  ...change,
});
const own = comment({ id: "c2", displayName: "Ada", text: "Indeed", mayEdit: true, mayDelete: true });
let api: FakeApi;

/** The server's comments. */
let kept: CommentDto[];
afterEach(() => jest.useRealTimers());

function serve(items: CommentDto[]) {
  kept = items;
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/media/one/comments", () => ({
      json: { items: kept, pagination: { total: kept.length, limit: 100, offset: 0, hasMore: false } },
    }))
    .install();
}

/** Makes the server accept new comments. */
function takeComments() {
  api.on("POST /api/media/one/comments", ({ body }) => {
    const made = { ...own, ...(body as object), id: `new ${kept.length}` };
    kept = [...kept, made];
    return { status: 201, json: made };
  });
}

const rows = () => within(screen.getByRole("list", { name: "Comments" })).getAllByRole("listitem");
const box = () => screen.getByRole("textbox", { name: "Write a comment" });

test("comments show who wrote them, oldest first", async () => {
  serve([comment(), { ...own, editedAt: own.createdAt }]);
  const { container } = renderPage(<CommentsSection mediaId="one" />);
  expect(await screen.findByText("What a day!")).toBeVisible();
  expect(rows().map((row) => row.textContent?.replace(/today at .*?(, edited|[A-Z])/, "$1"))).toEqual([
    "BBenWhat a day!",
    "AAda, editedIndeed",
  ]);
  expect((await axe(container)).violations).toEqual([]);
});

test("when there are no comments, the section says so", async () => {
  serve([]);
  renderPage(<CommentsSection mediaId="one" />);
  expect(await screen.findByText("Nobody has written anything yet. Say something kind.")).toBeVisible();
});

test("a new comment appears last; Ctrl and Enter send it too", async () => {
  serve([comment()]);
  takeComments();
  renderPage(<CommentsSection mediaId="one" />);
  await screen.findByText("What a day!");
  await userEvent.type(box(), "So lovely");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("So lovely", { selector: "p" })).toBeVisible();
  expect(box()).toHaveValue("");
  await userEvent.type(box(), "Indeed{Control>}{Enter}{/Control}");
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(rows()[2]).toHaveTextContent("Indeed");
});

test("comments others wrote meanwhile appear along with one's own", async () => {
  serve([comment()]);
  takeComments();
  renderPage(<CommentsSection mediaId="one" />);
  await screen.findByText("What a day!");
  kept = [...kept, comment({ id: "c3", text: "We saw a whale" })];
  await userEvent.type(box(), "So lovely{Control>}{Enter}{/Control}");
  expect(await screen.findByText("We saw a whale")).toBeVisible();
  expect(rows().map((row) => row.querySelector("p[dir]")?.textContent)).toEqual([
    "What a day!",
    "We saw a whale",
    "So lovely",
  ]);
});

test("text stays when sending fails, and is the same comment when it is sent again", async () => {
  serve([]);
  const keys: unknown[] = [];
  const send = globalThis.fetch;
  globalThis.fetch = (async (input, init) => {
    if (init?.method === "POST") keys.push((init.headers as Record<string, string>)["Idempotency-Key"]);
    return send(input, init);
  }) as typeof fetch;
  api.on("POST /api/media/one/comments", { status: 503, json: { message: "The album is away." } });
  renderPage(<CommentsSection mediaId="one" />);
  await userEvent.type(await screen.findByRole("textbox"), "So lovely");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("The album is away.")).toBeVisible();
  expect(box()).toHaveValue("So lovely");
  takeComments();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("So lovely", { selector: "p" })).toBeVisible();
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});

test("an empty comment is not sent", async () => {
  serve([]);
  renderPage(<CommentsSection mediaId="one" />);
  await userEvent.type(await screen.findByRole("textbox"), "  ");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText("Please write something first")).toBeVisible();
  expect(api.made("POST")).toEqual([]);
});

test("people edit their own comments in place, not others'", async () => {
  serve([comment(), own]);
  api.on("PATCH /api/comments/c2", ({ body }) => ({
    json: { ...own, ...(body as object), editedAt: own.createdAt },
  }));
  renderPage(<CommentsSection mediaId="one" />);
  await userEvent.click(await screen.findByRole("button", { name: "Edit your comment" }));
  const editor = screen.getByRole("textbox", { name: "Your comment" });
  expect(editor).toHaveFocus();
  await userEvent.clear(editor);
  await userEvent.type(editor, "Indeed so");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Indeed so")).toBeVisible();
  expect(screen.getAllByRole("button", { name: /comment/ }).map((button) => button.ariaLabel)).toEqual([
    "Edit your comment",
    "Delete your comment",
  ]);
});

test("an admin deletes another's comment after confirming; one that is already gone counts as deleted", async () => {
  serve([comment({ mayDelete: true }), own]);
  api.on("DELETE /api/comments/c1", () => {
    kept = [own];
    return { status: 404, json: { message: "This could not be found." } };
  });
  renderPage(<CommentsSection mediaId="one" />);
  await userEvent.click(await screen.findByRole("button", { name: "Delete Ben's comment" }));
  const question = await screen.findByRole("alertdialog", { name: "Delete this comment?" });
  expect(api.made("DELETE")).toEqual([]);
  await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("What a day!")).not.toBeInTheDocument());
  expect(screen.getByText("Indeed")).toBeVisible();
});

function ClosableComments() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? "Close" : "Open"}
      </button>
      {isOpen && <CommentsSection mediaId="one" />}
    </>
  );
}

test("an unsent comment is still there when someone comes back to the picture", async () => {
  serve([]);
  jest.useFakeTimers();
  renderPage(<ClosableComments />);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  await user.type(await screen.findByRole("textbox"), "Half a thou");
  await press("Close");
  await act(() => jest.advanceTimersByTimeAsync(20 * 60_000));
  await press("Open");
  expect(await screen.findByRole("textbox")).toHaveValue("Half a thou");
});

test("text is shown as plain text, whatever it looks like", async () => {
  serve([comment({ text: `<img src=x onerror="window.__ran=1">`, displayName: "<b>Ben</b>" })]);
  const { container } = renderPage(<CommentsSection mediaId="one" />);
  expect(await screen.findByText(`<img src=x onerror="window.__ran=1">`)).toBeVisible();
  expect(container.querySelector("img, b")).toBeNull();
});

test("later pages are fetched on request", async () => {
  serve([]);
  api.on("GET /api/media/one/comments", {
    json: { items: [comment()], pagination: { total: 2, limit: 100, offset: 0, hasMore: true } },
  });
  renderPage(<CommentsSection mediaId="one" />);
  const more = await screen.findByRole("button", { name: "Show more comments" });
  api.on("GET /api/media/one/comments", {
    json: { items: [own], pagination: { total: 2, limit: 100, offset: 100, hasMore: false } },
  });
  await userEvent.click(more);
  expect(await screen.findByText("Indeed")).toBeVisible();
  expect(api.made("GET /api/media/one/comments").at(-1)).toContain("offset=100");
});
