import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { DAY_MS } from '#shared/util/dates.ts'
import { type S3Server, startS3 } from '#tests/fakes/s3.ts'

/** An empty bucket that goes with the test. */
export async function bucket(): Promise<S3Server> {
  const s3 = await startS3()
  onTestFinished(() => s3.close())
  return s3
}

/** Makes all that a folder holds so many days old, but for what its server replaces meanwhile. */
export async function age(folder: string, days = 2): Promise<void> {
  const before = new Date(Date.now() - days * DAY_MS)
  for (const item of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (item.isFile()) await utimes(join(item.parentPath, item.name), before, before).catch(unlessGone)
}

const unlessGone = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error
}
