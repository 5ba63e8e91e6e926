import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Staging, TemplateStore } from '#server/storage/templateStore.ts'

/** Files that are copied at once: small ones are mostly waiting. */
const AT_ONCE = 8

/** Copies the files of a template into a staging folder; `step` is told how many of how many are done. */
export async function stageTemplate(
  templates: TemplateStore,
  folder: string,
  staging: Staging,
  step: (done: number, of: number) => Promise<void>,
): Promise<void> {
  const entries = await templates.walk([folder])
  const files = entries.filter(({ kind }) => kind === 'file')
  const target = (path: readonly string[]): string => join(staging.dir, ...path.slice(1))
  for (const { kind, path } of entries) if (kind === 'folder') await mkdir(target(path), { recursive: true })
  let done = 0
  await forEach(files, async ({ path }) => {
    await step(done, files.length)
    await mkdir(dirname(target(path)), { recursive: true })
    await pipeline(await templates.stream(path), createWriteStream(target(path)))
    done += 1
  })
}

/** Some at a time. After an error no more are begun, and it is thrown when none is in hand: what follows tidies up. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  let failed = false
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (failed) return
      await work(item).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  const broken = ended.find((each) => each.status === 'rejected')
  if (broken) throw broken.reason
}
