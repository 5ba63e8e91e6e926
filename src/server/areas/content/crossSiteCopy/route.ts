import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { ONLY_LIST_COLUMNS } from '#shared/contract/crossSiteCopy.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { canMatch, type NamePair } from '#shared/domain/fieldMatch.ts'
import { INDEPENDENT_SITE } from '#shared/domain/siteManage.ts'
import { AppError } from '#shared/errors/index.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { requireContentColumn, type ContentColumn } from '../entry/index.ts'

/** What is copied where. `ruleId` is 0 for a copy by hand. */
export interface CopyOrder {
  ruleId: number
  /** Title of the rule; '' for a copy by hand. */
  rule: string
  sourceMenuId: number
  targetMenuId: number
  /** Null pairs fields of the same name and type. */
  pairs: readonly NamePair[] | null
}

/** Two fields of one type: the source's value is copied into the target. */
export interface FieldPair {
  source: MenuField
  target: MenuField
}

/** The current columns, the titles of their sites, and the field pairs that exist. */
export interface Route {
  source: ContentColumn
  target: ContentColumn
  sourceSite: string
  targetSite: string
  pairs: readonly FieldPair[]
}

/**
 * Resolves the columns and fields of an order. AppErrors say what prevents copying: a missing column, field or site.
 */
export async function findRoute(db: Kysely<Database>, order: CopyOrder): Promise<Route> {
  const source = await findColumnFor(db, '源站栏目', order.sourceMenuId)
  const target = await findColumnFor(db, '目标站栏目', order.targetMenuId)
  if (source.id === target.id) throw new AppError('invalid', '目标站栏目与源站栏目相同，请选择其他栏目')
  if (target.isArticle || (order.ruleId !== 0 && source.isArticle)) throw new AppError('invalid', ONLY_LIST_COLUMNS)
  const sites = await db
    .selectFrom('site')
    .select(['id', 'title', 'manageType'])
    .where('id', 'in', [source.siteId, target.siteId])
    .execute()
  const site = (id: number) => sites.find((each) => each.id === id)
  if (source.siteId !== target.siteId && site(target.siteId)?.manageType === INDEPENDENT_SITE)
    throw new AppError('invalid', `“${site(target.siteId)?.title}”是独立站点，无法跨站复制到其栏目，请选择其他站点`)
  return {
    source,
    target,
    sourceSite: site(source.siteId)?.title ?? '',
    targetSite: site(target.siteId)?.title ?? '',
    pairs: order.pairs ? resolvePairs(source, target, order.pairs) : pairEqualFields(source, target),
  }
}

async function findColumnFor(db: Kysely<Database>, said: string, id: number): Promise<ContentColumn> {
  try {
    return await requireContentColumn({ db }, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') throw new AppError('invalid', ONLY_LIST_COLUMNS)
    if (error instanceof AppError) throw new AppError(error.code, `${said}：${error.message}`)
    throw error
  }
}

/** B·§5: AppError `invalid` names a missing field, or one of another type. */
export function resolvePairs(source: ContentColumn, target: ContentColumn, names: readonly NamePair[]): FieldPair[] {
  const taken = new Set<string>()
  return names.map(({ sourceField, targetField }) => {
    const from = requireField(source, sourceField)
    const to = requireField(target, targetField)
    if (!canMatch(from, to))
      throw new AppError(
        'invalid',
        `只能匹配同类型的字段：“${fieldTitle(from)}”和“${fieldTitle(to)}”的类型不同，请重新匹配`,
      )
    if (taken.has(targetField)) throw new AppError('invalid', `目标字段“${fieldTitle(to)}”匹配了两次，请只保留一处`)
    taken.add(targetField)
    return { source: from, target: to }
  })
}

function requireField(column: ContentColumn, name: string): MenuField {
  const field = column.fields.find(({ fieldName }) => fieldName === name)
  if (!field) throw new AppError('invalid', `栏目“${column.title}”没有字段“${name}”，可能已被删除，请重新匹配字段`)
  return field
}

function pairEqualFields(source: ContentColumn, target: ContentColumn): FieldPair[] {
  const byName = new Map(target.fields.map((field) => [field.fieldName, field]))
  return source.fields.flatMap((field) => {
    const found = byName.get(field.fieldName)
    return found && canMatch(field, found) ? { source: field, target: found } : []
  })
}
