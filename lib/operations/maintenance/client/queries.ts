import { queryOptions } from "@tanstack/react-query";
import { apiRequest } from "@/lib/http/api-client";
import type { MaintenanceJobDto, MaintenanceTaskName } from "@/lib/operations/maintenance/schema";

export const maintenanceKey = ["/api/admin/maintenance"] as const;

const pollMs = 1_500;

export const isOpenJob = ({ status }: MaintenanceJobDto) => status === "queued" || status === "running";

/** The family's jobs, polled while one is running. */
export const maintenanceOptions = () =>
  queryOptions<MaintenanceJobDto[]>({
    queryKey: maintenanceKey,
    staleTime: 0,
    refetchOnMount: true,
    refetchInterval: ({ state }) => (state.data?.some(isOpenJob) ? pollMs : false),
  });

export function startMaintenance(task: MaintenanceTaskName): Promise<MaintenanceJobDto> {
  return apiRequest("POST", `/api/admin/maintenance/${task}`);
}
