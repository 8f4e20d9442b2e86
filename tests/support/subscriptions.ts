import { call } from "@/tests/support/call";
import type { FamilyPerson } from "@/tests/support/factories";
import { mustPostEvent, testStripe } from "@/tests/support/test-stripe";

export interface PlanChoice {
  tier: "family" | "premium";
  interval?: "month" | "year";
}

/** Requests the page for paying for a plan. @returns the checkout's id at the provider */
export async function openCheckout(owner: FamilyPerson, json: PlanChoice): Promise<string> {
  const { status, body } = await call("POST", "/api/billing/checkout", { cookie: owner.cookie, json });
  if (status !== 200) throw new Error(`No checkout: ${status} ${JSON.stringify(body)}`);
  return String(body.url).split("/").at(-1) ?? "";
}

/** Pays for a plan; its events are delivered. @returns the subscription's id */
export async function subscribe(owner: FamilyPerson, json: PlanChoice = { tier: "family" }): Promise<string> {
  const stripe = testStripe();
  const checkout = await openCheckout(owner, json);
  const before = stripe.deliver;
  stripe.deliver = mustPostEvent;
  try {
    return String((await stripe.store.pay(checkout)).subscription);
  } finally {
    stripe.deliver = before;
  }
}
