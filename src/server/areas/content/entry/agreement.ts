import type { Kysely } from 'kysely'
import type { SensitiveHit } from '#shared/contract/content.ts'
import { AppError } from '#shared/errors/index.ts'
import { someOf } from '#shared/util/lists.ts'
import type { Database } from '#server/db/schema.ts'
import { forbiddingClasses, type ForbiddingClass, findHits } from '#server/areas/data/sensitive/index.ts'
import type { LargeTexts } from '../texts/largeTexts.ts'
import type { EventWriter } from './events.ts'
import { type Entry, describeEntry, type Values } from '../store/entries.ts'
import { type ContentColumn, findWorkflow } from '../store/rules.ts'
import { toReadable } from '../store/texts.ts'

/** Forbidding classes of sensitive words, by id. */
type Classes = ReadonlyMap<number, ForbiddingClass>

/** A write, as the publication check (decisions 035, 040) sees it. */
export interface PublicationWrite {
  before: Entry | null
  change: {
    values: Values
    isStatus: boolean
    reason: string
    large?: LargeTexts
    isTakingOff?: true
    /** Forbidding classes that were agreed to in the write's application. */
    agreedClasses?: readonly number[]
  }
}

/** What must be agreed to before a form's values become public. */
export interface WordingCheck {
  /** Sensitive words, with the people who must agree to them. */
  sensitive: SensitiveHit[]
  /** Classes that forbid the words without another person's agreement. */
  asked: ForbiddingClass[]
  /** Is an application needed, because of these classes or a workflow? */
  needsApplication: boolean
}

/** AppError `conflict` with the sensitive words that would become public, unless the form accepts them. */
export async function checkWording(
  ctx: EventWriter,
  column: ContentColumn,
  before: Entry | null,
  form: { values: Values; isStatus: boolean; acceptSensitive: boolean; large?: LargeTexts | undefined },
): Promise<WordingCheck> {
  const sensitive = await addPersons(ctx, await findSensitive(ctx.db, column, form.values, form.large))
  if (!form.isStatus) return { sensitive, asked: [], needsApplication: false }
  if (!form.acceptSensitive) await requireAccepted(ctx, sensitive)
  const asked = await findRequiredClasses(ctx, sensitive)
  const needsAgreement = findWorkflow(column) !== null || asked.length > 0
  return { sensitive, asked, needsApplication: needsAgreement && publishesNewContent(column, before, form.values) }
}

/** The sensitive words in the texts of an entry that readers see. */
export async function findSensitive(
  db: Kysely<Database>,
  column: ContentColumn,
  values: Values,
  large?: LargeTexts,
): Promise<SensitiveHit[]> {
  const known = column.fields.flatMap(
    ({ fieldName }) => large?.findByStored(fieldName, values[fieldName] ?? '')?.hits ?? [],
  )
  const others = await findHits(
    db,
    column.fields.flatMap((field) => {
      if (large?.findByStored(field.fieldName, values[field.fieldName] ?? '')) return []
      const [value, isHtml] = [values[field.fieldName] ?? '', field.fieldType === 'Editor']
      return {
        fieldName: field.fieldName,
        fieldAlias: field.fieldAlias || field.fieldName,
        // HTML is searched as it is stored: alt and title count, and offsets point into the stored value.
        text: isHtml ? value : toReadable(field.fieldType, value),
        html: isHtml,
        placed: !field.fieldType.startsWith('Batch'),
      }
    }),
  )
  const order = column.fields.map(({ fieldName }) => fieldName)
  return [...known, ...others].sort((a, b) => order.indexOf(a.fieldName) - order.indexOf(b.fieldName))
}

/** AppError `conflict` that carries the words (contentSave.acceptSensitive). @param remedy advice for the person */
export function requireNoWords(hits: readonly SensitiveHit[], entry = '', remedy = '请修改后再发布'): void {
  const [first] = hits
  if (!first) return
  const words = [...new Set(hits.map(({ word }) => word))]
  const named = words.map((word) => `“${word}”`)
  const said = `${entry}含有敏感词${someOf(named, 5, ' 等 N 个')}`
  throw new AppError('conflict', `${said}，${remedy}`, {
    details: { fact: { kind: 'words', hits: [...hits] } },
  })
}

/** Would publishing these values make new content public? */
export const publishesNewContent = (column: ContentColumn, before: Entry | null, values: Values): boolean =>
  before?.row.isStatus !== 1 || before.row.classId !== column.id || !sameValues(before.values, values)

/** Names of the fields that differ. A missing text equals an empty one. */
export const changedNames = (before: Values, after: Values): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => (before[name] ?? '') !== (after[name] ?? ''),
  )
export const sameValues = (before: Values, after: Values): boolean => changedNames(before, after).length === 0

/** Adds the people who must agree to each word, from the caller's point of view. */
export async function addPersons(ctx: EventWriter, hits: readonly SensitiveHit[]): Promise<SensitiveHit[]> {
  if (!hits.some(({ classId }) => classId)) return [...hits]
  const classes = await forbiddingClasses(ctx.db)
  const { accountId } = ctx.requireSignedIn()
  return hits.map((hit) => {
    const found = classes.get(hit.classId ?? 0)
    if (!found) return hit
    const { title, persons } = found
    const own = persons.some((person) => person.accountId === accountId)
    return { ...hit, forbids: { title, persons: persons.map(({ name }) => name).filter((name) => name !== ''), own } }
  })
}

/** Classes that forbid these words without another person's agreement; none of those to which the caller may agree. */
export async function findRequiredClasses(
  ctx: EventWriter,
  hits: readonly SensitiveHit[],
  agreed: readonly number[] = [],
): Promise<ForbiddingClass[]> {
  if (!hits.some(({ classId }) => classId)) return []
  return filterRequiredClasses(await forbiddingClasses(ctx.db), ctx.requireSignedIn().accountId, hits, agreed)
}

function filterRequiredClasses(
  classes: Classes,
  accountId: number,
  hits: readonly SensitiveHit[],
  agreed: readonly number[],
) {
  const ids = new Set(hits.flatMap(({ classId }) => classId ?? []))
  return [...ids].flatMap((id) => {
    const found = agreed.includes(id) ? undefined : classes.get(id)
    return found && !found.persons.some((person) => person.accountId === accountId) ? found : []
  })
}

/**
 * The publication check: in a column with a workflow, new public texts need an application (decision 035). Words of a
 * forbidding class need a caller who may agree to them, or an application agreed to by such a person. AppError
 * `conflict` with the fact `words`.
 */
export async function requireAgreement(
  ctx: EventWriter,
  column: ContentColumn,
  list: readonly PublicationWrite[],
): Promise<void> {
  const newlyPublic = list.filter(
    ({ before, change }) =>
      change.isStatus && !change.isTakingOff && publishesNewContent(column, before, change.values),
  )
  if (newlyPublic.length === 0) return
  if (findWorkflow(column) && newlyPublic.some(({ change }) => change.reason !== 'agree'))
    throw new Error(`an entry of column ${column.id} was to be public without the agreement that it needs`)
  const classes = await forbiddingClasses(ctx.db)
  if (classes.size === 0) return
  const { accountId } = ctx.requireSignedIn()
  for (const { before, change } of newlyPublic) {
    const hits = await findSensitive(ctx.db, column, change.values, change.large)
    const missing = filterRequiredClasses(classes, accountId, hits, change.agreedClasses ?? [])
    if (missing.length === 0) continue
    const ids = new Set(missing.map(({ id }) => id))
    const forbidden = hits.filter(({ classId }) => ids.has(classId ?? 0))
    requireNoWords(await addPersons(ctx, forbidden), before ? describeEntry(before.row) : '', formatRemedy(missing))
  }
}

/** Advice for words that need other people's agreement. */
export const formatRemedy = (classes: readonly ForbiddingClass[]): string =>
  classes
    .map(({ title, persons }) => {
      const names = persons.map(({ name }) => name).filter((name) => name !== '')
      return `“${title}”须经${names.length > 0 ? names.join('或') : '超级管理员'}同意后才能发布`
    })
    .join('；')

/** AppError `conflict` with the sensitive words of texts to be published, and who must agree to them. */
export async function requireAccepted(ctx: EventWriter, hits: readonly SensitiveHit[], entry = ''): Promise<void> {
  if (hits.length === 0) return
  const missing = await findRequiredClasses(ctx, hits)
  const remedy = missing.length > 0 ? [formatRemedy(missing)] : []
  requireNoWords(await addPersons(ctx, hits), entry, ...remedy)
}
