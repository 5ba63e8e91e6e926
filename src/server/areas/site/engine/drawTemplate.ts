import { hashOf, type TemplateFile } from '#engine/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { budgetKey } from '#server/http/workBudget.ts'
import { drawingBudget } from './drawPage.ts'
import { DRAW_TIMEOUT_MS } from './drawTask.ts'
import { readEntryBatches } from './facts.ts'
import { inlineAssets } from './inline.ts'
import { readSiteFacts } from './site.ts'
import { runSiteThread } from './siteThread.ts'
import { readTemplateFolder, type TemplateFolder } from './templateFiles.ts'
import type { DrawnTemplate, TemplateTask } from './templateTask.ts'

const HEAP_MB = 512

/** The caller a preview is counted for. */
type DrawingContext = Pick<CallContext, 'deps' | 'db' | 'who' | 'ip' | 'signal'>

/** A template with unsaved changes. */
interface UnsavedTemplate extends TemplateTask {
  /** The site whose published entries are shown. */
  siteId: number
  template: { id: number; folder: string }
  /** Unsaved texts by their path in the folder. */
  texts: ReadonlyMap<string, string>
}

/**
 * Draws a page of a site with a template whose unsaved texts replace stored files, as one self-contained file. The site
 * need not use the template.
 * @throws AppError like readSiteFacts; `too-many` when too many previews are requested at once
 */
export const drawUnsavedTemplate = (ctx: DrawingContext, unsaved: UnsavedTemplate): Promise<DrawnTemplate> =>
  drawingBudget(ctx.deps).run(budgetKey(ctx), () => draw(ctx, unsaved), ctx.signal)

async function draw(
  ctx: DrawingContext,
  { siteId, template: { id, folder }, texts, path, address }: UnsavedTemplate,
): Promise<DrawnTemplate> {
  const facts = await readSiteFacts(ctx.deps, ctx.db, siteId)
  const template = applyTexts(await readTemplateFolder(ctx.deps, { id, folder }), texts)
  const source = new URL('./template.worker.ts', import.meta.url)
  const drawn = await runSiteThread<TemplateTask, never, DrawnTemplate>(source, {
    // Previews don't count as visits.
    bundle: { ...facts, site: { ...facts.site, countScript: '' }, template },
    task: { path, address },
    entries: readEntryBatches(ctx.db, siteId),
    db: ctx.db,
    heapMb: HEAP_MB,
    timeoutMs: DRAW_TIMEOUT_MS,
  })
  return { ...drawn, html: drawn.html && (await inlineAssets(ctx.deps, template, drawn.html, texts)) }
}

/** Replaces stored files by unsaved texts; texts without a stored file are added. */
function applyTexts({ id, folder, files }: TemplateFolder, texts: ReadonlyMap<string, string>): TemplateFolder {
  const all = new Map<string, TemplateFile>(files)
  for (const [path, text] of texts)
    all.set(path, { text, size: Buffer.byteLength(text), revision: `unsaved ${hashOf(text)}` })
  return { id, folder, files: [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)) }
}
