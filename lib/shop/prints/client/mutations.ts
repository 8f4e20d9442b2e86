import { apiRequest } from "@/lib/http/api-client";
import { ApiError } from "@/lib/http/api-error";
import type { BasketItemDto, BasketItemUpdate, CheckoutInput, PrintOrderDto } from "@/lib/shop/prints/schema";

interface ItemAnswer {
  item: BasketItemDto;
}

/**
 * Puts a picture into the basket with the defaults of specification 9.6.
 * @param key the same for every attempt, so that a retry doesn't add another print
 */
export async function addToBasket(mediaId: string, key: string): Promise<BasketItemDto> {
  const print = { mediaId, size: "4x6", quantity: 1, finish: "Gloss" };
  const headers = { "Idempotency-Key": key };
  return (await apiRequest<ItemAnswer>("POST", "/api/basket/add", print, { headers })).item;
}

export async function setQuantity(itemId: string, quantity: number): Promise<BasketItemDto> {
  const change = { action: "update_quantity", itemId, quantity };
  return (await apiRequest<ItemAnswer>("POST", "/api/basket/add", change)).item;
}

/** Changes how a picture is printed. @throws ApiError 409 when the basket already has it like that */
export function updateBasketItem(itemId: string, change: BasketItemUpdate): Promise<BasketItemDto> {
  return apiRequest("PATCH", `/api/basket/items/${itemId}`, change);
}

/** If it is no longer in the basket, for example after an earlier attempt, that is fine. */
export async function removeFromBasket(itemId: string): Promise<void> {
  try {
    await apiRequest("DELETE", `/api/print/basket/${itemId}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

export async function clearBasket(): Promise<void> {
  await apiRequest("POST", "/api/basket/add", { action: "clear_basket" });
}

/** @param key the same for every attempt, so that a retry is the same order */
export async function checkOut(order: CheckoutInput, key: string): Promise<PrintOrderDto[]> {
  const headers = { "Idempotency-Key": key };
  const path = "/api/print/basket/checkout";
  return (await apiRequest<{ orders: PrintOrderDto[] }>("POST", path, order, { headers })).orders;
}

/** Whether the server rejected it for this reason (specification 7.7). */
export function isRefusedFor(error: unknown, reason: "quotaExceeded" | "addressRequired"): boolean {
  if (!(error instanceof ApiError) || typeof error.body !== "object" || error.body === null) return false;
  return (error.body as Record<string, unknown>)[reason] === true;
}
