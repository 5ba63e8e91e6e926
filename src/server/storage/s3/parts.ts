import { open } from 'node:fs/promises'
import type { S3mini } from 's3mini'

/** A part in memory; 10,000 parts at most are allowed, so this carries 78 GB. */
export const PART_BYTES = 8 * 1024 * 1024

/** Sends a file part by part, one in memory at a time. A failed one leaves no parts that would be paid for. */
export async function putInParts(bucket: S3mini, key: string, file: string): Promise<void> {
  const id = await bucket.getMultipartUploadId(key)
  const handle = await open(file, 'r')
  try {
    const parts = []
    for (let at = 0; ;) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(PART_BYTES), 0, PART_BYTES, at)
      if (bytesRead === 0) break
      parts.push(await bucket.uploadPart(key, id, buffer.subarray(0, bytesRead), parts.length + 1))
      at += bytesRead
    }
    await bucket.completeMultipartUpload(key, id, parts)
  } catch (error) {
    await bucket.abortMultipartUpload(key, id).catch(() => undefined)
    throw error
  } finally {
    await handle.close()
  }
}
