import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { SetupChecks, type SetupChecksProps } from "@/components/operations/setup/setup-checks";
import { fakeFetch } from "@/tests/support/fake-fetch";
import { renderPage } from "@/tests/support/render-page";

const checks: SetupChecksProps["checks"] = [
  { name: "storage", level: "ok", message: "Photos and videos are in /data/media.", advice: null },
  { name: "backups", level: "warn", message: "No backup yet.", advice: "Run `npm run backup` every night." },
  { name: "mail", level: "wrong", message: "The mail server refused our login.", advice: "Check SMTP_URL." },
  { name: "push", level: "ok", message: "Push notifications have their keys.", advice: null },
];
const show = (values: Partial<SetupChecksProps> = {}) =>
  renderPage(<SetupChecks checks={checks} isMailConfigured hasAlbum {...values} />);
const item = (name: string) => screen.getByText(name).closest("li") as HTMLElement;

test("each check shows its state, the finding and what to do, with commands as code", async () => {
  const { container } = show();
  expect(screen.getByRole("heading", { name: "2 things to look at" })).toBeVisible();
  expect(within(item("Backups")).getByText("Warning")).toBeVisible();
  expect(within(item("Backups")).getByText("npm run backup").tagName).toBe("CODE");
  expect(within(item("Mail")).getByText("Error")).toBeVisible();
  expect(within(item("Storage")).getByText("OK")).toBeVisible();
  expect((await axe(container)).violations).toEqual([]);
});

test("if everything is fine it says so", () => {
  show({ checks: checks.filter(({ level }) => level === "ok") });
  expect(screen.getByRole("heading", { name: "Everything is set up" })).toBeVisible();
});

test("a test email is offered only with a mail server, and shows its recipient", async () => {
  const { unmount } = show({ isMailConfigured: false });
  expect(screen.queryByRole("button", { name: "Send me a test email" })).not.toBeInTheDocument();
  unmount();
  const answer = { recipient: "ada@example.org", isMailConfigured: true };
  const calls = fakeFetch({ status: 200, json: answer }, { status: 200, json: answer });
  show();
  await userEvent.click(within(item("Mail")).getByRole("button", { name: "Send me a test email" }));
  expect(await screen.findByText("It goes to ada@example.org.")).toBeVisible();
  expect(calls.map(({ path }) => path)).toContain("/api/setup/test-mail");
});

test("people with an album can test a notification, a super admin can't", () => {
  const { unmount } = show();
  expect(within(item("Push")).getByRole("link", { name: /Try a notification/ })).toHaveAttribute(
    "href",
    "/settings?tab=notifications",
  );
  unmount();
  show({ hasAlbum: false });
  expect(screen.queryByRole("link", { name: /Try a notification/ })).not.toBeInTheDocument();
});

test("all checks can be repeated", async () => {
  const { router } = show();
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(router.refresh).toHaveBeenCalled();
});
