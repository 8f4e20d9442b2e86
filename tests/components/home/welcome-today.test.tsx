import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { WelcomeToday } from "@/components/album/home/welcome-today";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

beforeEach(() => {
  new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
});

const image = mediaItemDto({ id: "one", description: "In the garden" });

test("the welcome photo opens on a press, is remembered as seen for the day, and can be hidden", async () => {
  renderPage(<WelcomeToday image={image} seenValue="2026-11-23.family" />);
  const picture = screen.getByRole("img", { name: /In the garden/ });
  expect(picture).toHaveAttribute("src", "/api/images/medium/one");
  expect(picture.closest("a")).toHaveAttribute("href", "/view-image/one");
  expect(document.cookie).toContain("welcomeSeen=2026-11-23.family");
  await userEvent.click(screen.getByRole("button", { name: "Hide the welcome photo" }));
  expect(screen.queryByRole("region", { name: "Welcome photo" })).not.toBeInTheDocument();
});
