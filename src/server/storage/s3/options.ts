/** An S3-compatible bucket; docs/operations.md says how it is set up. */
export interface S3Options {
  /** With the bucket: `https://host/bucket`. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Begins every key, with a closing slash; empty: none. */
  prefix: string
}
