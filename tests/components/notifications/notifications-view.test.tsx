import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NotificationsView } from "@/components/notify/notifications/notifications-view";
import type { NotificationDto, NotificationPageDto } from "@/lib/notify/notifications/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const { id: userId } = userDto();
const markAll = `POST /api/notifications/mark-read/${userId}`;
const markAdmin = `POST /api/admin-notifications/${userId}/mark-read`;

const tagged: NotificationDto = {
  id: "01900000-0000-7000-8000-0000000000a1",
  kind: "tagged",
  title: "You're in a photo",
  message: "Amara tagged you in a photo",
  url: "/view-image/picture-1",
  mediaId: "picture-1",
  createdAt: "2026-03-05T12:00:00.000Z",
  readAt: null,
};
const fromAdmins: NotificationDto = {
  ...tagged,
  id: "01900000-0000-7000-8000-0000000000a2",
  kind: "adminMessage",
  title: "Grandma arrives",
  message: "On Sunday.\nBring cake!",
  url: "/notifications",
  readAt: "2026-03-05T13:00:00.000Z",
};
const { mediaId: _, ...withoutPicture } = fromAdmins;

const page = (items: NotificationDto[], nextCursor: string | null = null): NotificationPageDto => ({
  items,
  pagination: { total: items.length, limit: 30, offset: 0, hasMore: nextCursor !== null },
  nextCursor,
});

async function renderView(
  answer: (path: string) => { status?: number; json?: unknown } = () => ({
    json: page([tagged, withoutPicture]),
  }),
) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/notifications", ({ path }) => answer(path))
    .on(markAll, { json: { success: true } })
    .on(markAdmin, { json: { success: true } })
    .install();
  const view = renderPage(<NotificationsView />, { address: "/notifications" });
  await waitFor(() => expect(api.made("GET /api/notifications")).not.toHaveLength(0));
  return { api, ...view };
}

const row = async (title: string) => within((await screen.findByText(title)).closest("li") as HTMLElement);

test("each notification shows what happened and when, with a picture and a link", async () => {
  await renderView();
  const first = await row("You're in a photo");
  expect(first.getByText("Amara tagged you in a photo")).toBeVisible();
  expect(first.getByRole("link")).toHaveAttribute("href", "/view-image/picture-1");
  expect(first.getByRole("presentation")).toHaveAttribute("src", "/api/images/thumbnail/picture-1");
  expect(first.getByText(/5 March 2026/)).toBeVisible();
});

test("an admin's message is shown in full in the list", async () => {
  await renderView();
  const message = await row("Grandma arrives");
  expect(message.queryByRole("link")).not.toBeInTheDocument();
  expect(message.getByText(/Bring cake!/)).toBeVisible();
});

test("unread notifications are marked as new", async () => {
  await renderView();
  expect((await row("You're in a photo")).getByText("New")).toBeInTheDocument();
  expect((await row("Grandma arrives")).queryByText("New")).not.toBeInTheDocument();
});

test("opening the page marks all as read after a moment and clears the badge; the dots stay for this visit", async () => {
  const { api, queryClient } = await renderView();
  const countKey = [`/api/notifications/count/${userId}`];
  act(() => {
    queryClient.setQueryData(countKey, { count: 3 });
  });
  await screen.findByText("You're in a photo");
  expect(api.made("POST")).toEqual([]);
  await waitFor(() => expect(api.made("POST")).toEqual([markAll, markAdmin]));
  await waitFor(() => expect(queryClient.getQueryData(countKey)).toEqual({ count: 0 }));
  expect((await row("You're in a photo")).getByText("New")).toBeInTheDocument();
});

test("Mark all as read removes the dots immediately", async () => {
  const { api } = await renderView();
  await userEvent.click(await screen.findByRole("button", { name: "Mark all as read" }));
  expect(screen.queryByText("New")).not.toBeInTheDocument();
  await waitFor(() => expect(api.made("POST")).toEqual([markAll, markAdmin]));
  expect(screen.queryByRole("button", { name: "Mark all as read" })).not.toBeInTheDocument();
});

test("Mark all as read also marks what arrived since the page was opened", async () => {
  const { api } = await renderView();
  await waitFor(() => expect(api.made("POST")).toHaveLength(2), { timeout: 3_000 });
  await userEvent.click(screen.getByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(api.made("POST")).toEqual([markAll, markAdmin, markAll, markAdmin]));
});

test("one that appears after that is marked as new, and as read after a moment", async () => {
  const list = [tagged];
  const { api, queryClient } = await renderView(() => ({ json: page([...list]) }));
  await userEvent.click(await screen.findByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(api.made("POST")).toHaveLength(2));
  list.unshift({
    ...tagged,
    id: "01900000-0000-7000-8000-0000000000a3",
    title: "A new comment",
    createdAt: "2026-03-06T12:00:00.000Z",
  });
  await act(() => queryClient.refetchQueries({ queryKey: ["/api/notifications"] }));
  expect((await row("A new comment")).getByText("New")).toBeInTheDocument();
  expect((await row("You're in a photo")).queryByText("New")).not.toBeInTheDocument();
  await waitFor(() => expect(api.made("POST")).toHaveLength(4), { timeout: 3_000 });
  expect(screen.getByRole("button", { name: "Mark all as read" })).toBeVisible();
});

test("if that fails, the dots come back with a message", async () => {
  const { api } = await renderView();
  api.on(markAll, { status: 500, json: { message: "Something broke." } });
  await userEvent.click(await screen.findByRole("button", { name: "Mark all as read" }));
  expect(await screen.findByText("They could not be marked as read")).toBeVisible();
  expect(screen.getByText("New")).toBeInTheDocument();
});

test("opening one marks it as read", async () => {
  const { api } = await renderView();
  // jsdom can't navigate.
  document.addEventListener("click", (event) => event.preventDefault(), { once: true });
  await userEvent.click((await row("You're in a photo")).getByRole("link"));
  await waitFor(() =>
    expect(api.calls).toContainEqual(
      expect.objectContaining({
        method: "POST",
        path: `/api/notifications/mark-read/${userId}`,
        body: { ids: [tagged.id] },
      }),
    ),
  );
});

test("without notifications it says what will appear here", async () => {
  await renderView(() => ({ json: page([]) }));
  expect(await screen.findByRole("heading", { name: "Nothing new for you yet" })).toBeVisible();
  expect(screen.getByRole("link", { name: "See the recent uploads" })).toHaveAttribute(
    "href",
    "/recent-uploads",
  );
});

test("a list that can't be loaded says so, and can be retried", async () => {
  let isBroken = true;
  await renderView(() => (isBroken ? { status: 503, json: { message: "Away." } } : { json: page([tagged]) }));
  const again = await screen.findByRole("button", { name: "Try again" });
  isBroken = false;
  await userEvent.click(again);
  expect(await screen.findByText("You're in a photo")).toBeVisible();
});
