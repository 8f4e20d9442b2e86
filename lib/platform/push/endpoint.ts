import { env } from "@/lib/env";

/** The push services of browser vendors: Chrome and Edge, older Chrome, Firefox. */
const knownHosts = new Set([
  "fcm.googleapis.com",
  "android.googleapis.com",
  "updates.push.services.mozilla.com",
]);
/** Safari's and Windows' services have many names. */
const knownDomains = [".push.apple.com", ".notify.windows.com"];

const maxEndpointLength = 2_000;

function isKnownHost(host: string): boolean {
  if (knownHosts.has(host)) return true;
  return knownDomains.some((domain) => host.endsWith(domain) && host.length > domain.length);
}

/**
 * Where a push may go. The address comes from the subscriber, and our server calls it: so only https, on 443, to push
 * services known by name, and nothing in it that two parsers could read differently.
 * @returns the address; null for any other
 */
export function pushAddress(endpoint: string): URL | null {
  if (endpoint.length > maxEndpointLength || !URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  // Browsers provide addresses in the form that URL writes; any other form is a trick.
  if (url.href !== endpoint) return null;
  if (url.protocol !== "https:" || url.username || url.password || endpoint.includes("#")) return null;
  if (env.PUSH_ALLOWED_HOSTS.includes(url.host)) return url;
  return url.port === "" && isKnownHost(url.hostname) ? url : null;
}
