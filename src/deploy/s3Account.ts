/** How a bucket is reached. */
export interface S3Account {
  /** Address without the bucket: `https://oss-cn-hangzhou.aliyuncs.com`. */
  address: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket stands in the path; otherwise before the host. */
  isPathStyle: boolean
  /** Fingerprint of the certificate that a person has agreed to; ''. */
  certificate: string
  /** Folder in the bucket; ''. */
  folder: string
}
