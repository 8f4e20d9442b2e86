import { env } from "@/lib/env";
import { printLab } from "@/lib/platform/print-providers/print-lab";
import type { PrintProvider } from "@/lib/platform/print-providers/print-provider";
import { prodigi } from "@/lib/platform/print-providers/prodigi";

const providers: readonly PrintProvider[] = [printLab, prodigi];

/** Every existing lab, with whether its keys are set. */
export function listPrintProviders(): { provider: PrintProvider; isConfigured: boolean }[] {
  return providers.map((provider) => ({
    provider,
    isConfigured: provider !== prodigi || Boolean(env.PRODIGI_API_KEY),
  }));
}

/** The lab with this name; undefined for an unknown name. */
export function findPrintProvider(
  name: string,
): { provider: PrintProvider; isConfigured: boolean } | undefined {
  return listPrintProviders().find(({ provider }) => provider.name === name);
}
