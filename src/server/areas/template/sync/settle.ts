import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { parsePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { UnsettledBatch } from '#server/storage/templateStore.ts'
import { rowsAt } from '../feed/index.ts'
import { lockTemplate } from '../template/index.ts'

const EVERY_MS = 30_000

/** Forgets what was kept beside the templates for a power cut, once the templates' own files are safe. */
export function settleSometimes(app: FastifyInstance, deps: ServerDeps): void {
  let timer: NodeJS.Timeout | undefined
  const run = async (): Promise<void> => (await storesOf(deps)).templates.settle(deps.clock.now())
  const tryTo = (): void => void run().catch((err: unknown) => deps.log.error({ err }, 'files of a batch not flushed'))
  app.addHook('onListen', async () => {
    // Also at once: where a server never runs for long, each start would have more to look through.
    tryTo()
    timer = setInterval(tryTo, EVERY_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/**
 * Gives files back the content that a committed batch gave them and the disk has lost in a power cut. Runs before the
 * server listens, under each template's lock.
 */
export async function mendUnsettled(deps: ServerDeps): Promise<void> {
  const { templates } = await storesOf(deps)
  for (const batch of await templates.unsettled()) await mend(deps, batch)
}

async function mend(deps: ServerDeps, { folder, files, read }: UnsettledBatch): Promise<void> {
  const { templates: store } = await storesOf(deps)
  const row = await deps.db.selectFrom('template').select('id').where('folder', '=', folder).executeTakeFirst()
  if (!row) return
  await deps.db.transaction().execute(async (db) => {
    const kept = await rowsAt(
      db,
      row.id,
      files.map(({ path }) => path),
    )
    const lost: number[] = []
    for (const [at, { path, sha256 }] of files.entries()) {
      // The row has other content: it was written later, or the batch was never committed.
      if (kept.get(path)?.sha256 !== sha256) continue
      const place = [folder, ...parsePath(path)]
      const entry = await store.stat(place)
      if (entry?.kind === 'folder' || (entry && (await store.sha256(place)) === sha256)) continue
      lost.push(at)
    }
    if (lost.length === 0) return
    await lockTemplate(db, row.id)
    for (const at of lost) {
      const { path } = files[at] ?? { path: '' }
      await store.write([folder, ...parsePath(path)], await read(at))
    }
    deps.log.warn({ folder, files: lost.length }, 'files of a batch restored after a power cut')
  })
}
