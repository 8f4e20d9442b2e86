// The payment provider of the end-to-end tests; playwright.config.ts starts and stops it. It posts its events to the
// album, as Stripe does. The tests can also trigger what only time brings: the end of a subscription.
import { createServer } from "node:http";
import { startStripeServer } from "../../support/stripe-server.ts";

const { E2E_PORT, E2E_STRIPE_PORT, E2E_STRIPE_DESK_PORT } = process.env;
const stripe = await startStripeServer(Number(E2E_STRIPE_PORT));
stripe.deliver = async ({ type, body, signature }) => {
  const answer = await fetch(`http://localhost:${E2E_PORT}/api/stripe/webhook`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Stripe-Signature": signature },
    body,
  });
  if (!answer.ok) console.error(`${type} was answered ${answer.status}: ${await answer.text()}`);
};

const desk = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const email = searchParams.get("email");
  if (pathname === "/end" || pathname === "/fail") {
    const customers = stripe.store.all("customer").filter((customer) => customer.email === email);
    const theirs = stripe.store
      .all("subscription")
      .find(({ customer, status }) => status !== "canceled" && customers.some(({ id }) => id === customer));
    if (theirs && pathname === "/end") await stripe.store.end(theirs.id);
    else if (theirs) await stripe.store.failPayment(theirs.id);
    response.writeHead(theirs ? 200 : 404);
  }
  response.end("{}");
}).listen(Number(E2E_STRIPE_DESK_PORT), "127.0.0.1");

process.on("SIGTERM", async () => {
  desk.closeAllConnections();
  desk.close();
  await stripe.stop();
  process.exit();
});
