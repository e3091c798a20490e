/** Invitations: the code stands in the fragment of an address, which browsers never send to a server. */

const CODE = /^[\x21-\x7e]{16,128}$/;

/** The address of a match for those who are invited. */
export function invitationLink(match: string, code: string | undefined): string {
  const link = `${window.location.origin}/m/${match}`;
  return code ? `${link}#invite=${encodeURIComponent(code)}` : link;
}

/** The code of an address, if it has one. */
export function invitationOf({ hash }: URL): string | undefined {
  const code = new URLSearchParams(hash.slice(1)).get("invite") ?? "";
  return CODE.test(code) ? code : undefined;
}
