"use client";

import { CircleCheck, CircleX } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { FormAlert } from "@/components/ui/form-alert";
import { testPrintProvider } from "@/lib/shop/prints/client/order-queries";
import type { PrintProviderDto, ProviderTestDto } from "@/lib/shop/prints/fulfilment-schema";

const stepTexts: Record<string, string> = {
  "professional-print-lab":
    "Makes a package from a plain-coloured image, measures its prints and deletes it.",
  prodigi: "Asks for the price of each paper. Nothing is ordered, and nothing is paid.",
};

/** A dry run of each lab. */
export function ProviderTestView({ providers }: { providers: readonly PrintProviderDto[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
      {providers.map((provider) => (
        <ProviderTestCard key={provider.name} provider={provider} />
      ))}
      <p className="text-ink-soft lg:col-span-2">
        Recent calls to the labs are listed under{" "}
        <Link href="/print-diagnostics" className="text-link">
          Print diagnostics
        </Link>
        .
      </p>
    </div>
  );
}

function ProviderTestCard({ provider }: { provider: PrintProviderDto }) {
  const [result, setResult] = useState<ProviderTestDto | null>(null);
  const { name, label, isConfigured, setup } = provider;
  const heading = `lab-${name}`;

  const { run, isBusy, error } = useAction(
    async () => {
      setResult(null);
      setResult(await testPrintProvider(name));
    },
    { fallback: "The test could not be run. Please try again." },
  );

  return (
    <Card aria-labelledby={heading}>
      <CardHeader id={heading} title={label} />
      <p className="text-ink-soft">{isConfigured ? stepTexts[name] : setup}</p>
      {isConfigured && (
        <Button className="mt-4 max-sm:w-full" isBusy={isBusy} onClick={() => void run()}>
          {isBusy ? "Testing..." : "Run the test"}
          <span className="sr-only"> of {label}</span>
        </Button>
      )}
      <div role="status" className="mt-4 empty:hidden">
        <FormAlert message={error} />
        {result && <TestResult result={result} />}
      </div>
    </Card>
  );
}

function TestResult({ result: { isOk, durationMs, checks } }: { result: ProviderTestDto }) {
  return (
    <>
      <p className="font-semibold">
        {isOk ? "Everything works" : "Something is wrong"}, after {(durationMs / 1000).toFixed(1)} s.
      </p>
      <ul className="mt-2 grid gap-2">
        {checks.map(({ label, isOk: isFine, detail }) => (
          <li key={label} className="flex gap-2.5">
            {isFine ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-leaf" />
            ) : (
              <CircleX aria-hidden="true" className="mt-0.5 size-5 flex-none text-accent-strong" />
            )}
            <span className="min-w-0 wrap-anywhere">
              {label}: <span className="sr-only">{isFine ? "fine, " : "wrong, "}</span>
              <span className="text-ink-soft">{detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
