import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { printLab } from "@/lib/platform/print-providers/print-lab";
import { ProviderUnavailableError } from "@/lib/platform/print-providers/print-provider";
import { findPrintProvider, listPrintProviders } from "@/lib/platform/print-providers/print-providers";
import { counted } from "@/lib/shared/counted";
import type {
  PrintDiagnosticsDto,
  PrintProviderDto,
  ProviderTestDto,
} from "@/lib/shop/prints/fulfilment-schema";
import {
  askProvider,
  providerNotConfigured,
  providerUnavailable,
} from "@/lib/shop/prints/server/provider-call-service";

const maxCalls = 50;
const testsPerFamily = { name: "print-provider-test", points: 20, seconds: 3600 };

function describeSetup(isLab: boolean, isConfigured: boolean): string {
  if (isLab) return "No key needed. An admin downloads the package, or gives the lab a link to it.";
  if (!isConfigured) return "Not set up: PRODIGI_API_KEY and APP_URL are missing on the server.";
  const { host } = new URL(env.PRODIGI_API_BASE);
  return `Set up at ${host}. Parcels go to ${env.PRODIGI_COUNTRY} by ${env.PRODIGI_SHIPPING} shipping.`;
}

/** The available labs, and what each one still needs. */
export function listProviders(): PrintProviderDto[] {
  return listPrintProviders().map(({ provider, isConfigured }) => {
    const isLab = provider === printLab;
    return {
      name: provider.name,
      label: provider.label,
      isConfigured,
      isChosen: isLab === (env.PRINT_PROVIDER === "lab"),
      setup: describeSetup(isLab, isConfigured),
    };
  });
}

/** Whether orders can be sent to this external lab. */
export const isExternalProvider = ({ name, isConfigured }: PrintProviderDto): boolean =>
  isConfigured && name !== printLab.name;

async function troubledOrders(familyId: string): Promise<PrintDiagnosticsDto["troubled"]> {
  const rows = await db.printOrder.findMany({
    where: {
      familyId,
      status: { in: ["placed", "in_production"] },
      OR: [{ sendError: { not: null } }, { NOT: { problems: { equals: [] } } }],
    },
    select: { number: true, sendError: true, problems: true },
    orderBy: { number: "desc" },
    take: maxCalls,
  });
  return rows.map(({ number, sendError, problems }) => {
    const left = Array.isArray(problems) ? problems.length : 0;
    return { number, reason: sendError ?? `${counted(left, "photo")} can't be printed` };
  });
}

async function recentCalls(familyId: string): Promise<PrintDiagnosticsDto["calls"]> {
  const rows = await db.printProviderCall.findMany({
    where: { familyId },
    select: {
      id: true,
      provider: true,
      action: true,
      isOk: true,
      detail: true,
      durationMs: true,
      createdAt: true,
      order: { select: { number: true } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: maxCalls,
  });
  return rows.map(({ order, createdAt, ...row }) => ({
    ...row,
    orderNumber: order?.number ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

/** What is configured, recent calls to the labs, and the totals of the family's ledger. */
export async function getPrintDiagnostics({ familyId }: MemberActor): Promise<PrintDiagnosticsDto> {
  const [orders, ledger, packages, troubled, calls] = await Promise.all([
    db.printOrder.groupBy({
      by: ["status"],
      where: { familyId },
      _count: { _all: true },
      _sum: { printCount: true },
    }),
    db.printCredit.groupBy({
      by: ["kind"],
      where: { familyId },
      _count: { _all: true },
      _sum: { prints: true },
    }),
    db.printOrder.aggregate({
      where: { familyId, packageMadeAt: { not: null } },
      _count: { _all: true },
      _sum: { packageBytes: true },
    }),
    troubledOrders(familyId),
    recentCalls(familyId),
  ]);
  return {
    providers: listProviders(),
    orders: orders.map(({ status, _count, _sum }) => ({
      status,
      orders: _count._all,
      prints: _sum.printCount ?? 0,
    })),
    ledger: ledger.map(({ kind, _count, _sum }) => ({
      kind,
      entries: _count._all,
      prints: _sum.prints ?? 0,
    })),
    packages: { count: packages._count._all, bytes: Number(packages._sum.packageBytes ?? 0) },
    troubled,
    calls,
  };
}

/**
 * A dry run with a lab: nothing is ordered.
 * @throws AppError 404 for an unknown lab, 429, 503 print_provider_not_configured or print_provider_unavailable
 */
export async function testPrintProvider({ familyId }: MemberActor, name: string): Promise<ProviderTestDto> {
  const found = findPrintProvider(name);
  if (!found) throw notFound();
  const { provider, isConfigured } = found;
  if (!isConfigured) throw providerNotConfigured(provider.label);
  await consumeRateLimit(testsPerFamily, familyId);
  const startedAt = performance.now();
  try {
    const checks = await askProvider(
      { familyId, orderId: null, provider, action: "test" },
      () => provider.dryRun(),
      (made) => {
        const failed = made.filter(({ isOk }) => !isOk);
        return failed.length === 0
          ? `${counted(made.length, "check")} passed`
          : failed.map(({ label, detail }) => `${label}: ${detail}`).join("; ");
      },
    );
    return {
      provider: provider.name,
      label: provider.label,
      isOk: checks.every(({ isOk }) => isOk),
      durationMs: Math.round(performance.now() - startedAt),
      checks,
    };
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw providerUnavailable(error.message);
    throw error;
  }
}
