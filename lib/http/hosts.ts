import { AppError } from "@/lib/http/errors";
import { hostnameOf, isLoopbackHost, isPrivateHost } from "@/lib/http/networks";
import { remembered } from "@/lib/platform/cache";

/** Requested by monitors on this machine, which know the port but not the public name. */
const probes = new Set(["/api/health", "/api/ready"]);

const maxRemembered = 1_000;

/**
 * Which Host headers the album answers. A page elsewhere can point its own name here (DNS rebinding) and then read
 * everything as if it were ours; only the Host header, which a page can't forge, reveals that. Ports don't matter:
 * proxies leave them out.
 */
export function createHostCheck(settings: { APP_URL?: string | undefined; ALLOWED_HOSTS: string[] }) {
  const { APP_URL, ALLOWED_HOSTS } = settings;
  const listed = new Set([...ALLOWED_HOSTS, ...(APP_URL ? [new URL(APP_URL).hostname] : [])]);
  const kindOf = remembered(maxRemembered, (host) => {
    const hostname = hostnameOf(host);
    if (hostname === null) return "foreign";
    if (listed.has(hostname)) return "own";
    if (!APP_URL) return isPrivateHost(hostname) ? "own" : "foreign";
    return isLoopbackHost(hostname) ? "loopback" : "foreign";
  });
  return (host: string | undefined, path: string): boolean => {
    const kind = kindOf(host ?? "");
    return kind === "own" || (kind === "loopback" && probes.has(path));
  };
}

/** Doesn't say which address would be right: a stranger trying one may not know the album's. */
export const wrongHost = () =>
  new AppError(
    "wrong_host",
    421,
    "There is no album at this address. If you run it, add the address to APP_URL or ALLOWED_HOSTS in its settings.",
  );
