import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { apiRequest } from "@/lib/http/api-client";
import { basketKey, printOrdersKey, quotaKey } from "@/lib/shop/prints/client/queries";
import { printOrderPollMs } from "@/lib/shop/prints/client/unviewed-orders-query";
import type {
  PackageLinkDto,
  PrintDiagnosticsDto,
  ProviderTestDto,
} from "@/lib/shop/prints/fulfilment-schema";
import type {
  AdminPrintOrderDto,
  PrintOrderDto,
  PrintOrderUpdate,
  PrintSettingsDto,
  PrintSettingsInput,
  ReorderAnswer,
  UndoAnswer,
} from "@/lib/shop/prints/schema";

export const familyPrintOrdersKey = ["/api/admin/print-orders"] as const;
export const printSettingsKey = (familyId: string) =>
  [`/api/print-payment-settings/${encodeURIComponent(familyId)}`] as const;

/** The person's own orders; fetched again whenever they come into view, as admins update them. */
export const printOrdersOptions = () =>
  queryOptions<PrintOrderDto[] | null>({ queryKey: printOrdersKey, staleTime: 5_000, refetchOnMount: true });

/** The orders of the family. New ones appear while an admin looks. */
export const familyPrintOrdersOptions = () =>
  queryOptions<AdminPrintOrderDto[] | null>({
    queryKey: familyPrintOrdersKey,
    staleTime: 5_000,
    refetchOnMount: true,
    refetchInterval: printOrderPollMs,
    refetchIntervalInBackground: false,
  });

export const printSettingsOptions = (familyId: string) =>
  queryOptions<PrintSettingsDto | null>({ queryKey: printSettingsKey(familyId) });

/** Repeating it changes nothing. @throws ApiError `too_late` once it is being made */
export function cancelPrintOrder(id: string): Promise<PrintOrderDto> {
  return apiRequest("POST", `/api/print-orders/${encodeURIComponent(id)}/cancel`);
}

/** The key is the order's own: however often it is pressed, it is undone once. @throws ApiError `too_late` */
export function undoPrintOrder(id: string): Promise<UndoAnswer> {
  return apiRequest("POST", `/api/print-orders/${encodeURIComponent(id)}/undo`, undefined, {
    headers: { "Idempotency-Key": `undo:${id}` },
  });
}

/** @param key the same for every attempt, so that nothing is added to the basket twice */
export function reorderPrints(id: string, key: string): Promise<ReorderAnswer> {
  return apiRequest("POST", `/api/print-orders/${encodeURIComponent(id)}/reorder`, undefined, {
    headers: { "Idempotency-Key": key },
  });
}

export function updatePrintOrder(id: string, change: PrintOrderUpdate): Promise<AdminPrintOrderDto> {
  return apiRequest("PATCH", `/api/admin/print-orders/${encodeURIComponent(id)}`, change);
}

/** Where the ZIP for the lab is; the browser downloads it. */
export const packagePath = (id: string) => `/api/admin/print-orders/${encodeURIComponent(id)}/package`;

export function createPackageLink(id: string): Promise<PackageLinkDto> {
  return apiRequest("POST", `/api/admin/print-orders/${encodeURIComponent(id)}/link`);
}

/** Shows a changed order in the family's list. */
export function replaceFamilyOrder(queryClient: QueryClient, changed: AdminPrintOrderDto): void {
  queryClient.setQueryData<AdminPrintOrderDto[]>(familyPrintOrdersKey, (orders) =>
    orders?.map((order) => (order.id === changed.id ? changed : order)),
  );
}

/** Repeating it changes nothing. @throws ApiError `too_late` or `print_provider_not_configured` */
export function sendPrintOrder(id: string, provider: string): Promise<AdminPrintOrderDto> {
  return apiRequest("POST", `/api/admin/print-orders/${encodeURIComponent(id)}/send`, { provider });
}

export const printDiagnosticsKey = ["/api/print-diagnostics"] as const;

/** Used to see what has just happened, so never cached. */
export const printDiagnosticsOptions = () =>
  queryOptions<PrintDiagnosticsDto | null>({
    queryKey: printDiagnosticsKey,
    staleTime: 5_000,
    refetchOnMount: true,
  });

export function testPrintProvider(name: string): Promise<ProviderTestDto> {
  return apiRequest("POST", `/api/print-providers/${encodeURIComponent(name)}/test`);
}

export function markPrintOrdersViewed(): Promise<unknown> {
  return apiRequest("POST", "/api/admin/print-orders/mark-viewed");
}

export function updatePrintSettings(familyId: string, input: PrintSettingsInput): Promise<PrintSettingsDto> {
  return apiRequest("PUT", printSettingsKey(familyId)[0], input);
}

/** Refetches what an order takes from or returns to: the basket and the month's free prints. */
export async function invalidatePrints(queryClient: QueryClient): Promise<void> {
  await Promise.all([basketKey, quotaKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
