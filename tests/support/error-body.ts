import type { Answer } from "@/tests/support/call";

/** The error body of every refusal: a message, the same message, a stable code, and the field if one is at fault. */
export function expectErrorBody({ status, headers, body }: Answer<unknown>): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(headers.get("content-type")).toContain("application/json");
  expect(headers.get("cache-control")).toBe("private, no-store");
  const { error, message, code, field } = body as Record<string, unknown>;
  expect(message).toEqual(expect.stringMatching(/^[^\n]{5,300}$/));
  expect(code).toEqual(expect.stringMatching(/^[a-z][a-z0-9_]{2,40}$/));
  expect(error).toBe(code === "duplicate_file" ? "duplicate_file" : message);
  if (field !== undefined) expect(field).toEqual(expect.stringMatching(/^[\w.-]{1,60}$/));
  // No internals: no SQL, module names or stack traces.
  expect(JSON.stringify(body)).not.toMatch(/prisma|select |insert |postgres|node_modules|\bat [/\w]+:\d+/i);
}

/** A refusal with this status and this code. */
export function expectRefusal(answer: Answer<unknown>, status: number, code: string): void {
  expectErrorBody(answer);
  expect([answer.status, (answer.body as { code: unknown }).code]).toEqual([status, code]);
}
