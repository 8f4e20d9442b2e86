import { queryOptions } from "@tanstack/react-query";
import type { MonthIconDto, SetMonthIconInput } from "@/lib/album/month-icons/schema";
import { apiRequest } from "@/lib/http/api-client";

export const monthIconKey = (year: number, month: number) => [`/api/month-icons/${year}/${month}`] as const;

/** The icon of a month: none or one. */
export const monthIconOptions = (year: number, month: number) =>
  queryOptions<MonthIconDto[] | null>({ queryKey: monthIconKey(year, month) });

export function setMonthIcon(icon: SetMonthIconInput): Promise<MonthIconDto> {
  return apiRequest("POST", "/api/month-icons", icon);
}

export async function deleteMonthIcon(id: string): Promise<void> {
  await apiRequest("DELETE", `/api/month-icons/${id}`);
}
