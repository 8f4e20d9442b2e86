"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { OrderCard } from "@/components/shop/prints/order-card";
import { OrdersFailed } from "@/components/shop/prints/orders-failed";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { printOrdersOptions } from "@/lib/shop/prints/client/order-queries";

/** /print-orders: the person's orders, latest first. */
export function PrintOrdersView() {
  const { data: orders, isPending, isFetching, refetch } = useQuery(printOrdersOptions());
  if (isPending) return <Skeleton className="h-64" />;
  if (!orders) return <OrdersFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  if (orders.length === 0) {
    return (
      <EmptyState
        title="No prints ordered yet"
        action={
          <Link href="/recent-uploads" className={buttonClasses()}>
            Choose photos in the album
          </Link>
        }
      >
        Put the photos you love in the basket and order them. You can follow each order here.
      </EmptyState>
    );
  }
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-start">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}
