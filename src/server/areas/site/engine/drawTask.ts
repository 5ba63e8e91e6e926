import { type PageProblem, planSite, Renderer, type SiteIndex } from '#engine/index.ts'

/** A page of a site to be drawn as a preview. */
export interface DrawTask {
  columnId: number
  /** 0: the column's own page. */
  entryId: number
  /** Sanitized, unsaved rich texts of the entry. */
  bodies: Readonly<Record<string, string>>
}

export interface DrawResult {
  /** null: the page does not exist or could not be drawn. */
  html: string | null
  problem: PageProblem | null
}

const MAX_PAGE_MS = 5000

/** Draws the page of an entry, or of a single-article column. */
export function drawEntryPage(index: SiteIndex, { columnId, entryId, bodies }: DrawTask): DrawResult {
  const plan = planSite(index)
  const page =
    plan.pages.find((each) => each.kind === 'entry' && each.entryId === entryId) ??
    plan.pages.find((each) => each.kind === 'column' && each.columnId === columnId && each.entryId === entryId)
  if (!page)
    return { html: null, problem: plan.problems.find(({ page: at }) => isColumnAddress(index, columnId, at)) ?? null }
  const { html, problem } = new Renderer(index).render(page, { unsaved: { entryId, bodies } })
  return { html, problem }
}

/** Whether the address belongs to the column. */
const isColumnAddress = (index: SiteIndex, columnId: number, address: string): boolean => {
  const column = index.column(columnId)
  return [...(column?.listUrls ?? []), ...(column?.detailUrls ?? [])].includes(address)
}

/** Timeout without any message of the thread, ms. */
export const DRAW_TIMEOUT_MS = MAX_PAGE_MS * 2
