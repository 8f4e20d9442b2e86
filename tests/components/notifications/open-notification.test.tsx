import { screen, waitFor } from "@testing-library/react";
import { OpenNotification } from "@/components/notify/notifications/open-notification";
import { consoleErrors, expectConsoleError } from "@/tests/support/fail-on-console-error";
import { FakeApi } from "@/tests/support/fake-api";
import { familyRow } from "@/tests/support/family-rows";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const { id: userId, currentFamily } = userDto();
const id = "01900000-0000-7000-8000-0000000000a1";
const url = "/view-image/picture-1";
const marked = `POST /api/notifications/mark-read/${userId}`;

function open(familyId: string, switched: { status?: number; json?: unknown } = { json: familyRow() }) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on(marked, { json: { success: true } })
    .on("POST /api/switch-organization", switched)
    .install();
  renderPage(<OpenNotification id={id} url={url} familyId={familyId} />);
  return api;
}

// jsdom can't load another page and logs an error.
async function leaves() {
  expectConsoleError(/navigation/);
  await waitFor(() => expect(consoleErrors()).toMatch(/navigation/));
}

test("a notification of this family is marked as read and opens its target", async () => {
  const api = open(currentFamily?.id ?? "");
  await leaves();
  expect(api.made("POST")).toEqual([marked]);
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({ ids: [id] });
});

test("one of another family switches to that family first", async () => {
  const api = open("family-2");
  await leaves();
  expect(api.made("POST")).toEqual([marked, "POST /api/switch-organization"]);
  expect(api.calls.at(-1)?.body).toEqual({ organizationId: "family-2" });
});

test("if the switch is refused the page says where to find it", async () => {
  open("family-2", { status: 404, json: { message: "This could not be found." } });
  expect(await screen.findByRole("heading", { name: "This notification could not be opened" })).toBeVisible();
  expect(await screen.findByText("Failed to switch family")).toBeVisible();
});
