import { parseKeyList } from "@/lib/core/auth/server/key-list";
import { env } from "@/lib/env";
import { isLoopbackHost } from "@/lib/http/networks";
import { ok, type SystemCheck, warn, wrong } from "@/lib/operations/system/server/checks/check";

const oldestNode = 22;
/** A random text of 32 characters has far more different ones. */
const minDistinctCharacters = 10;
const shortPassword = 12;

export function checkNode(version = process.versions.node): SystemCheck {
  if (Number.parseInt(version, 10) >= oldestNode) return ok("node", `Node ${version}.`);
  return wrong("node", `Node ${version} is too old.`, `Use Node ${oldestNode} or newer.`);
}

export function checkAddress(appUrl = env.APP_URL, proxies = env.TRUST_PROXY): SystemCheck {
  if (proxies.some((network) => network.endsWith("/0"))) {
    return wrong(
      "address",
      "TRUST_PROXY trusts every address: any visitor can claim to be another.",
      "List only the addresses of your proxies.",
    );
  }
  if (!appUrl) {
    return warn(
      "address",
      "APP_URL is not set: links use the address of each request, and only private addresses, .local names and ALLOWED_HOSTS are answered.",
      "Set it to the public address, such as https://album.example.org.",
    );
  }
  const { protocol, hostname, pathname } = new URL(appUrl);
  if (!/^https?:$/.test(protocol)) {
    return wrong(
      "address",
      `APP_URL starts with ${protocol}`,
      "Start it with https:// (or http:// at home).",
    );
  }
  if (pathname !== "/") {
    return wrong(
      "address",
      `APP_URL ends with the path ${pathname}.`,
      "Give the album its own host name, without a path.",
    );
  }
  if (protocol === "http:" && !isLoopbackHost(hostname)) {
    return warn(
      "address",
      "APP_URL is not https: passwords and photos are sent unencrypted, and passkeys and notifications don't work.",
      "Put a proxy with a certificate in front, and set APP_URL to its https address.",
    );
  }
  if (protocol === "https:" && proxies.length === 0) {
    return warn(
      "address",
      "APP_URL is https, but TRUST_PROXY is off.",
      "Set TRUST_PROXY=on behind a proxy that sets X-Forwarded-For and X-Forwarded-Proto.",
    );
  }
  return ok("address", `The album's address is ${appUrl}.`);
}

export function checkSecrets(
  secret = env.AUTH_SECRET,
  password = env.SUPER_ADMIN_PASSWORD,
  areLimitsOn = env.RATE_LIMITS,
): SystemCheck {
  const isGuessable = (one: string) =>
    new Set(one).size < minDistinctCharacters || /secret|password|change.?me|example/i.test(one);
  if (parseKeyList(secret).some((key) => isGuessable(key.secret))) {
    const advice = "Set it to the output of: openssl rand -hex 32. Everyone has to sign in again afterwards.";
    return wrong("secrets", "AUTH_SECRET can be guessed, and with it every session.", advice);
  }
  if (!areLimitsOn) {
    return wrong(
      "secrets",
      "RATE_LIMITS is off: passwords can be guessed at full speed.",
      "Remove RATE_LIMITS=off.",
    );
  }
  if (password && password.length < shortPassword) {
    const advice = `Choose one of ${shortPassword} characters or more, and change it on the super admin's page.`;
    return warn("secrets", "SUPER_ADMIN_PASSWORD is short.", advice);
  }
  return ok("secrets", "The secrets are long enough.");
}

export function checkPush(): SystemCheck {
  if (env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY) return ok("push", "Push notifications have their keys.");
  return warn(
    "push",
    "No push keys are set.",
    "npm start creates them; if you start the server another way, set VAPID_*.",
  );
}
