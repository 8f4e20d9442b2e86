import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AdminMessagesScreen } from "@/components/notify/admin-messages/admin-messages-screen";
import type { AdminMessageDto } from "@/lib/notify/admin-messages/schema";
import { type ApiReply, FakeApi } from "@/tests/support/fake-api";
import { familyUserRow } from "@/tests/support/family-rows";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const ada = familyUserRow();
const nana = familyUserRow({ id: "user-2", username: "rose", displayName: "Nana", role: "member" });
const ben = familyUserRow({ id: "user-3", username: "ben", displayName: "Ben", role: "admin" });

const sent: AdminMessageDto = {
  id: "message-1",
  title: "Picnic",
  message: "At the lake",
  audience: ["user-2", "user-9"],
  createdAt: "2026-03-05T12:00:00.000Z",
  sentByUsername: "ada.okafor",
  sentByName: "Ada",
  recipients: 2,
  delivered: 2,
  read: 1,
};

async function renderScreen(items: AdminMessageDto[] = [], answer: ApiReply = { status: 201, json: sent }) {
  const page = {
    items,
    pagination: { total: items.length, limit: 20, offset: 0, hasMore: false },
    nextCursor: null,
  };
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/users", { json: [ada, nana, ben] })
    .on("GET /api/admin-notifications", { json: page })
    .on("POST /api/admin-notifications", answer)
    .install();
  renderPage(<AdminMessagesScreen />, { address: "/admin-notifications" });
  await screen.findByRole("radio", { name: "Everyone in the family 2 people" });
  return api;
}

async function write(title = "Grandma arrives", message = "On Sunday at noon.") {
  await userEvent.type(screen.getByLabelText("Title"), title);
  await userEvent.type(screen.getByLabelText("Message"), message);
}
const send = () => userEvent.click(screen.getByRole("button", { name: "Send" }));
const confirm = async () => userEvent.click(await screen.findByRole("button", { name: "Send it" }));
const bodies = (api: FakeApi) => api.calls.filter(({ method }) => method === "POST").map(({ body }) => body);

test("a message is previewed, confirmed and sent to everyone", async () => {
  const api = await renderScreen();
  await write();
  const preview = within(screen.getByRole("region", { name: "Preview" }));
  expect(preview.getByText("Grandma arrives")).toBeVisible();
  expect(preview.getByText("On Sunday at noon.")).toBeVisible();
  await send();
  const dialog = await screen.findByRole("alertdialog", { name: "Send “Grandma arrives”?" });
  expect(dialog).toHaveTextContent("everyone in the family: 2 people");
  expect(bodies(api)).toEqual([]);
  await confirm();
  expect(await screen.findByText("Message sent")).toBeVisible();
  expect(bodies(api)).toEqual([{ title: "Grandma arrives", message: "On Sunday at noon.", audience: "all" }]);
  expect(screen.getByLabelText("Title")).toHaveValue("");
  await waitFor(() => expect(api.made("GET /api/admin-notifications")).toHaveLength(2));
});

test("Cancel sends nothing and keeps what was typed", async () => {
  const api = await renderScreen();
  await write();
  await send();
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect([bodies(api), screen.getByLabelText("Message")]).toEqual([
    [],
    expect.objectContaining({ value: "On Sunday at noon." }),
  ]);
});

test("people are chosen by name, without oneself", async () => {
  const api = await renderScreen();
  await write();
  await userEvent.click(screen.getByRole("radio", { name: /Only some/ }));
  const people = within(screen.getByRole("group", { name: "People" }));
  expect(people.getAllByRole("checkbox")).toHaveLength(2);
  await send();
  expect(await screen.findByText("Please choose at least one person")).toBeVisible();
  await userEvent.click(people.getByRole("checkbox", { name: /Nana/ }));
  await send();
  expect(await screen.findByRole("alertdialog")).toHaveTextContent("It goes to Nana.");
  await confirm();
  await screen.findByText("Message sent");
  expect(bodies(api)).toEqual([expect.objectContaining({ audience: ["user-2"] })]);
});

test("title and message are required", async () => {
  const api = await renderScreen();
  await send();
  expect(await screen.findByText("Please enter a title")).toBeVisible();
  expect(screen.getByText("Please write a message")).toBeVisible();
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(bodies(api)).toEqual([]);
});

test("a refusal shows the server's message, and nothing typed is lost", async () => {
  const words = "Someone you chose is no longer in your family. Nothing was sent; please choose again.";
  await renderScreen([], { status: 422, json: { message: words, error: words, field: "audience" } });
  await write();
  await send();
  await confirm();
  expect(await screen.findByText(/Nothing was sent/)).toBeVisible();
  expect(screen.getByLabelText("Title")).toHaveValue("Grandma arrives");
});

test("the history shows recipients, sender, and how many received and read it", async () => {
  await renderScreen([sent]);
  const region = within(await screen.findByRole("region", { name: "Sent" }));
  expect(region.getByRole("heading", { name: "Picnic" })).toBeVisible();
  expect(region.getByText(/To Nana and someone who left, by Ada,/)).toBeVisible();
  expect(region.getByRole("progressbar", { name: "Delivered" })).toHaveAttribute("aria-valuenow", "100");
  expect(region.getByRole("progressbar", { name: "Read" })).toHaveAttribute("aria-valuenow", "50");
});

test("before anything is sent it says what will appear here", async () => {
  await renderScreen();
  expect(await screen.findByText(/Nothing yet\. Messages you send appear here/)).toBeVisible();
});
