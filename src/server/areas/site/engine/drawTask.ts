import { type PageProblem, planSite, Renderer, type SiteIndex } from '#engine/index.ts'

/** One page of a site, drawn to be looked at. */
export interface DrawTask {
  columnId: number
  /** 0: the column's own page. */
  entryId: number
  /** Long texts of the entry that are not saved, cleaned. */
  bodies: Readonly<Record<string, string>>
}

export interface DrawResult {
  /** null: the site has no such page, or it could not be drawn. */
  html: string | null
  problem: PageProblem | null
}

const LONG_MS = 5000

/** Draws the page of an entry, or of a single article's column. */
export function drawOne(index: SiteIndex, { columnId, entryId, bodies }: DrawTask): DrawResult {
  const plan = planSite(index)
  const page =
    plan.pages.find((each) => each.kind === 'entry' && each.entryId === entryId) ??
    plan.pages.find((each) => each.kind === 'column' && each.columnId === columnId && each.entryId === entryId)
  if (!page) return { html: null, problem: plan.problems.find(({ page: at }) => isOf(index, columnId, at)) ?? null }
  const { html, problem } = new Renderer(index).draw(page, { unsaved: { entryId, bodies } })
  return { html, problem }
}

/** Is the problem about an address of the column? */
const isOf = (index: SiteIndex, columnId: number, address: string): boolean => {
  const column = index.column(columnId)
  return [...(column?.listUrls ?? []), ...(column?.detailUrls ?? [])].includes(address)
}

/** ms without a sign of life. */
export const DRAW_PATIENCE = LONG_MS * 2
