/**
 * An upload's address in a text, with or without an origin before it. A final dot ends the sentence and is excluded.
 */
const ADDRESS = /\/files\/[\w-]+(?:[./][\w-]+)*/g

/** The distinct addresses of uploads (`/files/…`) in any kind of text: plain, JSON, HTML, styles. */
export const fileAddressesIn = (texts: Iterable<string>): Set<string> =>
  new Set([...texts].flatMap((text) => text.match(ADDRESS) ?? []))

/** Replaces each address of an upload in the text. */
export const replaceFileAddresses = (text: string, replace: (address: string) => string): string =>
  text.replace(ADDRESS, replace)
