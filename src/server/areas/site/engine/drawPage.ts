import { availableParallelism } from 'node:os'
import { perServer } from '#server/hints.ts'
import type { CallContext } from '#server/http/context.ts'
import { budgetKey, FairBudget } from '#server/http/workBudget.ts'
import { DRAW_PATIENCE, type DrawResult, type DrawTask } from './drawTask.ts'
import { entryFacts, type SentEntry } from './facts.ts'
import { inlineAssets } from './inline.ts'
import { readSite } from './site.ts'
import { runSiteThread } from './siteThread.ts'

const HEAP_MB = 512

/** Threads that draw pages for previews, each with a heap of up to HEAP_MB. */
export const drawingBudget = perServer(
  () =>
    new FairBudget({
      total: Math.max(2, Math.min(4, availableParallelism())),
      perKey: 1,
      waiting: 24,
      waitingPerKey: 4,
    }),
)

/** An entry as a form has it. */
interface UnsavedEntry {
  siteId: number
  columnId: number
  /** 0: it is new. */
  id: number
  title: string
  date: string
  /** Values of all fields but rich texts. */
  fields: Readonly<Record<string, string>>
  /** Rich texts, cleaned. */
  bodies: Readonly<Record<string, string>>
}

/** Higher than any number of a row. */
const NEW_ID = Number.MAX_SAFE_INTEGER

/**
 * The page of an entry as the site would show it, with the values of a form, as one file that needs no other: styles and
 * pictures of the template stand in it. AppErrors as readSite; `too-many` when too many are asked for at once.
 */
export const drawUnsaved = (
  ctx: Pick<CallContext, 'deps' | 'db' | 'who' | 'ip' | 'signal'>,
  unsaved: UnsavedEntry,
): Promise<DrawResult> => drawingBudget(ctx.deps).run(budgetKey(ctx), () => draw(ctx, unsaved), ctx.signal)

async function draw(ctx: Pick<CallContext, 'deps' | 'db'>, unsaved: UnsavedEntry): Promise<DrawResult> {
  const { siteId, columnId, title, date, fields } = unsaved
  const bundle = await readSite(ctx.deps, ctx.db, siteId)
  const id = unsaved.id || NEW_ID
  const entry: SentEntry = {
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
    entries: withEntry(
      entryFacts(ctx.db, siteId),
      entry,
      bundle.columns.find((each) => each.id === columnId)?.menuType,
    ),
    db: ctx.db,
    mb: HEAP_MB,
    patience: DRAW_PATIENCE,
  })
  return { ...result, html: result.html && (await inlineAssets(ctx.deps, bundle.template, result.html)) }
}

/** The saved entry gives way to the form's; a single article has no other. */
async function* withEntry(
  batches: AsyncIterable<SentEntry[]>,
  entry: SentEntry,
  menuType = 1,
): AsyncGenerator<SentEntry[]> {
  for await (const batch of batches)
    yield batch.filter((each) => each.id !== entry.id && !(menuType === 0 && each.columnId === entry.columnId))
  yield [entry]
}
