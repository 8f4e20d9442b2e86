import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { AlbumBanners } from "@/components/shell/banners/album-banners";
import type { QuotaNotificationsDto } from "@/lib/album/quota/schema";
import type { BirthdayDto } from "@/lib/family/birthdays/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const birthday = (displayName: string, daysUntil: number, isOwn = false): BirthdayDto => ({
  memberId: displayName,
  displayName,
  date: "2026-11-21",
  daysUntil,
  turning: 3,
  isOwn,
});

function storage(status: QuotaNotificationsDto["status"]): QuotaNotificationsDto {
  const action = { actionText: "See plans", actionUrl: "/billing" };
  const said = { warning: "Storage Low", critical: "Storage Full" } as const;
  return {
    status,
    quota: { percentage: 82, usedBytes: 1, limitBytes: 2 },
    items: [
      ...(status === "normal"
        ? []
        : [
            {
              type: "warning" as const,
              title: said[status],
              message: "82% taken.",
              threshold: 80,
              ...action,
            },
          ]),
      { type: "upgrade_available", title: "More room", message: "200GB", threshold: 0, ...action },
    ],
  };
}

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("PUT /api/user/print-banner", { json: { isClosed: false } })
    .install();
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the banner sets it
  document.cookie = "bannerHidden=; max-age=0; path=/";
});

const show = async (props: Partial<Parameters<typeof AlbumBanners>[0]>, address = "/") => {
  const view = renderPage(
    <AlbumBanners storage={null} freePrints={0} birthdays={[]} hiddenValue="2026-11-21.family" {...props} />,
    { address },
  );
  // Let the session check finish.
  await act(async () => {});
  return view;
};

test("birthdays are announced as today, tomorrow and in N days", async () => {
  const { container } = await show({
    birthdays: [birthday("Ife", 0), birthday("Nana", 1), birthday("Ada", 5, true)],
  });
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Ife's birthday is today",
    "Nana's birthday is tomorrow",
    "Your birthday is in 5 days",
  ]);
  expect((await axe(container)).violations).toEqual([]);
});

test.each([
  [1, "1 free print left this month"],
  [20, "20 free prints left this month"],
])("%i remaining free prints are announced", async (freePrints, words) => {
  const { container } = await show({ freePrints });
  expect(screen.getByRole("complementary", { name: "Family news" })).toHaveTextContent(words);
  expect((await axe(container)).violations).toEqual([]);
});

test("birthdays and free prints take turns", async () => {
  await show({ freePrints: 5, birthdays: [birthday("Ife", 0)] });
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Ife's birthday is today",
    "5 free prints left this month",
  ]);
  expect(screen.getByRole("list").style.animationDuration).toBe("8s");
});

test("free prints are announced on home only", async () => {
  const { unmount } = await show({ freePrints: 5 }, "/favorites");
  expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
  expect(api.made("PUT /api/user/print-banner")).toEqual([]);
  unmount();
  await show({ freePrints: 5, birthdays: [birthday("Ife", 0)] }, "/favorites");
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Ife's birthday is today",
  ]);
});

test("the banner about free prints is marked as seen, and once closed it is gone for the month", async () => {
  await show({ freePrints: 5 });
  const noted = () =>
    api.calls.filter(({ path }) => path === "/api/user/print-banner").map(({ body }) => body);
  expect(noted()).toEqual([{ isClosed: false }]);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
  expect(noted()).toEqual([{ isClosed: false }, { isClosed: true }]);
});

test("several items rotate, each for 4 seconds; a single one doesn't", async () => {
  const { unmount } = await show({
    birthdays: [birthday("Ife", 0), birthday("Nana", 1), birthday("Ada", 5)],
  });
  expect(screen.getByRole("list")).toHaveClass("banner-turning");
  expect(screen.getByRole("list").style.animationDuration).toBe("12s");
  expect(screen.getByRole("list").style.animationTimingFunction).toBe("steps(3)");
  unmount();
  await show({ birthdays: [birthday("Ife", 0)] });
  expect(screen.getByRole("list")).not.toHaveClass("banner-turning");
});

test("without news there is no banner", async () => {
  await show({});
  expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
});

test("the banner is hidden for the day, with a cookie for the server", async () => {
  await show({ birthdays: [birthday("Ife", 0)] });
  await userEvent.click(screen.getByRole("button", { name: "Hide until tomorrow" }));
  expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
  expect(document.cookie).toContain("bannerHidden=2026-11-21.family");
});

test.each([
  ["warning", "Storage Low"],
  ["critical", "Storage Full"],
] as const)("storage that is at %s says '%s' and leads to /billing", async (status, words) => {
  const { container } = await show({ storage: storage(status) });
  expect(screen.getByRole("complementary", { name: "Storage" })).toHaveTextContent(words);
  expect(screen.getByRole("link", { name: "See plans" })).toHaveAttribute("href", "/billing");
  expect((await axe(container)).violations).toEqual([]);
});

test("normal storage says nothing, not even about larger plans", async () => {
  await show({ storage: storage("normal") });
  expect(screen.queryByText(/More room|Storage/)).not.toBeInTheDocument();
});

test("storage is refreshed every 60 seconds", async () => {
  jest.useFakeTimers();
  try {
    api.on("GET /api/quota/notifications", { json: storage("warning") });
    await show({ storage: storage("normal") });
    await act(() => jest.advanceTimersByTimeAsync(59_000));
    expect(api.made("GET /api/quota")).toEqual([]);
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText("Storage Low")).toBeVisible();
    api.on("GET /api/quota/notifications", { json: storage("critical") });
    await act(() => jest.advanceTimersByTimeAsync(60_100));
    expect(screen.getByText("Storage Full")).toBeVisible();
    expect(api.made("GET /api/quota")).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
});
