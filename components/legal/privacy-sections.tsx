import { facePrivacySection } from "@/components/legal/face-sections";
import type { LegalSection } from "@/components/legal/legal-page";
import { WhoRunsIt } from "@/components/legal/who-runs-it";
import type { HouseFacts } from "@/lib/features/legal/house";

const kept = (
  <ul>
    <li>
      <strong>Your account:</strong> user name, and what you enter of title, e-mail address, phone number and
      postal address. Your password only as an Argon2 hash, from which nobody can read it. Passkeys, accounts
      elsewhere that you linked, the (encrypted) secret of your authenticator app.
    </li>
    <li>
      <strong>The album:</strong> the photos and videos, exactly as they were uploaded, with what the camera
      wrote into them (the date, and where a phone adds it, the place); descriptions, hashtags, hearts,
      comments, who is on a picture, notices, month icons.
    </li>
    <li>
      <strong>The people of the family:</strong> name, nickname and birthday, also of those who have no
      account. If your family switches it on, <a href="#faces">their faces in photos</a> too.
    </li>
    <li>
      <strong>Prints and orders:</strong> what is in your basket, what you ordered, and where it goes.
    </li>
    <li>
      <strong>Your devices:</strong> for each sign-in when, with what browser and from which network address,
      so that you can see it under Security and sign a device out.
    </li>
    <li>
      <strong>A log of what matters for safety:</strong> sign-ins, changed passwords, roles, reports and
      deletions. It names no picture and holds no text of yours. Network addresses are removed from it after
      90 days.
    </li>
  </ul>
);

const cookies = (
  <>
    <p>There are no cookies of advertisers and none that measure you, so there is no banner to click away.</p>
    <table>
      <tbody>
        <tr>
          <th scope="row">Session</th>
          <td>Keeps you signed in: until you sign out, 30 days unused, or 90 days in all.</td>
        </tr>
        <tr>
          <th scope="row">Device</th>
          <td>
            Tells a device that has signed in before from a stranger's, so that a stranger's wrong passwords
            don't lock you out. A random name; it opens nothing. Up to 400 days.
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
            What the page needs to be quick or to go on with an upload, and the look you chose. Signing out
            clears what is private, and so do seven days without a connection to this album.
          </td>
        </tr>
      </tbody>
    </table>
  </>
);

/** Each service elsewhere, only where this installation uses it. */
function Others({ house }: { house: HouseFacts }) {
  const others = [
    house.sendsMail && "A mail server sends our e-mails: it sees your address and the mail.",
    house.sendsSms && "Twilio sends codes by SMS: it sees your phone number and the code.",
    house.pushes &&
      "If you allow notifications, the service of your browser's maker (Google, Mozilla, Apple or Microsoft) carries them. They are encrypted for your browser: that service can't read them.",
    house.takesCards &&
      "Stripe takes card payments: card numbers are typed at Stripe and never reach this server. Stripe learns who pays and how much.",
    house.printsElsewhere &&
      "Prodigi makes prints that are sent there: it gets those pictures, and the name and address they go to.",
    house.storesElsewhere &&
      "The files are kept in a storage service that whoever runs this album has chosen.",
    house.identityProviders.length > 0 &&
      `If you choose to sign in with ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(house.identityProviders)}, they learn that you use this album.`,
    house.usesAvatarService && "An avatar service draws the initials, and so learns people's names.",
  ].filter((line) => line !== false);
  return (
    <>
      <p>
        Your pictures are shown to your family, and to nobody else. They are not sold, not used for
        advertising, not looked at to train anything. What sorts and groups pictures runs on this server or in
        your browser.
      </p>
      {others.length > 0 ? (
        <>
          <p>This album works together with these, and hands them only what they need:</p>
          <ul>
            {others.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          At present this album hands nothing to any other company: no mail, SMS, payment, print or push
          service is connected.
        </p>
      )}
    </>
  );
}

/** What is known of people, who sees it, and for how long. */
export function privacySections(house: HouseFacts): LegalSection[] {
  return [
    { id: "who", title: "Who runs this album", body: <WhoRunsIt house={house} /> },
    {
      id: "what",
      title: "What is kept",
      body: (
        <>
          {kept}
          <p>
            The pictures that are shown and printed carry no place, no camera data and no file name. Only the
            original, which members of your family can download, is as it came from the camera.
          </p>
        </>
      ),
    },
    facePrivacySection(house),
    {
      id: "why",
      title: "Why",
      body: (
        <p>
          To show your family its album, to print and deliver what you order, to keep strangers out, and to
          tell you what you asked to be told. For nothing else. There is no profile of you and no automatic
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
              <strong>Your family:</strong> everybody in it sees the album. Its owner and admins also see the
              members' user names, e-mail addresses and when they were last here, and the orders with their
              addresses.
            </li>
            <li>
              <strong>Other families</strong> on this server: nothing, not even that yours exists.
            </li>
            <li>
              <strong>Super admins,</strong> who look after the server in {house.appName}: names of families
              and accounts, how much is stored, reports. No page of {house.appName} shows them your pictures.
            </li>
            <li>
              <strong>Whoever has the machine</strong> could open its disk, as with any server. Choose
              somebody you trust.
            </li>
          </ul>
        </>
      ),
    },
    { id: "others", title: "Other companies", body: <Others house={house} /> },
    { id: "cookies", title: "Cookies", body: cookies },
    {
      id: "how-long",
      title: "For how long",
      body: (
        <p>
          As long as you and your family want, and the exact days for everything stand under{" "}
          <a href="/data-management#retention">Your data</a>.
        </p>
      ),
    },
    {
      id: "rights",
      title: "What you can do",
      body: (
        <p>
          See, correct, take away and delete what is yours, at any time and without asking anybody:{" "}
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
          Every picture is handed out only after your sign-in and your family have been checked. Passwords are
          slow to guess and guesses are limited. You can add passkeys and an authenticator app under Security,
          and you are told by mail when a way into your account changes.
        </p>
      ),
    },
  ];
}
