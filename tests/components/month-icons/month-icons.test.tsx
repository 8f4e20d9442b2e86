import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { YearSection } from "@/components/album/home/year-section";
import { MonthIconsButton } from "@/components/album/month-icons/month-icons-button";
import { MonthTitle } from "@/components/album/month-icons/month-title";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItems, mediaPageDto } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const july = { id: "i1", year: 2024, month: 7, iconName: "Waves" };

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/month-icons/2024/7", { json: [july] })
    .on("GET /api/month-icons/2024/3", { json: [] })
    .on("GET /api/media/year/2024", {
      json: {
        ...mediaPageDto(mediaItems(1)),
        months: [
          { month: 3, itemCount: 2, cover: null, iconName: null },
          { month: 7, itemCount: 5, cover: null, iconName: "Waves" },
        ],
      },
    })
    .install();
});

/** The labels of the 26 icons of specification 3, in its order. */
const labels =
  "Sun, Birthday, Swimming, Car, Flight, Camping, Hotel, Music, Wine, Photo, Love, Location, Event, Time, Special, Coffee, Mountain, Beach, Boat, Bus, Train, Bike, Forest, Food, Gift, Animals";

test("the month grid shows a month's icon and says what it means", async () => {
  const { container } = renderPage(<YearSection year={2024} screenGuess="desktop" />);
  expect(await screen.findByRole("link", { name: "July 2024, 5 items, Swimming" })).toBeVisible();
  expect(screen.getByRole("link", { name: "March 2024, 2 items" })).toBeVisible();
  const drawn = [...container.querySelectorAll("use")].map((use) => use.getAttribute("href"));
  expect(drawn).toEqual(["/icons/months.svg#Waves"]);
});

test("an admin chooses a month and one of the 26 icons, and the grid shows it immediately", async () => {
  renderPage(<YearSection year={2024} screenGuess="desktop" />);
  await userEvent.click(await screen.findByRole("button", { name: "Month icons for 2024" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Month icons for 2024" }));
  expect(await dialog.findByRole("radio", { name: /Swimming/ })).toBeChecked();
  const shown = dialog.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
  expect(shown.join(", ").replace(", current", "")).toBe(labels);

  await userEvent.selectOptions(dialog.getByLabelText("Month"), "March");
  await waitFor(() => expect(dialog.queryByRole("radio", { checked: true })).not.toBeInTheDocument());
  api.on("POST /api/month-icons", ({ body }) => ({ status: 201, json: { id: "i2", ...(body as object) } }));
  await userEvent.click(await dialog.findByRole("radio", { name: "Birthday" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("link", { name: "March 2024, 2 items, Birthday" })).toBeVisible();
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({
    year: 2024,
    month: 3,
    iconName: "Cake",
  });
});

test("an icon can be removed", async () => {
  renderPage(<YearSection year={2024} screenGuess="desktop" />);
  await userEvent.click(await screen.findByRole("button", { name: "Month icons for 2024" }));
  api.on("DELETE /api/month-icons/i1", { status: 204 });
  await userEvent.click(await screen.findByRole("button", { name: "Remove icon" }));
  expect(await screen.findByRole("link", { name: "July 2024, 5 items" })).toBeVisible();
});

test("members can't choose one", async () => {
  api.on("GET /api/auth/me", { json: userDto({ isAdmin: false }) });
  renderPage(<YearSection year={2024} screenGuess="desktop" />, {
    user: userDto({ isAdmin: false }),
  });
  await screen.findByRole("link", { name: /July 2024/ });
  expect(screen.queryByRole("button", { name: /Month icons/ })).not.toBeInTheDocument();
});

test("a month's own page shows its icon beside its name and changes it there", async () => {
  renderPage(
    <>
      <h1>
        <MonthTitle year={2024} month={7} />
      </h1>
      <MonthIconsButton year={2024} months={[7]}>
        Month icon
      </MonthIconsButton>
    </>,
  );
  expect(await screen.findByRole("heading", { name: /July 2024.*Swimming/ })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Month icon" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Icon for July 2024" }));
  api.on("POST /api/month-icons", { status: 201, json: { ...july, iconName: "Tent" } });
  await userEvent.click(await dialog.findByRole("radio", { name: "Camping" }));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { name: /July 2024.*Camping/ })).toBeVisible();
});

test("icons that can't be fetched show 'Failed to fetch icons' and can be retried", async () => {
  api.on("GET /api/month-icons/2024/7", { status: 503, json: { message: "away" } });
  renderPage(
    <MonthIconsButton year={2024} months={[7]}>
      Month icon
    </MonthIconsButton>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Month icon" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Failed to fetch icons");
  api.on("GET /api/month-icons/2024/7", { json: [july] });
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("radio", { name: /Swimming/ })).toBeChecked();
});
