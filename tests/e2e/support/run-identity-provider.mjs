// The OpenID Provider of the end-to-end tests; playwright.config.ts starts and stops it.
import { startIdentityProvider } from "../../support/identity-provider.ts";

const { E2E_PORT, E2E_ISSUER_PORT } = process.env;
const callback = `http://localhost:${E2E_PORT}/api/auth/callback/oidc`;
const provider = await startIdentityProvider([callback], Number(E2E_ISSUER_PORT));
process.on("SIGTERM", async () => {
  await provider.stop();
  process.exit();
});
