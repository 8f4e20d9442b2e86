import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ReportContentForm } from "@/components/operations/reports/report-content-form";
import { ReportIssueForm } from "@/components/operations/reports/report-issue-form";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const receipt = { id: "r1", createdAt: "2026-11-21T10:00:00.000Z" };
const api = () => new FakeApi().on("GET /api/auth/me", { json: userDto() });

describe("reporting an issue", () => {
  test("says what is missing, sends the report, and thanks", async () => {
    const fake = api().on("POST /api/report-issue", { status: 201, json: receipt }).install();
    renderPage(<ReportIssueForm />);
    await userEvent.click(screen.getByRole("button", { name: "Send report" }));
    expect(await screen.findByText("Please enter a title")).toBeVisible();
    expect(screen.getByText("Please tell us what happened")).toBeVisible();
    await userEvent.type(screen.getByLabelText("What is it about?"), "The year won't open");
    await userEvent.type(screen.getByLabelText("What happened?"), "Nothing happens.");
    await userEvent.click(screen.getByRole("button", { name: "Send report" }));
    expect(await screen.findByRole("heading", { name: "Thank you for telling us" })).toHaveFocus();
    expect(fake.calls.at(-1)?.body).toEqual({ title: "The year won't open", message: "Nothing happens." });
  });

  test("keeps what was typed if the server refuses", async () => {
    api()
      .on("POST /api/report-issue", {
        status: 429,
        json: { message: "Too many attempts. Please wait 4 minutes." },
      })
      .install();
    renderPage(<ReportIssueForm />);
    await userEvent.type(screen.getByLabelText("What is it about?"), "Again");
    await userEvent.type(screen.getByLabelText("What happened?"), "And again");
    await userEvent.click(screen.getByRole("button", { name: "Send report" }));
    expect(await screen.findByText("Too many attempts. Please wait 4 minutes.")).toBeVisible();
    expect(screen.getByLabelText("What happened?")).toHaveValue("And again");
  });
});

describe("reporting a picture", () => {
  const item = mediaItemDto({ id: "m1", description: "Our garden gate" });

  test("needs a reason, and text if none of them fits", async () => {
    const fake = api().install();
    renderPage(<ReportContentForm item={item} />);
    await userEvent.click(screen.getByRole("button", { name: "Report and hide it" }));
    expect(await screen.findByText("Please choose what is wrong with it")).toBeVisible();
    expect(screen.getByLabelText("Tell us more (optional)")).toBeVisible();
    await userEvent.click(screen.getByRole("radio", { name: "Something else" }));
    expect(screen.getByLabelText("Tell us more")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Report and hide it" }));
    expect(await screen.findByText("Please tell us in your own words")).toBeVisible();
    expect(fake.made("POST")).toEqual([]);
  });

  test("sends the reason and text, and says that it is hidden", async () => {
    const fake = api().on("POST /api/report-content", { status: 201, json: receipt }).install();
    renderPage(<ReportContentForm item={item} />);
    expect(screen.getByRole("img", { name: "Our garden gate" })).toBeVisible();
    await userEvent.click(screen.getByRole("radio", { name: "It upsets or hurts someone" }));
    await userEvent.type(screen.getByLabelText(/Tell us more/), "Please not this one.");
    await userEvent.click(screen.getByRole("button", { name: "Report and hide it" }));
    expect(await screen.findByRole("heading", { name: "Thank you. It's hidden now" })).toHaveFocus();
    expect(fake.calls.find(({ method }) => method === "POST")?.body).toEqual({
      mediaId: "m1",
      reason: "It upsets or hurts someone: Please not this one.",
    });
  });

  test("says on failure that nothing is hidden yet", async () => {
    api()
      .on("POST /api/report-content", { status: 404, json: { message: "This could not be found." } })
      .install();
    renderPage(<ReportContentForm item={item} />);
    await userEvent.click(screen.getByRole("radio", { name: "It upsets or hurts someone" }));
    await userEvent.click(screen.getByRole("button", { name: "Report and hide it" }));
    expect(await screen.findByText("This could not be found.")).toBeVisible();
  });
});
