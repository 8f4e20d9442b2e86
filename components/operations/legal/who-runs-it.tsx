import type { InstallationFacts } from "@/lib/operations/legal/schema";

/** The operator of this installation, or a plain statement that none is named. */
export function WhoRunsIt({ installation }: { installation: InstallationFacts }) {
  const { appName, operatorName, operatorContact } = installation;
  const isAddress = operatorContact?.includes("@") && !/\s/.test(operatorContact);
  return (
    <>
      {operatorName ? (
        <p>
          This album is run by <strong>{operatorName}</strong>, who decides where it is hosted, who looks
          after the machine and how long backups are kept. {appName} is the name of the software and of this
          service; the people who wrote the software have no access to it.
        </p>
      ) : (
        <p>
          {appName} runs on someone's own server: your family's, a friend's, or a small company's. The person
          who runs this one hasn't entered a name here yet. If you don't know who it is, ask the person who
          invited you before you add photos. The people who wrote the software have no access to it.
        </p>
      )}
      {operatorContact ? (
        <p>
          Write to{" "}
          {isAddress ? (
            <a href={`mailto:${operatorContact}`}>{operatorContact}</a>
          ) : (
            <strong>{operatorContact}</strong>
          )}
          . Signed in, you can also <a href="/report-issue">report an issue</a>.
        </p>
      ) : (
        <p>
          There is no contact address here yet. Signed in, you can <a href="/report-issue">report an issue</a>
          : it reaches the person who runs this server.
        </p>
      )}
    </>
  );
}
