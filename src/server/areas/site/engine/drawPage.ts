import { availableParallelism } from 'node:os'
import { perServer } from '#server/hints.ts'
import type { CallContext } from '#server/http/context.ts'
import { budgetKey, FairBudget } from '#server/http/workBudget.ts'
import { DRAW_TIMEOUT_MS, type DrawResult, type DrawTask } from './drawTask.ts'
import { readEntryBatches, type SerializedEntry } from './facts.ts'
import { inlineAssets } from './inline.ts'
import { readSite } from './site.ts'
import { runSiteThread } from './siteThread.ts'

const HEAP_MB = 512

/** Budget of threads that draw previews, each with a heap of up to HEAP_MB. */
export const drawingBudget = perServer(
  () =>
    new FairBudget({
      total: Math.max(2, Math.min(4, availableParallelism())),
      perKey: 1,
      waiting: 24,
      waitingPerKey: 4,
    }),
)

/** An entry as edited in a form. */
interface UnsavedEntry {
  siteId: number
  columnId: number
  /** 0: a new entry. */
  id: number
  title: string
  date: string
  /** Values of all fields except rich texts. */
  fields: Readonly<Record<string, string>>
  /** Sanitized rich texts. */
  bodies: Readonly<Record<string, string>>
}

/** Larger than any row id. */
const NEW_ID = Number.MAX_SAFE_INTEGER

/**
 * Draws the page of an unsaved entry as one self-contained file with the template's styles and images.
 * @throws AppError like readSite; `too-many` when too many previews are requested at once
 */
export const drawUnsavedEntry = (
  ctx: Pick<CallContext, 'deps' | 'db' | 'who' | 'ip' | 'signal'>,
  unsaved: UnsavedEntry,
): Promise<DrawResult> => drawingBudget(ctx.deps).run(budgetKey(ctx), () => draw(ctx, unsaved), ctx.signal)

async function draw(ctx: Pick<CallContext, 'deps' | 'db'>, unsaved: UnsavedEntry): Promise<DrawResult> {
  const { siteId, columnId, title, date, fields } = unsaved
  const bundle = await readSite(ctx.deps, ctx.db, siteId)
  const id = unsaved.id || NEW_ID
  const entry: SerializedEntry = {
    id,
    columnId,
    title,
    date,
    sort: 0,
    promotions: 0,
    hits: 0,
    revision: 'unsaved',
    fields: JSON.stringify(fields),
  }
  const result = await runSiteThread<DrawTask, never, DrawResult>(new URL('./draw.worker.ts', import.meta.url), {
    bundle,
    task: { columnId, entryId: id, bodies: unsaved.bodies },
    entries: replaceEntry(
      readEntryBatches(ctx.db, siteId),
      entry,
      bundle.columns.find((each) => each.id === columnId)?.menuType,
    ),
    db: ctx.db,
    heapMb: HEAP_MB,
    timeoutMs: DRAW_TIMEOUT_MS,
  })
  return { ...result, html: result.html && (await inlineAssets(ctx.deps, bundle.template, result.html)) }
}

/** Replaces the saved entry by the form's; a single-article column has no other entry. */
async function* replaceEntry(
  batches: AsyncIterable<SerializedEntry[]>,
  entry: SerializedEntry,
  menuType = 1,
): AsyncGenerator<SerializedEntry[]> {
  for await (const batch of batches)
    yield batch.filter((each) => each.id !== entry.id && !(menuType === 0 && each.columnId === entry.columnId))
  yield [entry]
}
