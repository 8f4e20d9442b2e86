import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Actor, isMember, type MemberActor } from "@/lib/core/auth/server/actor";
import { bearerToken, verifyApiKey } from "@/lib/core/auth/server/api-keys";
import { requirePrintsOffered } from "@/lib/core/system-settings/server/offers-service";
import { Answer } from "@/lib/http/answer";
import { readJson, readOptionalJson, refuseFormContentTypes } from "@/lib/http/body";
import { hashBodyAsRead } from "@/lib/http/body-hash";
import {
  type Credentials,
  callerOf,
  countRefusal,
  type Openness,
  type OpenTo,
  personalKeyIn,
} from "@/lib/http/caller";
import { requireCurrentFamily } from "@/lib/http/current-family";
import { asAppError } from "@/lib/http/error-mapping";
import {
  badInput,
  directAccessLimited,
  emailUnconfirmed,
  familySuspended,
  forbidden,
  noFamily,
  notFound,
  notSignedIn,
  screenNotPaired,
} from "@/lib/http/errors";
import { onceForKey } from "@/lib/http/idempotency";
import { countAnonymousRequest } from "@/lib/http/light-limit";
import { logError, logLine } from "@/lib/http/log";
import { refuseInMaintenance } from "@/lib/http/maintenance";
import { privateHeaders } from "@/lib/http/private-headers";
import { consumeAddressRateLimit, type RateLimit, tooManyRequests } from "@/lib/http/rate-limit";
import { withRequestOrigin } from "@/lib/http/request-origin";
import { routeTemplate } from "@/lib/http/route-template";
import { addressOf, isSecureRequest, requireSameOrigin } from "@/lib/http/same-origin";
import { sessionOrigin } from "@/lib/http/session-origin";
import { observeRequest } from "@/lib/platform/metrics/metrics";

/**
 * Who may call: `public` and `visitor` anyone (`visitor` marks calls meant for signed-out people), `user` anyone signed
 * in, `member` anyone with a family, `admin` its owner or admins, `owner` its owners, `superAdmin`; `reports` super
 * admins and programs with an API key, which have no actor; `signed` checks a signature of its own (webhooks); `screen`
 * a TV or frame that someone has paired, and nobody else.
 */
export type Access =
  | "public"
  | "visitor"
  | "user"
  | "member"
  | "admin"
  | "owner"
  | "superAdmin"
  | "reports"
  | "signed"
  | "screen";

type ActorFor<A extends Access> = A extends "member" | "admin" | "owner" | "screen"
  ? MemberActor
  : A extends "user" | "superAdmin"
    ? Actor
    : Actor | null;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler receives. */
export interface RouteContext<A extends Access, P, Q, B> {
  actor: ActorFor<A>;
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
  request: Request;
  address: string;
  isSecure: boolean;
}

/** A handler's answer with a different status, or with headers. */
export class Reply<T> {
  constructor(
    readonly data: T,
    readonly options: { status?: number; headers?: Record<string, string>; cookies?: string[] } = {},
  ) {}
}

export interface RouteDeclaration<
  A extends Access = Access,
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  S extends z.ZodType | "file" | "empty" = z.ZodType | "file" | "empty",
> {
  /** One sentence for the API document. */
  summary: string;
  access: A;
  /** The scope a personal key needs; without one, the call is closed to keys. */
  keyScope?: OpenTo;
  /** TVs and frames show its answer (tests/screen-list.txt); without this, the call is closed to them. */
  isOpenToScreens?: boolean;
  /** Path parameters; what doesn't match is a 404. */
  params?: P;
  query?: Q;
  body?: B;
  /** `stream`: the handler reads the request itself; `body` then only documents it. */
  bodyMode?: "json" | "stream";
  maxBodyBytes?: number;
  /** The body may be missing, which counts as {}. */
  isBodyOptional?: boolean;
  /** Allow-list of what is returned; `file`: the handler returns a Response; `empty`: 204. */
  answer: S;
  /** Success status; 200, or 204 for `empty`. */
  status?: number;
  /** Per address, in addition to the light limit of every call without a session. */
  rateLimit?: RateLimit;
  /** Creating calls honour Idempotency-Key. */
  isCreating?: boolean;
  /** Refused while the account's address is unconfirmed: a stranger may have signed up with it. */
  needsConfirmedEmail?: boolean;
  /** Refused to an adult's session opened by an admin's link: the admin could be the one using it. */
  refusesDirectAccess?: boolean;
  /** Refused while prints are switched off here. */
  isAboutPrints?: boolean;
  /** Answers during maintenance too (api.md, Maintenance); all other calls then answer 503. */
  worksInMaintenance?: boolean;
  /** A path parameter is a secret or someone's text (a code, a file name): the log must not contain it. */
  hasSecretPath?: boolean;
  handler: (
    context: RouteContext<A, P, Q, B>,
  ) => Promise<
    S extends z.ZodType
      ? z.input<S> | Reply<z.input<S>>
      : S extends "file"
        ? Response
        : undefined | Reply<undefined>
  >;
}

export type AnyDeclaration = Omit<RouteDeclaration, "handler">;

type PathParams = Record<string, string | string[]>;

/** A Next route handler that carries its declaration, and what our own server calls in its place. */
export interface RouteHandler {
  (request: Request, context?: { params?: Promise<PathParams> }): Promise<Response>;
  declaration: AnyDeclaration;
  answer: (request: Request, params: PathParams) => Promise<Answer>;
}

const isForVisitors = (access: Access) => access === "public" || access === "visitor" || access === "signed";
const isForFamilies = (access: Access) => access === "member" || access === "admin" || access === "owner";

function requireAccess(access: Access, actor: Actor | null): void {
  if (isForVisitors(access)) return;
  if (!actor) throw access === "screen" ? screenNotPaired() : notSignedIn();
  if (access === "user") return;
  if (access === "superAdmin" || access === "reports") {
    if (!actor.isSuperAdmin) throw forbidden();
    return;
  }
  if (!isMember(actor)) throw actor.suspendedFamilyId ? familySuspended() : noFamily();
  if (access === "admin" && !actor.isAdmin) throw forbidden("Only the family's admins can do this.");
  if (access === "owner" && actor.role !== "owner") throw forbidden("Only the family's owner can do this.");
}

/** Checks requirements that a permitted person's session may not meet. @throws AppError 403 */
function requireFullSession(
  {
    needsConfirmedEmail,
    refusesDirectAccess,
  }: Pick<AnyDeclaration, "needsConfirmedEmail" | "refusesDirectAccess">,
  actor: Actor | null,
): void {
  if (refusesDirectAccess && actor?.isDirectAccess) throw directAccessLimited();
  if (needsConfirmedEmail && actor?.isUnconfirmed) throw emailUnconfirmed();
}

/** Calls for everyone ignore personal keys. */
const credentialsOf = (request: Request, access: Access): Credentials => ({
  cookie: request.headers.get("cookie"),
  authorization: isForVisitors(access) ? null : request.headers.get("authorization"),
  isSecure: isSecureRequest(request),
  address: addressOf(request),
});

function opennessOf({
  access,
  keyScope,
  isOpenToScreens,
}: Pick<AnyDeclaration, "access" | "keyScope" | "isOpenToScreens">): Openness {
  return { keyScope, screens: access === "screen" ? "only" : isOpenToScreens ? "open" : "closed" };
}

/** Whether the request carries an API key for the read-only reports (api.md, API keys). */
async function hasReportsKey(request: Request): Promise<boolean> {
  const token = bearerToken(request.headers.get("authorization"));
  return token !== null && (await verifyApiKey(token, "reports:read")) !== null;
}

function checked<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw badInput(issue?.path.join(".") || "body", issue?.message ?? "The input is not valid.");
}

/** The body as declared, or undefined; even a body that nobody reads must not come from a form. */
async function bodyOf(
  declaration: Pick<AnyDeclaration, "body" | "bodyMode" | "isBodyOptional" | "maxBodyBytes">,
  request: Request,
): Promise<unknown> {
  if (declaration.body && declaration.bodyMode !== "stream") {
    const read = declaration.isBodyOptional ? readOptionalJson : readJson;
    return checked(declaration.body, await read(request, declaration.maxBodyBytes));
  }
  if (declaration.bodyMode !== "stream" && request.method !== "GET") refuseFormContentTypes(request);
  return undefined;
}

/** The handler's answer, filtered through the answer schema. */
function jsonAnswer(declaration: Pick<AnyDeclaration, "answer" | "status">, result: unknown): Answer {
  const reply = result instanceof Reply ? result : new Reply(result);
  const headers = new Headers({ ...privateHeaders, ...reply.options.headers });
  for (const cookie of reply.options.cookies ?? []) headers.append("Set-Cookie", cookie);
  if (!(declaration.answer instanceof z.ZodType)) return new Answer(204, headers, null);
  const status = reply.options.status ?? declaration.status ?? 200;
  return Answer.json(status, headers, declaration.answer.parse(reply.data));
}

/** The path as logged: for `/api/register/{code}` and the like, without the code. */
function loggedPath(request: Request, hasSecret: boolean | undefined, params: PathParams): string {
  const { pathname } = new URL(request.url);
  return hasSecret ? routeTemplate(pathname, params).replace(/\{[^}]+\}/g, "*") : pathname;
}

/**
 * The guard around every call. In this order: request id, same origin, session or key, access, rate limit, body size,
 * JSON, zod, handler, answer schema, log line. A single catch produces every error answer.
 */
export function route<
  A extends Access,
  S extends z.ZodType | "file" | "empty",
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(declaration: RouteDeclaration<A, P, Q, B, S>): RouteHandler {
  async function pass(request: Request, rawParams: unknown, seen: { actor: Actor | null }): Promise<Answer> {
    const credentials = credentialsOf(request, declaration.access);
    const { isSecure, address } = credentials;
    // Browsers send cookies automatically, but never a key.
    if (personalKeyIn(credentials) === null) requireSameOrigin(request);
    const see = (known: Actor | null) => {
      seen.actor = known;
    };
    const actor = await callerOf(credentials, opennessOf(declaration), see);
    see(actor);
    if (!declaration.worksInMaintenance) await refuseInMaintenance(actor);
    if (!(declaration.access === "reports" && !actor && (await hasReportsKey(request)))) {
      requireAccess(declaration.access, actor);
      requireFullSession(declaration, actor);
      if (declaration.isAboutPrints) await requirePrintsOffered();
    }
    if (!actor && isForVisitors(declaration.access)) {
      const secondsToWait = countAnonymousRequest(address);
      if (secondsToWait > 0) throw tooManyRequests(secondsToWait);
    }
    if (declaration.rateLimit) await consumeAddressRateLimit(declaration.rateLimit, address);

    const parsedParams = declaration.params?.safeParse(rawParams);
    if (parsedParams && !parsedParams.success) throw notFound();
    const query = declaration.query
      ? checked(declaration.query, Object.fromEntries(new URL(request.url).searchParams))
      : undefined;
    const key = declaration.isCreating && actor ? request.headers.get("idempotency-key") : null;
    const bodyHash = key ? hashBodyAsRead(request) : null;
    const body = await bodyOf(declaration, request);

    const context = {
      actor,
      params: parsedParams?.data,
      query,
      body,
      request,
      address,
      isSecure,
    } as RouteContext<A, P, Q, B>;
    const run = async (): Promise<Answer> => {
      // Not before: a repeated request gets its first answer even after a switch.
      if (isForFamilies(declaration.access)) requireCurrentFamily(actor, request);
      const work = () => declaration.handler(context);
      const result: unknown = await withRequestOrigin(sessionOrigin(context), work);
      return result instanceof Response ? Answer.of(result) : jsonAnswer(declaration, result);
    };
    if (!key || !actor || !bodyHash) return run();
    return onceForKey(
      actor.userId,
      key,
      request,
      { bodyHash, isRead: declaration.bodyMode !== "stream" },
      run,
    );
  }

  async function answer(request: Request, params: PathParams): Promise<Answer> {
    const requestId = randomUUID();
    const startedAt = performance.now();
    const seen: { actor: Actor | null } = { actor: null };
    let given: Answer;
    try {
      given = await pass(request, params, seen);
    } catch (thrown) {
      const error = asAppError(thrown);
      if (error.status >= 500) logError(thrown, { requestId });
      const headers = new Headers({ ...privateHeaders, ...error.headers });
      given = Answer.json(error.status, headers, error.body());
    }
    await countRefusal(seen.actor, given.status);
    given.headers.set("X-Request-Id", requestId);
    const ms = performance.now() - startedAt;
    const path = routeTemplate(new URL(request.url).pathname, params);
    observeRequest({ method: request.method, route: path, status: given.status, seconds: ms / 1000 });
    logLine("info", {
      requestId,
      method: request.method,
      path: loggedPath(request, declaration.hasSecretPath, params),
      status: given.status,
      ms: Math.round(ms),
      ...(seen.actor ? { userId: seen.actor.userId } : {}),
      ...(seen.actor?.key ? { keyId: seen.actor.key.id } : {}),
      ...(seen.actor?.screenId ? { screenId: seen.actor.screenId } : {}),
    });
    return given;
  }

  const handler = async (request: Request, context?: { params?: Promise<PathParams> }): Promise<Response> =>
    (await answer(request, (await context?.params) ?? {})).toResponse();
  const { handler: _, ...rest } = declaration;
  return Object.assign(handler, { declaration: rest as AnyDeclaration, answer });
}
