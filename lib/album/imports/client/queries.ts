import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  ChoicesInput,
  EntryPageDto,
  EntryState,
  ImportAction,
  ImportDto,
  NewImportInput,
  SimilarCopiesDto,
} from "@/lib/album/imports/schema";
import { apiRequest } from "@/lib/http/api-client";

export const importsKey = ["/api/imports"] as const;
export const importFoldersKey = ["/api/imports/folders"] as const;
const pollMs = 1_500;
export const isWorking = ({ state }: ImportDto) =>
  state === "reading" || state === "running" || state === "undoing";

/** The person's imports, polled while one is working. */
export const importsOptions = () =>
  queryOptions<ImportDto[]>({
    queryKey: importsKey,
    staleTime: 0,
    refetchOnMount: true,
    refetchInterval: ({ state }) => (state.data?.some(isWorking) ? pollMs : false),
  });

export const importFoldersOptions = () => queryOptions<{ name: string }[]>({ queryKey: importFoldersKey });

/** Files with this outcome, by path. */
export const entriesOptions = (id: string, state: EntryState) => {
  const path = `/api/imports/${id}/entries?state=${state}&limit=50`;
  return infiniteQueryOptions({
    queryKey: [path] as const,
    queryFn: ({ pageParam, signal }) =>
      apiRequest<EntryPageDto>("GET", pageParam ? `${path}&cursor=${pageParam}` : path, undefined, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: EntryPageDto) => nextCursor,
    staleTime: 0,
  });
};

/** The first photos that look like others in the album. */
export const similarCopiesOptions = (id: string) =>
  queryOptions<SimilarCopiesDto>({ queryKey: [`/api/imports/${id}/similar`] as const, staleTime: 60_000 });

/** @param place a folder of the server, or another server; archives otherwise */
export function createImport(place: Omit<NewImportInput, "timeZone">): Promise<ImportDto> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return apiRequest("POST", "/api/imports", { timeZone, ...place });
}

export const actOnImport = (id: string, action: ImportAction): Promise<ImportDto> =>
  apiRequest("POST", `/api/imports/${id}/${action}`);

export const saveChoices = (id: string, choices: ChoicesInput): Promise<ImportDto> =>
  apiRequest("PUT", `/api/imports/${id}/choices`, choices);

export const deleteImport = (id: string): Promise<unknown> => apiRequest("DELETE", `/api/imports/${id}`);
