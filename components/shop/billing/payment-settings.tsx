import { PaymentTest } from "@/components/shop/billing/payment-test";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import type { PaymentSettingsDto } from "@/lib/shop/billing/schema";

/** Explains a failed event's code, and what to do. */
const errorTexts: Record<string, string> = {
  bad_signature: "The signature didn't match. Does STRIPE_WEBHOOK_SECRET belong to this address?",
  payments_unavailable: "Stripe could not be reached. It will send the event again automatically.",
  billing_misconfigured: "Stripe rejected the key. Is STRIPE_SECRET_KEY correct?",
  database_unavailable: "The database was unavailable. Stripe will send the event again automatically.",
};

const formatTime = (iso: string) =>
  `${new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(new Date(iso))} UTC`;

/** /admin/stripe-settings: the configuration, but never a key. */
export function PaymentSettings({ settings }: { settings: PaymentSettingsDto }) {
  const { isConfigured, hasSecretKey, hasWebhookSecret, mode, webhookUrl, lastEvent, errors } = settings;
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
      <Card aria-labelledby="payment-setup">
        <CardHeader
          id="payment-setup"
          title="Set-up"
          action={
            <Badge tone={isConfigured ? "leaf" : "honey"}>{isConfigured ? "Ready" : "Not configured"}</Badge>
          }
        />
        {!isConfigured && (
          <p className="mb-4 rounded-2xl bg-honey-soft px-4 py-3">
            Card payments aren't set up on this server, and every page says so. To turn them on, the person
            who runs it sets STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET and restarts it.
          </p>
        )}
        <dl className="grid gap-3">
          <Fact name="Secret key">
            {hasSecretKey ? `Set, ${mode ?? "unknown"} mode` : "Not set"}
            {mode === "test" && " (no money moves)"}
          </Fact>
          <Fact name="Webhook secret">{hasWebhookSecret ? "Set" : "Not set"}</Fact>
          <Fact name="Webhook address, to enter at Stripe">
            <code className="break-all">{webhookUrl}</code>
          </Fact>
        </dl>
        {isConfigured && <PaymentTest />}
      </Card>
      <Card aria-labelledby="payment-events">
        <CardHeader id="payment-events" title="What Stripe reported about your family" />
        <dl className="grid gap-3">
          <Fact name="Last event">
            {lastEvent ? `${lastEvent.name}, ${formatTime(lastEvent.receivedAt)}` : "None yet"}
          </Fact>
        </dl>
        <h3 className="mt-5 mb-2 font-semibold">Events that could not be used</h3>
        {errors.length === 0 ? (
          <p className="text-ink-soft">None. All good.</p>
        ) : (
          <ul className="grid gap-3">
            {errors.map(({ name, code, at }) => (
              <li key={`${name} ${at}`} className="rounded-2xl bg-sunk px-4 py-3">
                <p className="font-semibold wrap-anywhere">
                  {name === "signature" ? "Unknown sender" : name}
                </p>
                <p className="text-step--1 text-ink-soft">{formatTime(at)}</p>
                <p className="mt-1">
                  {errorTexts[code] ?? `It failed on this server (${code}). Stripe will send it again.`}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-step--1 text-ink-soft">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
