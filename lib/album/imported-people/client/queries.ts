import { queryOptions } from "@tanstack/react-query";
import type { ImportedPersonDto, MatchImportedPersonInput } from "@/lib/album/imported-people/schema";
import { apiRequest } from "@/lib/http/api-client";

export const importedPeopleKey = ["/api/imported-people"] as const;

export const importedPeopleOptions = () => queryOptions<ImportedPersonDto[]>({ queryKey: importedPeopleKey });

export const matchImportedPerson = (
  id: string,
  match: MatchImportedPersonInput,
): Promise<ImportedPersonDto> => apiRequest("PUT", `/api/imported-people/${id}`, match);

export const deleteImportedPerson = (id: string): Promise<unknown> =>
  apiRequest("DELETE", `/api/imported-people/${id}`);
