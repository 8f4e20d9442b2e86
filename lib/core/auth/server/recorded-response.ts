export interface FlowAnswer {
  redirect: string | null;
  /** Set-Cookie headers' values. */
  cookies: string[];
}

/** What next-auth expects of Next's older response object, and nothing else. */
export class RecordedResponse {
  readonly headers = new Map<string, unknown>();
  data: unknown;
  status() {
    return this;
  }
  getHeader(name: string) {
    return this.headers.get(name.toLowerCase());
  }
  setHeader(name: string, value: unknown) {
    this.headers.set(name.toLowerCase(), value);
    return this;
  }
  json(data: unknown) {
    this.data = data;
  }
  send(data: unknown) {
    this.data = data;
  }
  end() {}
  answer(): FlowAnswer {
    const { url } = (this.data ?? {}) as { url?: unknown };
    const location = typeof url === "string" ? url : this.headers.get("location");
    const cookies = (this.headers.get("set-cookie") ?? []) as string[];
    return {
      redirect: typeof location === "string" ? location : null,
      // The flow's own checks (state, PKCE, nonce); next-auth's other cookies are for pages we don't have.
      cookies: cookies.filter((cookie) => !/next-auth\.(callback-url|csrf-token|session-token)/.test(cookie)),
    };
  }
}
