import type { IncomingMessage, ServerResponse } from "node:http";
import { StripeRefusal, type StripeStore } from "./stripe-store.ts";

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><body style="font:18px system-ui;margin:2rem"><h1>${title}</h1>${body}</body></html>`;

const button = (action: string, label: string) =>
  `<form method="post"><button name="action" value="${action}" style="font:inherit;padding:12px">${label}</button></form>`;

const money = (amount: unknown, currency: unknown) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency: String(currency) }).format(
    Number(amount) / 100,
  );

/** What the payer's browser shows: the payment page, the portal, an invoice. */
export async function answerStripePage(
  store: StripeStore,
  request: IncomingMessage,
  response: ServerResponse,
  readBody: () => Promise<string>,
): Promise<void> {
  const [, kind, id = ""] = new URL(request.url ?? "", "http://stripe.test").pathname.split("/");
  const isPost = request.method === "POST";
  const action = isPost ? new URLSearchParams(await readBody()).get("action") : null;
  const show = (html: string) => response.writeHead(200, { "Content-Type": "text/html" }).end(html);
  const goTo = (url: unknown) => response.writeHead(303, { Location: String(url) }).end();
  try {
    if (kind === "pay") await payPage(store, id, action, show, goTo);
    else if (kind === "portal") await portalPage(store, id, action, show, goTo);
    else if (kind === "invoice") show(page(`Invoice ${store.get(id, "invoice").number}`, ""));
    else if (kind === "") show(page("Test payments", ""));
    else response.writeHead(404).end();
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    response.writeHead(error.status, { "Content-Type": "text/html" }).end(page("Not here", error.message));
  }
}

type Show = (html: string) => unknown;
type GoTo = (url: unknown) => unknown;

async function payPage(store: StripeStore, id: string, action: string | null, show: Show, goTo: GoTo) {
  const session = store.get(id, "checkout.session");
  if (action === "pay") {
    await store.pay(id);
    return goTo(String(session.success_url).replace("{CHECKOUT_SESSION_ID}", id));
  }
  if (action === "back") return goTo(session.cancel_url);
  const label = `Pay ${money(session.amount_total, session.currency)}`;
  return show(page("Test payments", `${button("pay", label)}${button("back", "Back to the shop")}`));
}

async function portalPage(store: StripeStore, id: string, action: string | null, show: Show, goTo: GoTo) {
  const session = store.get(id, "billing_portal.session");
  const flow = session.flow_data as Record<string, Record<string, unknown>> | undefined;
  const update = flow?.subscription_update_confirm;
  const cancel = flow?.subscription_cancel;
  if (action === "change" && update) {
    const [item] = Object.values((update.items ?? {}) as Record<string, { price: string }>);
    await store.changePlan(String(update.subscription), item?.price ?? "");
  }
  if (action === "cancel" && cancel) await store.cancelAtPeriodEnd(String(cancel.subscription));
  if (action) return goTo(session.return_url);
  const choices = [
    update ? button("change", "Confirm the new plan") : "",
    cancel ? button("cancel", "Cancel plan") : "",
    button("back", "Back to the shop"),
  ];
  return show(page("Test billing portal", choices.join("")));
}
