import type { Metadata } from "next";
import { PageHeader } from "@/components/media/page-header";
import { ReportIssueForm } from "@/components/reports/report-issue-form";
import { requirePageUser } from "@/lib/auth/page-actor";

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
