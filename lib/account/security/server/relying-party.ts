import { env } from "@/lib/env";
import { visitedUrl } from "@/lib/http/app-url";

/** The site that a passkey is made for: it works at this host and nowhere else. */
export interface RelyingParty {
  id: string;
  name: string;
  origin: string;
}

/** APP_URL's host, else the host that the visitor uses (decision 9). */
export function getRelyingParty(request: Request): RelyingParty {
  const { hostname, origin } = new URL(visitedUrl(request));
  return { id: hostname, name: env.APP_NAME, origin };
}
