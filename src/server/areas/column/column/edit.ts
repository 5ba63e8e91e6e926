import type { CallContext } from '#server/http/context.ts'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { switchAction } from '#shared/domain/columnAccess.ts'
import { changeColumn, nextVersion } from './change.ts'
import { lockFields } from './fieldsLock.ts'
import type { ColumnRow } from './repo.ts'
import { requireColumn } from './rules.ts'
import { requirePositions } from './save.ts'
import { workflows } from './workflowPort.ts'

/** Switches that the column's form contains too: its readers must notice a change. */
const FORM_SWITCHES: ReadonlySet<string> = new Set(['targetBlank', 'isAddArticle'])

/** Toggles a switch, or sets it to `value`; returns the new state. */
export async function setSwitch(
  ctx: CallContext,
  { id, menuSwitchEnum, value }: ParsedOf<'column.updateSwitch'>,
): Promise<boolean> {
  await requireColumn(ctx, id, switchAction(menuSwitchEnum))
  const row = await ctx.db
    .updateTable('site_column')
    .set((eb) => ({
      [menuSwitchEnum]: value === undefined ? eb(eb.val(1), '-', eb.ref(menuSwitchEnum)) : Number(value),
    }))
    .$if(FORM_SWITCHES.has(menuSwitchEnum), (query) => query.set(nextVersion(ctx)))
    .where('id', '=', id)
    .returning(menuSwitchEnum)
    .executeTakeFirstOrThrow()
  return row[menuSwitchEnum] === 1
}

export async function setSort(ctx: CallContext, { id, sort }: ParsedOf<'column.updateSort'>): Promise<void> {
  await requireColumn(ctx, id, 'sort')
  await ctx.db.updateTable('site_column').set({ sort }).set(nextVersion(ctx)).where('id', '=', id).execute()
}

/** The settings dialog of the channel view (A·§2): names, and positions where the column's kind offers them. */
export async function setTitle(ctx: CallContext, input: ParsedOf<'column.updateTitle'>): Promise<ColumnRow> {
  const before = await requireColumn(ctx, input.id, 'edit')
  requirePositions(input.showPositionIds, before)
  const { title, enTitle = before.enTitle, showPositionIds } = input
  const positions = showPositionIds && { showPositionIds: JSON.stringify(showPositionIds) }
  return changeColumn(ctx, before, { title, enTitle, ...positions }, input.version)
}

export async function setSeo(ctx: CallContext, input: ParsedOf<'column.updateSeo'>): Promise<ColumnRow> {
  const before = await requireColumn(ctx, input.id, 'edit')
  const { seoTitle = before.seoTitle, seoKeywords = before.seoKeywords, seoDescription = before.seoDescription } = input
  return changeColumn(ctx, before, { seoTitle, seoKeywords, seoDescription }, input.version)
}

/** Returns the column before and after. The caller updates the column's entries. */
export async function setFields(
  ctx: CallContext,
  input: ParsedOf<'column.settingField'>,
): Promise<Record<'before' | 'row', ColumnRow>> {
  await lockFields(ctx.db, input.id)
  const before = await requireColumn(ctx, input.id, 'edit')
  const fields = JSON.stringify(input.menuFieldDTOList)
  return { before, row: await changeColumn(ctx, before, { fields }, input.version) }
}

/** Workflow links have their own menu, so the column's flag against changes does not apply. */
export async function setWorkFlow(ctx: CallContext, input: ParsedOf<'column.saveWorkFlow'>): Promise<ColumnRow> {
  const before = await requireColumn(ctx, input.id, 'attributes')
  return changeColumn(ctx, before, { relationWorkFlow: await toStoredLink(ctx, before, input) }, input.version)
}

/** The stored link: an active one must name a workflow of the site, whose current name is stored. */
async function toStoredLink(
  ctx: CallContext,
  { siteId }: ColumnRow,
  { relationWorkFlow }: ParsedOf<'column.saveWorkFlow'>,
): Promise<string> {
  const link = readWorkflowLink(relationWorkFlow)
  if (!link?.status) return relationWorkFlow
  const { title, revocability } = await workflows.get().requireUsable(ctx, siteId, link.workFlowId)
  return JSON.stringify({ ...link, workFlowName: title, revocability })
}
