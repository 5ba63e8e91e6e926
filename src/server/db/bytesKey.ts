/** The key in the store of the bytes with this SHA-256. */
export const bytesKey = (sha256: string): string => `bytes/${sha256.slice(0, 2)}/${sha256}`
