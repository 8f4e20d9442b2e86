import type { Metadata } from "next";
import { ReportIssueForm } from "@/components/operations/reports/report-issue-form";
import { PageHeader } from "@/components/ui/page-header";
import { requirePageUser } from "@/lib/core/auth/server/page-actor";

export const metadata: Metadata = { title: "Report an issue" };

export default async function ReportIssuePage() {
  await requirePageUser();
  return (
    <>
      <PageHeader
        title="Report an issue"
        lead="Something doesn't work, or not as you expected? Tell the person who runs this server."
      />
      <ReportIssueForm />
    </>
  );
}
