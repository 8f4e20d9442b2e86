import type { HouseFacts } from "@/lib/features/legal/house";

/** Who answers for this installation, or plainly that nobody is named. */
export function WhoRunsIt({ house }: { house: HouseFacts }) {
  const { appName, operatorName, operatorContact } = house;
  const isAddress = operatorContact?.includes("@") && !/\s/.test(operatorContact);
  return (
    <>
      {operatorName ? (
        <p>
          This album is run by <strong>{operatorName}</strong>, who decides where it stands, who looks after
          the machine and how long its copies are kept. {appName} is the name of the software and of this
          service; the people who wrote the software have no access to it.
        </p>
      ) : (
        <p>
          {appName} runs on a server of somebody's own: of your family, of a friend, or of a small company.
          Whoever runs this one has not entered a name here yet. If you don't know who it is, ask the person
          who invited you before you add pictures. The people who wrote the software have no access to it.
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
          No address is entered to write to. Signed in, you can <a href="/report-issue">report an issue</a>:
          it reaches whoever runs this album.
        </p>
      )}
    </>
  );
}
