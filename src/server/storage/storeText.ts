import { writeFile } from 'node:fs/promises'
import type { BlobStore } from './blobStore.ts'
import { discardTemp } from './leftovers.ts'

/** Stores a short text under a key. */
export async function storeText(blobs: BlobStore, key: string, text: string): Promise<void> {
  const file = await blobs.tempFile()
  try {
    await writeFile(file, text, { flag: 'wx' })
    await blobs.store({ file, size: Buffer.byteLength(text) }, key)
  } finally {
    await discardTemp(file)
  }
}
