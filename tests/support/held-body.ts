import { type Answer, call } from "@/tests/support/call";

/** Sends a call whose body is held back until `meanwhile` is done: by then, its session has been looked up. */
export function callWhile(
  meanwhile: () => Promise<unknown>,
  path: string,
  { cookie, json }: { cookie: string; json: object },
): Promise<Answer> {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await meanwhile();
        controller.enqueue(new TextEncoder().encode(JSON.stringify(json)));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return call("POST", path, { cookie, body, type: "application/json" });
}
