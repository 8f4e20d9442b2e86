"use client";

import { useQuery } from "@tanstack/react-query";
import { OrderFulfilment } from "@/components/shop/prints/order-fulfilment";
import { OrderPictures } from "@/components/shop/prints/order-pictures";
import { OrderStepSelect } from "@/components/shop/prints/order-step-select";
import { OrdersFailed } from "@/components/shop/prints/orders-failed";
import { useOrdersViewed } from "@/components/shop/prints/use-orders-viewed";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { counted } from "@/lib/shared/counted";
import { familyPrintOrdersOptions } from "@/lib/shop/prints/client/order-queries";
import type { AdminPrintOrderDto } from "@/lib/shop/prints/schema";

const titles = ["Order", "Prints", "Delivery address", "Status"];

/**
 * The family's print orders as a table; on phones each row is a card with labelled cells.
 * @param canSend whether an external lab is set up
 */
export function FamilyOrdersTable({ canSend = false }: { canSend?: boolean }) {
  const { data: orders, isPending, isFetching, refetch } = useQuery(familyPrintOrdersOptions());
  const newIds = useOrdersViewed(orders);
  if (isPending) return <Skeleton className="h-64" />;
  if (!orders) return <OrdersFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  if (orders.length === 0) {
    return (
      <EmptyState drawing="tray" title="No orders yet">
        When someone in the family orders prints, the order appears here.
      </EmptyState>
    );
  }
  return (
    <div className="card overflow-hidden p-0">
      <table className="w-full text-left max-md:block">
        <caption className="sr-only">The print orders of this family</caption>
        <thead className="border-b border-line text-step--1 text-ink-soft max-md:sr-only">
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col" className="px-4 py-3 font-semibold first:pl-5 last:pr-5">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-md:block">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} isNew={newIds.has(order.id)} canSend={canSend} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cell = "px-4 py-4 align-top max-md:p-0";

interface OrderRowProps {
  order: AdminPrintOrderDto;
  isNew: boolean;
  canSend: boolean;
}

function OrderRow({ order, isNew, canSend }: OrderRowProps) {
  const { number, orderedBy, placedAt, printCount, items, shippingAddress, courtesyName } = order;
  return (
    <tr className="max-md:grid max-md:grid-cols-[minmax(0,1fr)] max-md:gap-3.5 max-md:p-4">
      <th scope="row" className={`${cell} font-normal md:pl-5`}>
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          Order {number}
          {isNew && <Badge tone="accent">New</Badge>}
        </span>
        <span className="block wrap-anywhere">{orderedBy?.displayName ?? "Someone who left"}</span>
        <span className="block text-step--1 text-ink-soft">
          <RelativeTime iso={placedAt} />
        </span>
      </th>
      <td className={`${cell} md:w-[34%]`}>
        <p className="mb-2">{counted(printCount, "print")}</p>
        <OrderPictures items={items} shownAtFirst={5} isSmall />
        <OrderFulfilment order={order} canSend={canSend} />
      </td>
      <td className={`${cell} md:max-w-[26ch]`}>
        <span aria-hidden="true" className="block text-step--1 text-ink-soft md:hidden">
          Delivery address
        </span>
        <span className="block wrap-anywhere">{shippingAddress}</span>
        {courtesyName && (
          <span className="mt-1 block text-step--1 text-ink-soft wrap-anywhere">
            The packing slip says it's from {courtesyName}.
          </span>
        )}
      </td>
      <td className={`${cell} md:w-66 md:pr-5`}>
        <OrderStepSelect order={order} />
      </td>
    </tr>
  );
}
