export interface FakeCall {
  path: string;
  init: RequestInit;
  headers: Record<string, string>;
  /** The parsed JSON body; undefined without one. */
  body: unknown;
}

export type FakeAnswer = { status?: number; statusText?: string; json?: unknown; text?: string } | Error;

/**
 * Replaces the browser's fetch with one that gives these answers in turn, repeating the last one.
 * @returns the calls it got
 */
export function fakeFetch(...answers: FakeAnswer[]): FakeCall[] {
  const calls: FakeCall[] = [];
  const fetchOnce = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)] ?? {};
    calls.push({
      path: String(input),
      init,
      headers: { ...(init.headers as Record<string, string>) },
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    });
    if (answer instanceof Error) throw answer;
    return answerOf(answer);
  };
  globalThis.fetch = fetchOnce as typeof fetch;
  return calls;
}

// jsdom has no Response; this has the parts our client reads.
function answerOf({ status = 200, statusText = "", json, text }: Exclude<FakeAnswer, Error>): Response {
  const body = text ?? (json === undefined ? "" : JSON.stringify(json));
  const type = json === undefined ? "text/plain" : "application/json";
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    headers: { get: (name: string) => (name.toLowerCase() === "content-type" ? type : null) },
    text: async () => body,
    json: async () => JSON.parse(body),
  } as unknown as Response;
}
