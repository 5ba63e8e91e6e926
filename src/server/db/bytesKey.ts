/** Where the bytes of a SHA-256 that rows name lie in the store. */
export const bytesKey = (sha256: string): string => `bytes/${sha256.slice(0, 2)}/${sha256}`
