import { facePrivacySection } from "@/components/operations/legal/face-sections";
import type { LegalSection } from "@/components/operations/legal/legal-page";
import { WhoRunsIt } from "@/components/operations/legal/who-runs-it";
import type { InstallationFacts } from "@/lib/operations/legal/schema";
import { listed } from "@/lib/shared/listed";

const kept = (
  <ul>
    <li>
      <strong>Your account:</strong> your username, and the title, email address, phone number and postal
      address you enter. Your password is stored only as an Argon2 hash, so no one can read it. Your passkeys,
      linked accounts, and the (encrypted) secret of your authenticator app.
    </li>
    <li>
      <strong>The album:</strong> the photos and videos, exactly as they were uploaded, including what the
      camera wrote into them (the date and, where a phone adds it, the place); descriptions, hashtags, hearts,
      comments, written or spoken, who is in a photo, notices, month icons.
    </li>
    <li>
      <strong>The people of the family:</strong> name, nickname and birthday, including people without an
      account. If your family switches it on, <a href="#faces">their faces in photos</a> too.
    </li>
    <li>
      <strong>Prints and orders:</strong> what is in your basket, what you ordered, and where it goes.
    </li>
    <li>
      <strong>Your devices:</strong> for each sign-in, the time, browser and network address, so that you can
      check it under Security and sign a device out.
    </li>
    <li>
      <strong>A security log:</strong> sign-ins, password changes, roles, reports and deletions. It names no
      photos and contains none of your text. Network addresses are removed from it after 90 days.
    </li>
  </ul>
);

const cookies = (
  <>
    <p>There are no advertising or tracking cookies, so there is no banner to dismiss.</p>
    <table>
      <tbody>
        <tr>
          <th scope="row">Session</th>
          <td>Keeps you signed in: until you sign out, 30 days unused, or 90 days in all.</td>
        </tr>
        <tr>
          <th scope="row">Device</th>
          <td>
            Recognises a device that has signed in before, so that a stranger's wrong passwords don't lock you
            out. A random value that gives access to nothing. Up to 400 days.
          </td>
        </tr>
        <tr>
          <th scope="row">Time zone and banners</th>
          <td>
            Your time zone, so that “today” is your day, whether you hid a banner today, and whether you saw
            the welcome photo. Up to a year.
          </td>
        </tr>
        <tr>
          <th scope="row">In the browser</th>
          <td>
            What the page needs to be fast or to resume an upload, and the appearance you chose. Private data
            is cleared when you sign out, and after seven days without a connection to this album.
          </td>
        </tr>
      </tbody>
    </table>
  </>
);

/** The external services this installation uses. */
function Others({ installation }: { installation: InstallationFacts }) {
  const others = [
    installation.sendsMail && "A mail server sends our emails: it sees your address and the message.",
    installation.sendsSms && "Twilio sends codes by SMS: it sees your phone number and the code.",
    installation.pushes &&
      "If you allow notifications, your browser's maker (Google, Mozilla, Apple or Microsoft) delivers them. They are encrypted for your browser, so that service can't read them.",
    installation.takesCards &&
      "Stripe takes card payments: card numbers are entered at Stripe and never reach this server. Stripe learns who pays and how much.",
    installation.printsElsewhere &&
      "Prodigi makes the prints we send it: it gets those photos, and the name and address they go to.",
    installation.storesElsewhere &&
      "The files are stored with a service chosen by the person who runs this server.",
    installation.identityProviders.length > 0 &&
      `If you choose to sign in with ${listed(installation.identityProviders, "or")}, they learn that you use this album.`,
    installation.usesAvatarService && "An avatar service draws the initials, and so learns people's names.",
  ].filter((line) => line !== false);
  return (
    <>
      <p>
        Your photos are shown to your family and no one else. They are not sold, not used for advertising, and
        not used to train anything. Sorting and grouping happen on this server or in your browser.
      </p>
      {others.length > 0 ? (
        <>
          <p>This album uses these services and shares only what they need:</p>
          <ul>
            {others.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          As it is set up now, this album shares nothing with any other company: no email, SMS, payment, print
          or push service is connected.
        </p>
      )}
    </>
  );
}

/** What is known about people, who sees it, and for how long. */
export function privacySections(installation: InstallationFacts): LegalSection[] {
  return [
    { id: "who", title: "Who runs this album", body: <WhoRunsIt installation={installation} /> },
    {
      id: "what",
      title: "What is stored",
      body: (
        <>
          {kept}
          <p>
            The copies that are shown and printed carry no place, no camera data and no file name. Only the
            original, which members of your family can download, is exactly as it came from the camera.
          </p>
        </>
      ),
    },
    facePrivacySection(installation),
    {
      id: "why",
      title: "Why",
      body: (
        <p>
          To show your family its album, to print and deliver what you order, to keep strangers out, and to
          send you the notifications you chose. Nothing else. There is no profile of you and no automated
          decision about you.
        </p>
      ),
    },
    {
      id: "who-sees",
      title: "Who sees it",
      body: (
        <>
          <ul>
            <li>
              <strong>Your family:</strong> everyone in it sees the album. Its owner and admins also see
              members' usernames, email addresses and when they were last here, and orders with their
              addresses.
            </li>
            <li>
              <strong>Other families</strong> on this server: nothing, not even that yours exists.
            </li>
            <li>
              <strong>Super admins,</strong> who look after the server in {installation.appName}: names of
              families and accounts, how much is stored, reports. No page of {installation.appName} shows them
              your photos.
            </li>
            <li>
              <strong>Anyone with access to the machine</strong> could read its disk, as with any server.
              Choose someone you trust.
            </li>
          </ul>
        </>
      ),
    },
    { id: "others", title: "Other companies", body: <Others installation={installation} /> },
    { id: "cookies", title: "Cookies", body: cookies },
    {
      id: "how-long",
      title: "For how long",
      body: (
        <p>
          As long as you and your family want. You'll find the exact periods under{" "}
          <a href="/data-management#retention">Your data</a>.
        </p>
      ),
    },
    {
      id: "rights",
      title: "What you can do",
      body: (
        <p>
          See, correct, download and delete what is yours, at any time and without asking anyone:{" "}
          <a href="/data-management">Your data</a> says how. You can also object, or complain to the data
          protection authority of the place where you live.
        </p>
      ),
    },
    {
      id: "safety",
      title: "How it is kept safe",
      body: (
        <p>
          A photo is only sent after your sign-in and your family have been checked. Passwords are slow to
          guess, and the number of guesses is limited. You can add passkeys and an authenticator app under
          Security, and we email you when a way to sign in to your account changes.
        </p>
      ),
    },
  ];
}
