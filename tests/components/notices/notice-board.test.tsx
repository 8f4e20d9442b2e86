import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LiveCard } from "@/components/album/home/live-card";
import { NoticeBoard } from "@/components/album/notices/notice-board";
import { StillNoticeBoard } from "@/components/album/notices/still-notice-board";
import type { NoticeDto } from "@/lib/album/notices/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const member = userDto({ isAdmin: false });
const admin = userDto();

function notice(change: Partial<NoticeDto> = {}): NoticeDto {
  return {
    id: "n1",
    title: "Sunday lunch",
    message: "At Nana's, one o'clock.",
    isActive: true,
    createdAt: "2026-03-05T10:00:00.000Z",
    createdByUsername: "ben",
    createdByName: "Ben",
    likeCount: 0,
    isLiked: false,
    ...change,
  };
}

const long = `${"a".repeat(90)}the rest`;

function renderBoard(notices: NoticeDto[], user: typeof admin | null = member, address = "/") {
  const api = new FakeApi()
    .on("GET /api/auth/me", user ? { json: user } : { status: 401, json: {} })
    .on("GET /api/notices", { json: notices })
    .install();
  renderPage(<NoticeBoard still={<p>still</p>} />, { user, address });
  return api;
}

const item = async (name: string) => within(await screen.findByRole("article", { name }));

test("a notice shows its first 90 characters, and the rest after 'see more'", async () => {
  renderBoard([notice({ message: long })]);
  const lunch = await item("Sunday lunch");
  expect(lunch.getByText(`${"a".repeat(90)}…`, { exact: false })).toBeVisible();
  expect(lunch.queryByText(/the rest/)).not.toBeInTheDocument();
  await userEvent.click(lunch.getByRole("button", { name: /^see more/ }));
  expect(lunch.getByText(/the rest/)).toBeVisible();
  await userEvent.click(lunch.getByRole("button", { name: /^see less/ }));
  expect(lunch.queryByText(/the rest/)).not.toBeInTheDocument();
});

test("a notice of 90 characters is shown whole, with its author", async () => {
  renderBoard([notice({ message: "a".repeat(90) })]);
  const lunch = await item("Sunday lunch");
  expect(lunch.getByText("a".repeat(90))).toBeVisible();
  expect(lunch.queryByRole("button", { name: /see more/ })).not.toBeInTheDocument();
  expect(lunch.getByText(/^Ben,/)).toHaveTextContent("Ben, on 5 March 2026");
});

test("text that looks like markup is shown as typed", async () => {
  renderBoard([notice({ title: "<b>Lunch</b>", message: "<img src=x onerror=alert(1)>" })]);
  const lunch = await item("<b>Lunch</b>");
  expect(lunch.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
});

test("a long board shows its latest three, and all on request", async () => {
  renderBoard(["1", "2", "3", "4", "5"].map((id) => notice({ id, title: `Notice ${id}` })));
  expect(await screen.findAllByRole("article")).toHaveLength(3);
  await userEvent.click(screen.getByRole("button", { name: "Show all 5 notices" }));
  expect(screen.getAllByRole("article")).toHaveLength(5);
  await userEvent.click(screen.getByRole("button", { name: "Show fewer notices" }));
  expect(screen.getAllByRole("article")).toHaveLength(3);
});

test("a notice named in the address is shown whole, wherever it is", async () => {
  const others = ["1", "2", "3"].map((id) => notice({ id, title: `Notice ${id}` }));
  renderBoard([...others, notice({ id: "n4", message: long })], member, "/#notice-n4");
  const lunch = await item("Sunday lunch");
  expect(lunch.getByText(/the rest/)).toBeVisible();
  expect(screen.getByRole("article", { name: "Sunday lunch" })).toHaveFocus();
});

test("an address of a deleted notice says so", async () => {
  renderBoard([notice()], member, "/#notice-n9");
  expect((await screen.findAllByText("This notice is no longer on the board"))[0]).toBeVisible();
});

test("members have no way to post or edit; a hidden notice is marked for admins", async () => {
  renderBoard([notice()]);
  await item("Sunday lunch");
  expect(screen.queryByRole("button", { name: /Post|Edit/ })).not.toBeInTheDocument();
});

test("a like shows immediately and is sent with a key of its own for each press", async () => {
  const keys: unknown[] = [];
  const api = renderBoard([notice({ likeCount: 2 })]);
  const { fetch } = globalThis;
  globalThis.fetch = ((input, init) => {
    const key = (init?.headers as Record<string, string> | undefined)?.["Idempotency-Key"];
    if (key) keys.push(key);
    return fetch(input, init);
  }) as typeof fetch;
  api.on("POST /api/notices/n1/like", { json: { count: 3, likes: [], isLiked: true } });
  const lunch = await item("Sunday lunch");
  await userEvent.click(lunch.getByRole("button", { name: "Like Sunday lunch", pressed: false }));
  expect(await lunch.findByRole("button", { name: /^3 likes/ })).toBeVisible();
  expect(lunch.getByRole("button", { name: "Like Sunday lunch", pressed: true })).toBeVisible();
  api.on("POST /api/notices/n1/like", { json: { count: 2, likes: [], isLiked: false } });
  await userEvent.click(lunch.getByRole("button", { name: "Like Sunday lunch" }));
  expect(await lunch.findByRole("button", { name: /^2 likes/ })).toBeVisible();
  await waitFor(() => expect(new Set(keys).size).toBe(2));
});

test("a like that fails is reverted: 'Failed to toggle like'", async () => {
  const api = renderBoard([notice()]);
  api.on("POST /api/notices/n1/like", { status: 404, json: { message: "This could not be found." } });
  const lunch = await item("Sunday lunch");
  await userEvent.click(lunch.getByRole("button", { name: "Like Sunday lunch" }));
  const [words] = await screen.findAllByText("Failed to toggle like");
  expect(words).toBeVisible();
  expect(lunch.getByRole("button", { name: "Like Sunday lunch", pressed: false })).toBeVisible();
});

test("without a user the like button is disabled", async () => {
  renderBoard([notice()], null);
  expect((await item("Sunday lunch")).getByRole("button", { name: "Like Sunday lunch" })).toBeDisabled();
});

test("the people who like a notice are listed", async () => {
  const api = renderBoard([notice({ likeCount: 1 })]);
  const likes = [{ id: "l1", userId: "u2", username: "ngozi", displayName: "Nana" }];
  api.on("GET /api/notices/n1/likes", { json: { count: 1, likes, isLiked: false } });
  await userEvent.click((await item("Sunday lunch")).getByRole("button", { name: /^1 like/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Who likes this" }));
  expect(await dialog.findByText("Nana")).toBeVisible();
  expect(dialog.queryByText("ngozi")).not.toBeInTheDocument();
});

describe("an admin", () => {
  test("posts a notice, which must have both title and message", async () => {
    const api = renderBoard([], admin);
    await userEvent.click(await screen.findByRole("button", { name: "Post a notice" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Post a notice" }));
    await userEvent.type(dialog.getByLabelText("Title"), "  Lunch ");
    await userEvent.type(dialog.getByLabelText("Message"), "   ");
    await userEvent.click(dialog.getByRole("button", { name: "Post" }));
    expect(dialog.getByRole("alert")).toHaveTextContent("Please fill in both title and message.");
    expect(api.made("POST")).toEqual([]);

    await userEvent.type(dialog.getByLabelText("Message"), "At one");
    const posted = notice({ title: "Lunch", message: "At one" });
    api.on("POST /api/notices", ({ body }) => {
      api.on("GET /api/notices", { json: [posted] });
      expect(body).toEqual({ title: "Lunch", message: "At one" });
      return { status: 201, json: posted };
    });
    await userEvent.click(dialog.getByRole("button", { name: "Post" }));
    expect(await screen.findByRole("article", { name: "Lunch" })).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  const failures = [
    ["Failed to create notice", "Post a notice", "Post", "POST /api/notices"],
    ["Failed to update notice", "Edit Sunday lunch", "Save", "PUT /api/notices/n1"],
  ] as const;

  test.each(failures)("sees '%s' on failure, and nothing typed is lost", async (words, open, send, call) => {
    const api = renderBoard([notice()], admin);
    api.on(call, { status: 503, json: { message: "The album is being repaired." } });
    await userEvent.click(await screen.findByRole("button", { name: open }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByLabelText("Title"), "!");
    await userEvent.type(dialog.getByLabelText("Message"), "At one");
    await userEvent.click(dialog.getByRole("button", { name: send }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(`${words}: The album is being repaired.`);
    expect(dialog.getByLabelText("Message")).toHaveValue(`${send === "Post" ? "" : notice().message}At one`);
  });

  test("edits a notice and hides it", async () => {
    const api = renderBoard([notice()], admin);
    api.on("PUT /api/notices/n1", ({ body }) => {
      const changed = notice(body as object);
      api.on("GET /api/notices", { json: [changed] });
      return { json: changed };
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit Sunday lunch" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edit notice" }));
    await userEvent.click(dialog.getByRole("switch", { name: "On the board" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Hidden")).toBeVisible();
    // Only this: another admin may have corrected the text since the board was loaded.
    expect(api.calls.find(({ method }) => method === "PUT")?.body).toEqual({ isActive: false });
  });

  test("who corrects a notice's title sends only that, and who changes nothing sends nothing", async () => {
    const api = renderBoard([notice()], admin).on("PUT /api/notices/n1", {
      json: notice({ title: "Sunday tea", isActive: false }),
    });
    const edit = async (title: string) => {
      await userEvent.click(await screen.findByRole("button", { name: "Edit Sunday lunch" }));
      const dialog = within(await screen.findByRole("dialog", { name: "Edit notice" }));
      await userEvent.clear(dialog.getByLabelText("Title"));
      await userEvent.type(dialog.getByLabelText("Title"), title);
      await userEvent.click(dialog.getByRole("button", { name: "Save" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    };
    await edit("Sunday lunch ");
    expect(api.made("PUT")).toEqual([]);
    await edit("Sunday tea");
    expect(api.calls.find(({ method }) => method === "PUT")?.body).toEqual({ title: "Sunday tea" });
  });

  test("is asked before a notice is deleted, and sees 'Failed to delete notice' on failure", async () => {
    const api = renderBoard([notice()], admin);
    api.on("DELETE /api/notices/n1", { status: 503, json: { message: "The album is being repaired." } });
    const askToDelete = async () => {
      await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
      return within(await screen.findByRole("alertdialog", { name: "Delete “Sunday lunch”?" }));
    };
    await userEvent.click(await screen.findByRole("button", { name: "Edit Sunday lunch" }));
    await userEvent.click((await askToDelete()).getByRole("button", { name: "Delete" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Failed to delete notice: The album is being repaired.",
    );
    api.on("DELETE /api/notices/n1", () => {
      api.on("GET /api/notices", { json: [] });
      return { status: 204 };
    });
    await userEvent.click((await askToDelete()).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText(/Nothing here yet/)).toBeVisible();
  });
});

function renderStillBoard() {
  new FakeApi()
    .on("GET /api/auth/me", { json: admin })
    .on("GET /api/notices", { json: [notice({ message: long })] })
    .install();
  const { queryClient } = renderPage(
    <LiveCard content="notices">
      <StillNoticeBoard notices={[notice({ message: long })]} canManage locale="en-GB" />
    </LiveCard>,
  );
  queryClient.setQueryData(["/api/notices"], [notice({ message: long })]);
  return screen.getByRole("article", { name: "Sunday lunch" });
}

test("the server-rendered board looks the same, and a button pressed on it counts", async () => {
  const still = renderStillBoard();
  expect(still).toHaveTextContent("Ben, on 5 March 2026");
  within(still)
    .getByRole("button", { name: /^see more/ })
    .click();
  expect(await screen.findByText(/the rest/)).toBeVisible();
});

test("a press that begins on the server's board is not lost when the other replaces it", async () => {
  const still = renderStillBoard();
  const button = within(still).getByRole("button", { name: /^see more/ });
  const user = userEvent.setup();
  await user.pointer({ keys: "[MouseLeft>]", target: button });
  // The script arrives before the button is released.
  await act(async () => {
    await import("@/components/album/notices/notice-board");
  });
  await user.pointer({ keys: "[/MouseLeft]", target: button });
  expect(await screen.findByText(/the rest/)).toBeVisible();
});
