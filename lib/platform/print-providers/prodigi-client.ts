import type { z } from "zod";
import { env } from "@/lib/env";
import { ProviderUnavailableError } from "@/lib/platform/print-providers/print-provider";
import { refusalSchema } from "@/lib/platform/print-providers/prodigi-answers";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";

const timeoutMs = 20_000;
/** Their orders are a few kilobytes; more than this is not read. */
const maxAnswerBytes = 512 * 1024;

/** @throws ProviderUnavailableError when it is too long or is cut off */
async function readBounded(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let received = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    received += piece.byteLength;
    if (received > maxAnswerBytes) throw new ProviderUnavailableError("Prodigi's answer was too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function asJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The answer's own account of what was wrong; never more than a few lines of it. */
function describeRefusal(status: number, json: unknown): string {
  const refusal = refusalSchema.safeParse(json).data;
  const failures = refusal?.failures ? ` ${JSON.stringify(refusal.failures)}` : "";
  return `Prodigi refused it (${status} ${refusal?.outcome ?? "without a reason"}).${failures}`.slice(0, 450);
}

/**
 * One call of Prodigi's v4 API.
 * @returns null for 404
 * @throws UndeliverableError for what it refuses permanently
 * @throws ProviderUnavailableError for what another try may fix: no answer, nonsense, 401, 429, 5xx
 */
export async function askProdigi<S extends z.ZodType>(
  method: "GET" | "POST",
  path: string,
  schema: S,
  body?: object,
): Promise<z.output<S> | null> {
  const base = env.PRODIGI_API_BASE.replace(/\/+$/, "").replace(/\/v4\.0$/, "");
  let response: Response;
  let content: string;
  try {
    response = await fetch(`${base}/v4.0${path}`, {
      method,
      headers: {
        "X-API-Key": env.PRODIGI_API_KEY ?? "",
        Accept: "application/json",
        ...(body ? { "Content-Type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    content = await readBounded(response);
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error;
    const isLate = error instanceof Error && error.name === "TimeoutError";
    const message = isLate ? "Prodigi did not answer in time" : "Prodigi could not be reached";
    throw new ProviderUnavailableError(message, { cause: error });
  }
  const json = asJson(content);
  const { status } = response;
  if (status === 404) return null;
  if (status === 401 || status === 403) {
    throw new ProviderUnavailableError(`Prodigi did not accept the API key (${status})`);
  }
  if (status === 429 || status >= 500) throw new ProviderUnavailableError(`Prodigi answered ${status}`);
  if (!response.ok) throw new UndeliverableError(describeRefusal(status, json));
  const answer = schema.safeParse(json);
  if (!answer.success) throw new ProviderUnavailableError("Prodigi's answer could not be understood");
  return answer.data;
}
