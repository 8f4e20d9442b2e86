import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { GiftShopView } from "@/components/shop/gifts/gift-shop-view";
import type { GiftOrderDto, GiftShopDto } from "@/lib/shop/gifts/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItemDto as mediaItem } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const giftOrder = (change: Partial<GiftOrderDto> = {}): GiftOrderDto => ({
  id: "order-1",
  number: 7,
  status: "placed",
  product: "mug",
  size: "330ml",
  quantity: 1,
  total: 1300,
  fromBalance: 0,
  bookPages: null,
  currency: "GBP",
  giftEmail: null,
  shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA",
  trackingUrl: null,
  orderedAt: "2026-11-05T12:00:00.000Z",
  paidAt: "2026-11-05T12:00:00.000Z",
  checkoutUrl: null,
  code: null,
  pictures: [{ mediaId: "media-1", fileName: "beach.jpg", crop: null }],
  ...change,
});

const customer = userDto({
  addressFullName: "Ada Okafor",
  addressLine1: "1 Garden Lane",
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
});

function renderShop(
  options: {
    shop?: Partial<GiftShopDto>;
    orders?: GiftOrderDto[];
    returned?: { orderId: string; cameFrom: "paid" | "unpaid" };
  } = {},
) {
  const picture = mediaItem({ id: "media-1", description: "On the beach", width: 4000, height: 3000 });
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: customer })
    .on("GET /api/gift-shop/products", {
      json: { products: [], isPaymentConfigured: true, balance: 0, ...options.shop },
    })
    .on("GET /api/gift-shop/orders", { json: options.orders ?? [] })
    .on("GET /api/media", {
      json: {
        items: [picture, mediaItem({ id: "small", description: "Tiny", width: 200, height: 150 })],
        pagination: { total: 2, limit: 60, offset: 0, hasMore: false },
        nextCursor: null,
      },
    })
    .install();
  const view = renderPage(
    <GiftShopView
      samples={[]}
      money={{ currency: "GBP", locale: "en-GB" }}
      returned={options.returned ?? null}
    />,
    { address: "/gift-shop", user: customer },
  );
  return { ...view, api };
}

const chooseMug = async (name: string) => {
  await userEvent.click(await screen.findByRole("button", { name: "Mug" }));
  await userEvent.click(await screen.findByRole("button", { name: "Choose a photo" }));
  await userEvent.click(await screen.findByRole("button", { name }));
};

test("the shop shows its products and their lowest prices", async () => {
  const { container } = renderShop();
  for (const name of ["Framed print", "Canvas", "Mug", "Photo book", "Gift card"]) {
    expect(await screen.findByRole("button", { name })).toBeVisible();
  }
  expect(screen.getByText("From £13.00")).toBeVisible();
  expect((await axe(container)).violations).toEqual([]);
});

test("a mug with a picture of the album is ordered from a balance", async () => {
  const { api, container } = renderShop({ shop: { balance: 2000 } });
  api.on("POST /api/gift-shop/orders", { status: 201, json: giftOrder({ fromBalance: 1300 }) });
  await chooseMug("On the beach");
  const review = await screen.findByRole("region", { name: "Your order" });
  expect(review).toHaveTextContent("From your balance of £20−£13.00");
  expect(review).toHaveTextContent("To pay£0.00");
  expect((await axe(container)).violations).toEqual([]);
  await userEvent.click(within(review).getByRole("button", { name: "Order with your balance" }));
  await waitFor(() => expect(api.made("POST")).toEqual(["POST /api/gift-shop/orders"]));
  expect(api.calls.find(({ method }) => method === "POST")?.body).toMatchObject({
    product: "mug",
    size: "330ml",
    quantity: 1,
    pictures: [{ mediaId: "media-1", crop: null }],
    shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA",
  });
  expect(await screen.findByRole("heading", { name: "Gift shop" })).toBeVisible();
});

test("a picture with too few pixels gets a warning", async () => {
  renderShop();
  await chooseMug("Tiny");
  expect(await screen.findByText(/Low resolution: this photo may look blurry/)).toBeVisible();
});

test("a photo book needs its twenty pictures", async () => {
  renderShop();
  await userEvent.click(await screen.findByRole("button", { name: "Photo book" }));
  await userEvent.click(await screen.findByRole("button", { name: "Choose photos" }));
  await userEvent.click(await screen.findByRole("button", { name: "On the beach" }));
  await userEvent.click(screen.getByRole("button", { name: "Tiny" }));
  expect(screen.getByRole("button", { name: "Tiny, number 2" })).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(screen.getByRole("button", { name: "Use these" }));
  expect(await screen.findByText("2 chosen (choose 20 to 40)")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Move page 2 forward" }));
  expect(screen.getAllByRole("img").map((image) => image.getAttribute("alt"))).toEqual([
    "Tiny",
    "On the beach",
  ]);
  expect(screen.getByRole("button", { name: /^Pay/ })).toBeDisabled();
});

test("without card payments an admin sees what to set up, and only a balance can pay", async () => {
  renderShop({ shop: { isPaymentConfigured: false } });
  expect(await screen.findByText("STRIPE_SECRET_KEY")).toBeVisible();
  expect(screen.getByRole("link", { name: "Card payments" })).toHaveAttribute(
    "href",
    "/admin/stripe-settings",
  );
  await chooseMug("On the beach");
  const review = await screen.findByRole("region", { name: "Your order" });
  expect(review).toHaveTextContent("You can only order what your balance covers");
  expect(within(review).getByRole("button", { name: /^Pay/ })).toBeDisabled();
});

test("someone returning from payment sees its result, and a gift card's code", async () => {
  renderShop({
    orders: [
      giftOrder({
        product: "gift-card",
        size: "25",
        status: "delivered",
        total: 2500,
        code: "ABCD-2345-WXYZ",
        pictures: [],
      }),
    ],
    returned: { orderId: "order-1", cameFrom: "paid" },
  });
  expect(await screen.findByText(/Gift order 7 is paid/)).toBeVisible();
  expect(await screen.findByRole("region", { name: "Gift order 7" })).toHaveTextContent("ABCD-2345-WXYZ");
});

test("an unpaid order can be paid or cancelled", async () => {
  const { api } = renderShop({
    orders: [giftOrder({ status: "awaiting_payment", checkoutUrl: "https://pay.example/1", paidAt: null })],
    returned: { orderId: "order-1", cameFrom: "unpaid" },
  });
  expect(await screen.findByText(/Nothing was charged/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Pay £13" })).toHaveAttribute("href", "https://pay.example/1");
  api.on("POST /api/gift-shop/orders/order-1/cancel", { json: giftOrder({ status: "cancelled" }) });
  await userEvent.click(screen.getByRole("button", { name: "Cancel order 7" }));
  await waitFor(() => expect(api.made("POST")).toEqual(["POST /api/gift-shop/orders/order-1/cancel"]));
});

test.each([
  ["unpaid", null, "It wasn't paid for, so it won't be made."],
  ["paid", "2026-11-05T12:00:00.000Z", "It was cancelled. We'll refund everything you paid."],
])("a cancelled order says what happens to it: %s", async (_, paidAt, text) => {
  renderShop({ orders: [giftOrder({ status: "cancelled", paidAt })] });
  expect(await screen.findByRole("region", { name: "Gift order 7" })).toHaveTextContent(text);
});
