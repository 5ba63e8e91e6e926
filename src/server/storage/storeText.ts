import { writeFile } from 'node:fs/promises'
import type { BlobStore } from './blobStore.ts'
import { discardTemp } from './leftovers.ts'

/** Puts a short text into the store under a key of its own. */
export async function storeText(blobs: BlobStore, key: string, text: string): Promise<void> {
  const file = await blobs.tempFile()
  try {
    await writeFile(file, text, { flag: 'wx' })
    await blobs.keep({ file, size: Buffer.byteLength(text) }, key)
  } finally {
    await discardTemp(file)
  }
}
