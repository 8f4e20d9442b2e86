"use client";

import { Download } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { usePreferences } from "@/components/ui/preferences";
import { amountText } from "@/lib/shared/currency";
import { formatDay } from "@/lib/shared/day-text";
import type { InvoiceDto } from "@/lib/shop/billing/schema";

const statusLabels: Record<InvoiceDto["status"], string> = {
  paid: "Paid",
  open: "To be paid",
  void: "Cancelled",
  uncollectible: "Not paid",
};

/** Payments so far, with the provider's own invoices. @param invoices null if the provider can't be reached */
export function InvoiceList({ invoices }: { invoices: readonly InvoiceDto[] | null }) {
  if (invoices?.length === 0) return null;
  return (
    <Card aria-labelledby="invoices" className="mt-5">
      <CardHeader id="invoices" title="Invoices" />
      {invoices === null ? (
        <p className="text-ink-soft">
          The invoices can't be loaded right now. Nothing is lost; please try again later.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {invoices.map((invoice) => (
            <InvoiceLine key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function InvoiceLine({ invoice }: { invoice: InvoiceDto }) {
  const { locale } = usePreferences();
  const day = formatDay(new Date(invoice.createdAt), "UTC", locale);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-44">
        <span className="block font-semibold">{day}</span>
        {invoice.number && <span className="text-step--1 text-ink-soft">{invoice.number}</span>}
      </span>
      <span className="flex items-center gap-3">
        <span className="font-semibold">{amountText(invoice.amount, invoice.currency, locale)}</span>
        <Badge tone={invoice.status === "paid" ? "leaf" : "honey"}>{statusLabels[invoice.status]}</Badge>
      </span>
      {(invoice.pdfUrl ?? invoice.pageUrl) && (
        <a
          href={invoice.pdfUrl ?? invoice.pageUrl ?? ""}
          target="_blank"
          rel="noreferrer"
          aria-label={`Invoice of ${day}`}
          className={buttonClasses({ variant: "ghost", size: "small" })}
        >
          <Download aria-hidden="true" />
          Invoice
        </a>
      )}
    </li>
  );
}
