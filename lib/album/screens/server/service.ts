import { announceChange } from "@/lib/account/accounts/server/notice-service";
import {
  maxScreens,
  type PairScreenInput,
  type ScreenDto,
  type ShowSource,
  screenCodeLength,
  type UpdateScreenInput,
} from "@/lib/album/screens/schema";
import { consumeScreenCode } from "@/lib/album/screens/server/codes-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { countGuesses, guessLimits, refundGuesses } from "@/lib/core/auth/server/guess-throttle";
import { forgetScreens } from "@/lib/core/auth/server/screens";
import { lockSignedIn, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { personNameOf, personNameSelect } from "@/lib/core/names/server/display-name";
import { db, type Prisma } from "@/lib/db";
import { AppError, forbidden, notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";
import { plainCode } from "@/lib/shared/voucher-code";

/** A screen polls every other second, and that is recorded once a minute. */
const onMs = 2 * 60_000;

const screenSelect = {
  id: true,
  name: true,
  device: true,
  source: true,
  seconds: true,
  isShuffled: true,
  isPaused: true,
  lastSeenAt: true,
  createdAt: true,
} as const;
type ScreenRow = Prisma.ScreenGetPayload<{ select: typeof screenSelect }>;

const codeUnknown = () =>
  new AppError(
    "screen_code_unknown",
    404,
    "No TV or frame is showing this code now. Please check it: a new code appears every ten minutes.",
    { field: "code" },
  );
const tooMany = () =>
  new AppError(
    "too_many_screens",
    422,
    `You can have at most ${maxScreens} TVs and frames. Remove one first.`,
  );

function requireGrownUp({ isChild }: MemberActor): void {
  if (isChild) throw forbidden("TVs and frames are for the grown-ups.");
}

/** Selects one of the person's own. @throws AppError 403 for a child, 404 for anything that is not an id */
function ownScreen(actor: MemberActor, id: string) {
  requireGrownUp(actor);
  if (!isUuid(id)) throw notFound();
  return { id, userId: actor.userId, familyId: actor.familyId };
}

/** The names of albums and people that screens show. */
async function namesOf(
  { familyId }: MemberActor,
  sources: readonly ShowSource[],
): Promise<Map<string, string>> {
  const albumIds = sources.flatMap((source) => (source.kind === "album" ? [source.albumId] : []));
  const memberIds = sources.flatMap((source) => (source.kind === "person" ? [source.memberId] : []));
  const [albums, people] = await Promise.all([
    db.album.findMany({ where: { familyId, id: { in: albumIds } }, select: { id: true, title: true } }),
    db.familyMember.findMany({
      where: { familyId, id: { in: memberIds } },
      select: { id: true, ...personNameSelect },
    }),
  ]);
  return new Map([
    ...albums.map(({ id, title }) => [id, title] as const),
    ...people.map((person) => [person.id, personNameOf(person)] as const),
  ]);
}

function idOf(source: ShowSource): string | null {
  if (source.kind === "album") return source.albumId;
  return source.kind === "person" ? source.memberId : null;
}

async function screenDtos(actor: MemberActor, rows: readonly ScreenRow[]): Promise<ScreenDto[]> {
  // Checked when they were written.
  const sources = rows.map(({ source }) => source as ShowSource);
  const names = await namesOf(actor, sources);
  return rows.map(({ lastSeenAt, createdAt, ...row }) => {
    const source = row.source as ShowSource;
    return {
      ...row,
      source,
      sourceName: names.get(idOf(source) ?? "") ?? null,
      isOn: lastSeenAt !== null && Date.now() - lastSeenAt.getTime() < onMs,
      lastSeenOn: lastSeenAt?.toISOString().slice(0, 10) ?? null,
      createdAt: createdAt.toISOString(),
    };
  });
}

async function screenDto(actor: MemberActor, row: ScreenRow): Promise<ScreenDto> {
  const [dto] = await screenDtos(actor, [row]);
  if (!dto) throw notFound();
  return dto;
}

/** This person's TVs and frames that show the current family, latest first. @throws AppError 403 for a child */
export async function listScreens(actor: MemberActor): Promise<ScreenDto[]> {
  requireGrownUp(actor);
  const { userId, familyId } = actor;
  const rows = await db.screen.findMany({
    where: { userId, familyId },
    select: screenSelect,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return screenDtos(actor, rows);
}

/** The source as it is stored. @throws AppError 404 for an album or a person of another family */
async function requireSource(actor: MemberActor, source: ShowSource): Promise<ShowSource> {
  const id = idOf(source);
  if (id === null) return source;
  const where = { id: id.toLowerCase(), familyId: actor.familyId };
  if (!isUuid(id)) throw notFound();
  const count =
    source.kind === "album" ? await db.album.count({ where }) : await db.familyMember.count({ where });
  if (count === 0) throw notFound();
  return source.kind === "album"
    ? { kind: "album", albumId: where.id }
    : { kind: "person", memberId: where.id };
}

async function createScreen(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  { code, ...settings }: PairScreenInput,
  origin: SessionOrigin,
): Promise<ScreenRow> {
  const { userId, familyId } = actor;
  await lockSignedIn(client, actor);
  if ((await client.screen.count({ where: { userId } })) >= maxScreens) throw tooMany();
  const paired = await consumeScreenCode(code, client);
  if (!paired) throw codeUnknown();
  const data = { userId, familyId, ...settings, ...paired };
  const created = await client.screen.create({ data, select: screenSelect });
  const change = {
    userId,
    action: "account.screenPaired",
    detail: { screenId: created.id, name: created.name },
    text: `The TV or frame “${created.name}” was paired with your account. It shows photos of your album until you remove it.`,
  };
  await announceChange(change, origin, client);
  return created;
}

/**
 * Pairs the TV or frame that shows this code. An unknown code counts as a guess.
 * @throws AppError 403 for a child; 404 at the field `code`, or for an album or a person of another family; 422; 429
 */
export async function pairScreen(
  actor: MemberActor,
  input: PairScreenInput,
  origin: SessionOrigin,
): Promise<ScreenDto> {
  requireGrownUp(actor);
  const source = await requireSource(actor, input.source);
  const code = plainCode(input.code);
  const guesses = [{ limit: guessLimits.screenCode, key: actor.userId }];
  await countGuesses(guesses);
  if (code.length !== screenCodeLength) throw codeUnknown();
  try {
    const row = await db.$transaction((client) =>
      createScreen(client, actor, { ...input, source, code }, origin),
    );
    await refundGuesses(guesses);
    return await screenDto(actor, row);
  } catch (error) {
    // A real code that can't be used isn't a guess.
    if (error instanceof AppError && error.code !== "screen_code_unknown") await refundGuesses(guesses);
    throw error;
  }
}

/** Changes what a screen shows, or how. @throws AppError 403 for a child, 404 */
export async function updateScreen(
  actor: MemberActor,
  id: string,
  { source, ...rest }: UpdateScreenInput,
): Promise<ScreenDto> {
  const where = ownScreen(actor, id);
  const chosen = source && (await requireSource(actor, source));
  const [row] = await db.screen.updateManyAndReturn({
    where,
    data: { ...rest, ...(chosen ? { source: chosen } : {}) },
    select: screenSelect,
  });
  if (!row) throw notFound();
  return screenDto(actor, row);
}

/** Shows the next photo, or the one before. @throws AppError 403 for a child, 404 */
export async function stepScreen(actor: MemberActor, id: string, by: number): Promise<void> {
  const where = ownScreen(actor, id);
  const { count } = await db.screen.updateMany({ where, data: { step: { increment: by } } });
  if (count === 0) throw notFound();
}

/** Removes a screen, so it never shows anything again. @throws AppError 403 for a child, 404 */
export async function deleteScreen(actor: MemberActor, id: string, origin: SessionOrigin): Promise<void> {
  const where = ownScreen(actor, id);
  const { userId } = actor;
  await db.$transaction(async (client) => {
    const screen = await client.screen.findFirst({ where, select: { name: true } });
    const { count } = await client.screen.deleteMany({ where });
    if (!screen || count === 0) throw notFound();
    const detail = { screenId: id, name: screen.name };
    await recordActivity(
      { action: "account.screenEnded", actorId: userId, subjectId: userId, detail, origin },
      client,
    );
  });
  forgetScreens(({ screenId }) => screenId === id);
}

/** When two entries become one person, screens that show the photos of the former show that person's. */
export async function passOnScreens(
  client: Prisma.TransactionClient,
  formerId: string,
  memberId: string,
): Promise<void> {
  await client.$executeRaw`
    UPDATE "Screen" s SET source = jsonb_set(s.source, '{memberId}', to_jsonb(${memberId}::text))
    FROM "FamilyMember" p WHERE p.id = ${memberId}::uuid AND s."familyId" = p."familyId"
      AND s.source ->> 'memberId' = ${formerId}`;
}
