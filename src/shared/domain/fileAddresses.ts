/** An upload's address as texts name it, after any origin or none. A dot that ends a sentence is not part of it. */
const ADDRESS = /\/files\/[\w-]+(?:[./][\w-]+)*/g

/** The addresses of uploads (`/files/…`) in any kind of text: plain, JSON, HTML, styles. Each once. */
export const fileAddressesIn = (texts: Iterable<string>): Set<string> =>
  new Set([...texts].flatMap((text) => text.match(ADDRESS) ?? []))

/** The text with other addresses of uploads in place of those that it names. */
export const replaceFileAddresses = (text: string, other: (address: string) => string): string =>
  text.replace(ADDRESS, other)
