/** An S3-compatible bucket; docs/operations.md says how it is set up. */
export interface S3Options {
  /** Address including the bucket: `https://host/bucket`. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Prefix of all keys, ending with a slash; empty: none. */
  prefix: string
}
