import PQueue from 'p-queue'
import type { MenuField } from '#shared/contract/column.ts'
import type { FieldPair } from '#shared/contract/content.ts'
import type { SensitiveRule } from '#shared/domain/sensitiveWords.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError, fromWire } from '#shared/errors/index.ts'
import { rulesOf } from '#server/areas/data/sensitive/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { runInThread } from '#server/thread.ts'
import type { Values } from '../store/entries.ts'
import { columnFor, columnOfForm } from '../store/rules.ts'
import type { CleanFacts, Outcome, SentText, TextFacts } from './textFacts.ts'
import type { TextsJob } from './texts.worker.ts'

const SOURCE = new URL('./texts.worker.ts', import.meta.url)
/** Characters of all rich texts of an entry that are worked on in line: some 50 ms, as long as a thread takes to start. */
export const IN_LINE = 128 * 1024
/** Memory of a thread, in MB, and the longest that it may take: both are many times what an article of 20 MB needs. */
const [THREAD_MB, THREAD_MS] = [768, 60_000]
/** Threads at once; other large texts wait. */
const threads = new PQueue({ concurrency: 2 })

const tooMuch = (): AppError =>
  new AppError('too-large', '正文太大或太复杂，请分成几篇，或清除多余的表格和格式后再保存')

/** The rich texts of a form that were worked on in a thread, because they are large; none of another form. */
export class LargeTexts<F extends CleanFacts = TextFacts> {
  private readonly known = new Map<string, { html: string; outcome: Outcome<F> }>()

  constructor(texts: readonly SentText[] = [], outcomes: readonly Outcome<F>[] = []) {
    for (const [at, { fieldName, html }] of texts.entries()) {
      const outcome = outcomes[at]
      if (outcome) this.known.set(fieldName, { html, outcome })
    }
  }

  /** Of a text as it was sent; AppError when it was refused. undefined: it is not one of the large ones. */
  sent(fieldName: string, html: string): F | undefined {
    const found = this.known.get(fieldName)
    if (found?.html !== html) return undefined
    if ('error' in found.outcome) throw fromWire(found.outcome.error)
    return found.outcome.facts
  }
  /** Of a text as it is kept. */
  kept(fieldName: string, clean: string): F | undefined {
    const found = this.known.get(fieldName)
    const facts = found && 'facts' in found.outcome ? found.outcome.facts : undefined
    return facts?.clean === clean ? facts : undefined
  }
}

/** Works on the large texts of a form, for who may write the entry; before its transaction. */
export async function largeTextsOf(
  ctx: CallContext,
  { fieldList, ...form }: Pick<ParsedOf<'content.save'>, 'id' | 'classId' | 'siteId' | 'fieldList'>,
): Promise<LargeTexts> {
  if (!mayBeLarge(fieldList)) return new LargeTexts()
  const column = await columnOfForm(ctx, form)
  const texts = largeIn(column.fields, fieldList)
  return workOnLarge(texts, texts.length > 0 ? await rulesOf(ctx.db) : [], ctx.signal)
}

/** The same for values that were cleaned when they were sent; no access is asked. */
export async function largeTextsIn(ctx: CallContext, classId: number, values: Values): Promise<LargeTexts> {
  const fieldList = Object.entries(values).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue }))
  if (!mayBeLarge(fieldList)) return new LargeTexts()
  return workOnLarge(largeIn((await columnFor(ctx, classId)).fields, fieldList), [], ctx.signal)
}

/** The rich texts among the pairs, when they are too many characters for the server's own thread; else none. */
export function largeIn(fields: readonly MenuField[], pairs: readonly FieldPair[]): SentText[] {
  const editors = new Map(
    fields.filter(({ fieldType }) => fieldType === 'Editor').map((each) => [each.fieldName, each]),
  )
  const texts = pairs.flatMap(({ fieldName, fieldValue }) => {
    const field = editors.get(fieldName)
    return field ? [{ fieldName, fieldAlias: field.fieldAlias, html: fieldValue }] : []
  })
  return characters(texts.map(({ html }) => html)) > IN_LINE ? texts : []
}

const characters = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0)

/** Could rich texts be too large among these? Asked before anything is read for it. */
const mayBeLarge = (pairs: readonly FieldPair[]): boolean =>
  characters(pairs.map(({ fieldValue }) => fieldValue)) > IN_LINE

/**
 * Works on large rich texts in a thread with bounded memory and time, so that the server goes on answering. Must not be
 * awaited within a transaction: the embedded database lets nobody else in meanwhile.
 * @param rules the sensitive words to look for
 * @throws AppError `too-large` beyond the bounds, `cancelled` after the signal.
 */
export const workOnLarge = (
  texts: readonly SentText[],
  rules: readonly SensitiveRule[],
  signal: AbortSignal,
): Promise<LargeTexts> => inThread<TextFacts>(texts, rules, signal)

/** The same for a preview, which only shows them. */
export const cleanLarge = (texts: readonly SentText[], signal: AbortSignal): Promise<LargeTexts<CleanFacts>> =>
  inThread<CleanFacts>(texts, null, signal)

async function inThread<F extends CleanFacts>(
  texts: readonly SentText[],
  rules: TextsJob['rules'],
  signal: AbortSignal,
): Promise<LargeTexts<F>> {
  if (texts.length === 0) return new LargeTexts<F>()
  const job: TextsJob = { texts, rules }
  const bounds = { mb: THREAD_MB, ms: THREAD_MS, tooMuch, signal }
  const outcomes = await threads.add(() => runInThread<Outcome<F>[]>(SOURCE, job, bounds))
  return new LargeTexts(texts, outcomes)
}
