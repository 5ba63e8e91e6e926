import { hashOf, type TemplateFile } from '#engine/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { budgetKey } from '#server/http/workBudget.ts'
import { drawingBudget } from './drawPage.ts'
import { DRAW_PATIENCE } from './drawTask.ts'
import { entryFacts } from './facts.ts'
import { inlineAssets } from './inline.ts'
import { readSiteFacts } from './site.ts'
import { runSiteThread } from './siteThread.ts'
import { readTemplateFolder, type TemplateFolder } from './templateFiles.ts'
import type { DrawnTemplate, TemplateTask } from './templateTask.ts'

const HEAP_MB = 512

/** Whoever asks for a drawing, for whom it is counted. */
type DrawingContext = Pick<CallContext, 'deps' | 'db' | 'who' | 'ip' | 'signal'>

/** A template as an editor has it. */
interface UnsavedTemplate extends TemplateTask {
  /** Its published entries stand in the page. */
  siteId: number
  template: { id: number; folder: string }
  /** Texts that are not saved, by their paths from the folder down. */
  texts: ReadonlyMap<string, string>
}

/**
 * A page of a site drawn with a template's folder, where some files have texts that are not saved: as one file that needs no
 * other. The site need not use the template. AppErrors as readSiteFacts; `too-many` when too many are asked for at once.
 */
export const drawUnsavedTemplate = (ctx: DrawingContext, unsaved: UnsavedTemplate): Promise<DrawnTemplate> =>
  drawingBudget(ctx.deps).run(budgetKey(ctx), () => draw(ctx, unsaved), ctx.signal)

async function draw(
  ctx: DrawingContext,
  { siteId, template: { id, folder }, texts, path, address }: UnsavedTemplate,
): Promise<DrawnTemplate> {
  const facts = await readSiteFacts(ctx.deps, ctx.db, siteId)
  const template = withTexts(await readTemplateFolder(ctx.deps, { id, folder }), texts)
  const source = new URL('./template.worker.ts', import.meta.url)
  const drawn = await runSiteThread<TemplateTask, never, DrawnTemplate>(source, {
    // Whoever looks at a preview is no visitor.
    bundle: { ...facts, site: { ...facts.site, countScript: '' }, template },
    task: { path, address },
    entries: entryFacts(ctx.db, siteId),
    db: ctx.db,
    mb: HEAP_MB,
    patience: DRAW_PATIENCE,
  })
  return { ...drawn, html: drawn.html && (await inlineAssets(ctx.deps, template, drawn.html, texts)) }
}

/** The folder with these texts in place of what is stored; files that are not stored any more stand in it, too. */
function withTexts({ id, folder, files }: TemplateFolder, texts: ReadonlyMap<string, string>): TemplateFolder {
  const all = new Map<string, TemplateFile>(files)
  for (const [path, text] of texts)
    all.set(path, { text, size: Buffer.byteLength(text), revision: `unsaved ${hashOf(text)}` })
  return { id, folder, files: [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)) }
}
