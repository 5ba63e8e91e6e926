import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Staging, TemplateStore } from '#server/storage/templateStore.ts'

/** Copies the files of a template into a staging folder; `step` is told how many of how many are done. */
export async function stageTemplate(
  templates: TemplateStore,
  folder: string,
  staging: Staging,
  step: (done: number, of: number) => Promise<void>,
): Promise<void> {
  const entries = await templates.walk([folder])
  for (const [index, entry] of entries.entries()) {
    await step(index, entries.length)
    const target = join(staging.dir, ...entry.path.slice(1))
    await mkdir(entry.kind === 'folder' ? target : dirname(target), { recursive: true })
    if (entry.kind === 'file') await pipeline(await templates.stream(entry.path), createWriteStream(target))
  }
}
