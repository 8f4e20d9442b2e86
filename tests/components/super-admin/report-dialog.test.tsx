import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ReportDialog } from "@/components/operations/super-admin/report-dialog";
import type { DeskReportDto } from "@/lib/operations/reports-desk/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const user = userDto({ isSuperAdmin: true, currentFamily: null });
const report: DeskReportDto = {
  id: "report-1",
  kind: "issue",
  state: "open",
  title: "The year won't open",
  message: "I press on 2024.",
  note: "",
  answer: "",
  family: null,
  reporter: { id: "ada", username: "ada", email: "ada@example.org" },
  decision: null,
  createdAt: "2026-11-20T10:00:00.000Z",
  updatedAt: "2026-11-20T10:00:00.000Z",
};

const api = new FakeApi();
beforeEach(() => {
  api.calls.length = 0;
  onClose.mockClear();
  api
    .on("GET /api/auth/me", { json: user })
    .on("POST /api/super-admin/reports/report-1/resolve", { json: report })
    .install();
});
const onClose = jest.fn();
const show = (values: Partial<DeskReportDto> = {}) =>
  renderPage(<ReportDialog report={{ ...report, ...values }} onClose={onClose} />, {
    address: "/super-admin/reports",
    user,
  });
const sent = () => api.calls.find(({ method }) => method === "POST")?.body;

test("an answer is sent to the person who reported it", async () => {
  show();
  await userEvent.type(screen.getByLabelText("Answer to ada (optional)"), "It opens again.");
  await userEvent.click(screen.getByRole("button", { name: "Send answer and save" }));
  expect(await screen.findByText("Your answer is on its way")).toBeVisible();
  expect(sent()).toEqual({ answer: "It opens again." });
});

test("without an answer nothing is sent, and the previous one is shown", async () => {
  show({ answer: "We're looking into it." });
  expect(screen.getByText("We're looking into it.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent()).toBeUndefined();
});

test("a new note is sent without the state, which another super admin may have changed meanwhile", async () => {
  const closed = { ...report, state: "closed", note: "Fixed in March" };
  api.on("POST /api/super-admin/reports/report-1/resolve", { json: closed });
  show({ note: "Looking" });
  await userEvent.clear(screen.getByLabelText("Note (optional)"));
  await userEvent.type(screen.getByLabelText("Note (optional)"), "Fixed in March ");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The report is closed")).toBeVisible();
  expect(sent()).toEqual({ note: "Fixed in March" });
});

test("the reporter of a picture can't be answered", async () => {
  show({ kind: "content", title: "", reporter: null });
  expect(await screen.findByLabelText("Note (optional)")).toBeVisible();
  await act(async () => {});
  expect(screen.queryByLabelText(/Answer to/)).not.toBeInTheDocument();
});
