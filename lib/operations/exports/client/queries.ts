import { queryOptions } from "@tanstack/react-query";
import type { Proof } from "@/lib/account/security/schema";
import { apiRequest } from "@/lib/http/api-client";
import type { ExportDto, ExportListDto } from "@/lib/operations/exports/schema";

export const exportsKey = ["/api/exports"] as const;

const pollMs = 1_500;

/** The person's exports, and how much another one would contain, which takes the server long to add up. */
export const exportsOptions = () =>
  queryOptions<ExportListDto>({ queryKey: exportsKey, staleTime: 0, refetchOnMount: true });

/** An export that is being prepared, polled; null once the session has ended. */
export const preparingOptions = (id: string) =>
  queryOptions<ExportDto | null>({
    queryKey: [`/api/exports/${id}`],
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data?.state === "preparing" ? pollMs : false,
  });

/** The export's current state: something in it may have been deleted. */
export const checkExport = (id: string): Promise<ExportDto> => apiRequest("GET", `/api/exports/${id}`);

/** @param since the earlier export with the other files; null for everything */
export const createOwnExport = (since: string | null): Promise<ExportDto> =>
  apiRequest("POST", "/api/exports", { since });

export const createFamilyExport = (proof: Proof, since: string | null): Promise<ExportDto> =>
  apiRequest("POST", "/api/exports/family", { ...proof, since });

export const deleteExport = (id: string): Promise<unknown> => apiRequest("DELETE", `/api/exports/${id}`);
