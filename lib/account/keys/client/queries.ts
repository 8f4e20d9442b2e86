import { queryOptions } from "@tanstack/react-query";
import type { KeyScope, NewKeyDto, OwnKeysDto } from "@/lib/account/keys/schema";
import type { Proof } from "@/lib/account/security/schema";
import { apiRequest } from "@/lib/http/api-client";

export const keysKey = ["/api/auth/keys"] as const;

export const keysQuery = queryOptions({
  queryKey: keysKey,
  queryFn: ({ signal }) => apiRequest<OwnKeysDto>("GET", keysKey[0], undefined, { signal }),
});

export interface NewKeyFields {
  name: string;
  scopes: readonly KeyScope[];
  familyId: string;
}

/** The response contains the key itself, only this once. @throws ApiError */
export const createKey = (fields: NewKeyFields, proof: Proof) =>
  apiRequest<NewKeyDto>("POST", keysKey[0], { ...fields, ...proof });
export const deleteKey = (id: string) => apiRequest("DELETE", `/api/auth/keys/${id}`);
export const deleteAllKeys = () => apiRequest<{ count: number }>("DELETE", keysKey[0]);
