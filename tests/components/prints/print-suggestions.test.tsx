import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { PrintSuggestions } from "@/components/shop/prints/print-suggestions";
import { removeToast } from "@/components/ui/toast";
import type { BasketItemDto } from "@/lib/shop/prints/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { mediaItems } from "@/tests/support/media-item";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

afterEach(() => act(() => removeToast()));

const inBasket = (mediaId: string): BasketItemDto => ({
  id: `print of ${mediaId}`,
  media_id: mediaId,
  file_name: "a.jpg",
  file_type: "image",
  size: "4x6",
  finish: "Gloss",
  quantity: 1,
  crop: null,
  width: 4000,
  height: 3000,
  editVersion: 0,
  description: "",
});

function renderSuggestions(count: number, { remaining = 5, basket = [] as BasketItemDto[] } = {}) {
  const quota = {
    remaining,
    monthlyQuota: 5,
    voucherPrints: 0,
    order: null,
    forfeited: 0,
    resetsOn: "2026-12-01",
  };
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/print/suggestions", { json: { items: mediaItems(count, { heartCount: 2 }) } })
    .on("GET /api/basket/items", { json: basket })
    .on("GET /api/user/quota", { json: quota })
    .on("POST /api/basket/add", ({ body }) => ({
      status: 201,
      json: { success: true, item: inBasket((body as { mediaId: string }).mediaId) },
    }))
    .install();
  return { api, ...renderPage(<PrintSuggestions />) };
}

const added = (api: FakeApi) =>
  api.calls
    .filter(({ method }) => method === "POST")
    .map(({ body }) => (body as { mediaId: string }).mediaId);

test("one press adds one suggestion, which then leaves the list", async () => {
  const { api, container } = renderSuggestions(3);
  expect(await screen.findByRole("region", { name: "Suggested for this month" })).toHaveTextContent(
    "You have 5 free prints left.",
  );
  expect((await axe(container)).violations).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Add to basket: Picture 2" }));
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Add to basket: Picture 2" })).not.toBeInTheDocument(),
  );
  expect(added(api)).toEqual(["item-2"]);
  expect(await screen.findByText("Added to your basket", { selector: "div" })).toBeInTheDocument();
});

test("Add all fills the basket, and then nothing more is suggested", async () => {
  const { api } = renderSuggestions(3);
  await userEvent.click(await screen.findByRole("button", { name: "Add all 3" }));
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Suggested for this month" })).not.toBeInTheDocument(),
  );
  expect(added(api)).toEqual(["item-1", "item-2", "item-3"]);
  expect(await screen.findByText("3 photos added to your basket", { selector: "div" })).toBeInTheDocument();
});

test("no more are suggested than prints are left, and none that are in the basket", async () => {
  renderSuggestions(4, { remaining: 2, basket: [inBasket("item-1")] });
  expect(await screen.findByRole("button", { name: "Add to basket: Picture 2" })).toBeVisible();
  expect(screen.getAllByRole("button")).toHaveLength(1);
});

test("a basket that filled up meanwhile stops it, with a message", async () => {
  const { api } = renderSuggestions(2);
  const refusal = {
    success: false,
    quotaExceeded: true,
    error: "Basket is full.",
    message: "Basket is full.",
  };
  api.on("POST /api/basket/add", { status: 422, json: refusal });
  await userEvent.click(await screen.findByRole("button", { name: "Add all 2" }));
  expect(await screen.findByText(/Basket is full/i, { selector: "div" })).toBeInTheDocument();
  expect(added(api)).toHaveLength(1);
});

test("without prints left or suggestions, nothing is shown", async () => {
  const { api, container } = renderSuggestions(0);
  await waitFor(() => expect(api.made("GET /api/user/quota")).toHaveLength(1));
  await waitFor(() => expect(container.querySelector("section")).toBeNull());
});
