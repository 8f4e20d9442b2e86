import { once } from "node:events";
import { createServer } from "node:http";
import Provider from "oidc-provider";
import { freePort } from "../../ops/lib/free-port.mjs";

/** What the provider says about someone who signed in under that name. */
export interface ProviderPerson {
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
}

export interface RunningProvider {
  issuer: string;
  /** Non-default people: by default `name` has the confirmed address name@provider.example. */
  people: Map<string, ProviderPerson>;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

export const clientId = "album";
export const clientSecret = "album-secret";

function providerAt(issuer: string, redirectUris: string[], people: Map<string, ProviderPerson>): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["preferred_username"] },
    pkce: { required: () => true },
    cookies: { keys: ["only for tests"] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        ...(people.get(id) ?? { email: `${id}@provider.example`, email_verified: true }),
      }),
    }),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    features: { devInteractions: { enabled: true } },
  });
}

/** A real OpenID Provider on the loopback; typing a name into its sign-in page signs that person in. */
export async function startIdentityProvider(
  redirectUris: string[],
  wanted?: number,
): Promise<RunningProvider> {
  const people = new Map<string, ProviderPerson>();
  let handle: ReturnType<Provider["callback"]> | undefined;
  const port = wanted ?? (await freePort());
  const listen = async () => {
    const one = createServer((request, response) => void handle?.(request, response));
    await once(one.listen(port, "127.0.0.1"), "listening");
    return one;
  };
  let server = await listen();
  const issuer = `http://localhost:${port}`;
  // It warns at length that its keys and memory aren't persistent.
  const { warn } = console;
  console.warn = () => {};
  handle = providerAt(issuer, redirectUris, people).callback();
  console.warn = warn;
  return {
    issuer,
    people,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    start: async () => {
      server = await listen();
    },
  };
}

/** A browser at the provider: keeps its cookies and follows redirects until it is sent to another host. */
export async function visitProvider(
  address: string,
  issuer: string,
  name: string | "cancel",
): Promise<string> {
  const jar = new Map<string, string>();
  async function go(url: string, form?: Record<string, string>): Promise<string> {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { Cookie: [...jar].map(([key, value]) => `${key}=${value}`).join("; ") },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [key = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      if (value) jar.set(key, value);
      else jar.delete(key);
    }
    const location = response.headers.get("location");
    if (location) {
      const next = new URL(location, url);
      return next.href.startsWith(issuer) ? go(next.href) : next.href;
    }
    const page = await response.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    const abort = /<a href="([^"]+\/abort)"/.exec(page)?.[1];
    if (name === "cancel" && abort) return go(new URL(abort, url).href);
    if (!action) throw new Error(`The provider answered ${response.status}: ${page.slice(0, 300)}`);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? "login";
    const login: Record<string, string> = prompt === "login" ? { login: name, password: "any" } : {};
    return go(new URL(action, url).href, { prompt, ...login });
  }
  return go(address);
}
