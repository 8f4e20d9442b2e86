import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { OutboxCard } from "@/components/operations/super-admin/outbox-card";
import type { OutboxDto } from "@/lib/core/messages/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const at = "2024-03-03T10:00:00.000Z";
const mail = { channel: "mail", subject: "Choose a new password", createdAt: at, sentAt: null } as const;

function renderOutbox(outbox: Partial<OutboxDto>) {
  const json = { isMailConfigured: false, isSmsConfigured: true, items: [], ...outbox };
  const user = userDto();
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: user })
    .on("GET /api/super-admin/outbox", { json })
    .install();
  return { api, ...renderPage(<OutboxCard />, { address: "/super-admin/system-health", user }) };
}

test("a waiting mail is read in a dialog, once fetched from the server", async () => {
  const entry = { ...mail, id: "m1", recipient: "nana@example.org", state: "held", error: null } as const;
  const { api, container } = renderOutbox({ items: [entry] });
  api.on("GET /api/super-admin/outbox/m1", { json: { ...entry, text: "Here is your link." } });
  const item = await screen.findByRole("listitem");
  expect(item).toHaveTextContent(/nana@example\.org.*Waiting for you.*Choose a new password/);
  expect(screen.getByText(/No mail server is set up/)).toBeInTheDocument();
  expect(screen.queryByText(/No SMS provider/)).not.toBeInTheDocument();
  expect((await axe(container)).violations).toEqual([]);

  await userEvent.click(within(item).getByRole("button", { name: /Read the message for nana@example.org/ }));
  const dialog = await screen.findByRole("dialog", { name: "Choose a new password" });
  expect(await within(dialog).findByText("Here is your link.")).toBeInTheDocument();
  expect(dialog).toHaveTextContent("Reading it is recorded.");
});

test("a failed one shows the reason, and a sent one can't be read again", async () => {
  const failed = {
    ...mail,
    id: "m1",
    recipient: "a@example.org",
    state: "failed",
    error: "550 No such user",
  };
  const sent = { ...mail, id: "m2", recipient: "b@example.org", state: "sent", error: null, sentAt: at };
  renderOutbox({ isMailConfigured: true, items: [failed, sent] as OutboxDto["items"] });
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first).toHaveTextContent(/Failed.*550 No such user/);
  expect(second).toHaveTextContent(/b@example\.org.*Sent/);
  expect(within(second as HTMLElement).queryByRole("button")).not.toBeInTheDocument();
});

test("an empty outbox says so", async () => {
  renderOutbox({});
  expect(await screen.findByText("No messages yet.")).toBeInTheDocument();
});
