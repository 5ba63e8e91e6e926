import PQueue from 'p-queue'
import type { MenuField } from '#shared/contract/column.ts'
import type { FieldPair } from '#shared/contract/content.ts'
import type { SensitiveRule } from '#shared/domain/sensitiveWords.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError, fromWire } from '#shared/errors/index.ts'
import { readRules } from '#server/areas/data/sensitive/index.ts'
import type { CallContext } from '#server/http/context.ts'
import { runInThread } from '#server/runInThread.ts'
import type { Values } from '../store/entries.ts'
import { requireContentColumn, requireFormColumn } from '../store/rules.ts'
import type { CleanFacts, Outcome, SentText, TextFacts } from './textFacts.ts'
import type { TextsJob } from './texts.worker.ts'

const SOURCE = new URL('./texts.worker.ts', import.meta.url)
/**
 * Characters of an entry's rich texts that are processed on the main thread: about 50 ms, as long as starting a
 * thread takes.
 */
export const MAX_IN_LINE_CHARS = 128 * 1024
/** Memory (MB) and time (ms) limits of a thread: many times what an article of 20 MB needs. */
const [THREAD_MB, THREAD_MS] = [768, 60_000]
/** Concurrent threads; other large texts wait. */
const threads = new PQueue({ concurrency: 2 })

const textsTooLarge = (): AppError =>
  new AppError('too-large', '正文过大或过于复杂，请拆分为多篇，或清除多余的表格和格式后再保存')

/** Results for the large rich texts of a form, which were processed in a thread; empty for other forms. */
export class LargeTexts<F extends CleanFacts = TextFacts> {
  private readonly known = new Map<string, { html: string; outcome: Outcome<F> }>()

  constructor(texts: readonly SentText[] = [], outcomes: readonly Outcome<F>[] = []) {
    for (const [at, { fieldName, html }] of texts.entries()) {
      const outcome = outcomes[at]
      if (outcome) this.known.set(fieldName, { html, outcome })
    }
  }

  /** Result for a text as sent; throws the AppError of a refused text. undefined: the text is not a large one. */
  findBySent(fieldName: string, html: string): F | undefined {
    const found = this.known.get(fieldName)
    if (found?.html !== html) return undefined
    if ('error' in found.outcome) throw fromWire(found.outcome.error)
    return found.outcome.facts
  }
  /** Result for a text in its sanitized, stored form. */
  findByStored(fieldName: string, clean: string): F | undefined {
    const found = this.known.get(fieldName)
    const facts = found && 'facts' in found.outcome ? found.outcome.facts : undefined
    return facts?.clean === clean ? facts : undefined
  }
}

/** Processes the large texts of a form before its transaction; requires the right to write the entry. */
export async function processForm(
  ctx: CallContext,
  { fieldList, ...form }: Pick<ParsedOf<'content.save'>, 'id' | 'classId' | 'siteId' | 'fieldList'>,
): Promise<LargeTexts> {
  if (!mayBeLarge(fieldList)) return new LargeTexts()
  const column = await requireFormColumn(ctx, form)
  const texts = findLarge(column.fields, fieldList)
  return processLarge(texts, texts.length > 0 ? await readRules(ctx.db) : [], ctx.signal)
}

/** Processes stored, already sanitized values; checks no permissions. */
export async function processStored(ctx: CallContext, classId: number, values: Values): Promise<LargeTexts> {
  const fieldList = Object.entries(values).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue }))
  if (!mayBeLarge(fieldList)) return new LargeTexts()
  return processLarge(findLarge((await requireContentColumn(ctx, classId)).fields, fieldList), [], ctx.signal)
}

/** The rich texts of the pairs, if they are too long for the main thread; else none. */
export function findLarge(fields: readonly MenuField[], pairs: readonly FieldPair[]): SentText[] {
  const editors = new Map(
    fields.filter(({ fieldType }) => fieldType === 'Editor').map((each) => [each.fieldName, each]),
  )
  const texts = pairs.flatMap(({ fieldName, fieldValue }) => {
    const field = editors.get(fieldName)
    return field ? [{ fieldName, fieldAlias: field.fieldAlias, html: fieldValue }] : []
  })
  return countCharacters(texts.map(({ html }) => html)) > MAX_IN_LINE_CHARS ? texts : []
}

const countCharacters = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0)

/** Can the pairs contain large rich texts? Checked before anything is read. */
const mayBeLarge = (pairs: readonly FieldPair[]): boolean =>
  countCharacters(pairs.map(({ fieldValue }) => fieldValue)) > MAX_IN_LINE_CHARS

/**
 * Processes large rich texts in a thread with limited memory and time, so that the server stays responsive. Must not
 * be awaited within a transaction: SQLite blocks all other writers meanwhile.
 * @param rules sensitive words to search for
 * @throws AppError `too-large` beyond the limits, `cancelled` after the signal
 */
export const processLarge = (
  texts: readonly SentText[],
  rules: readonly SensitiveRule[],
  signal: AbortSignal,
): Promise<LargeTexts> => processInThread<TextFacts>(texts, rules, signal)

/** Like processLarge, only sanitizing, for a preview. */
export const sanitizeLarge = (texts: readonly SentText[], signal: AbortSignal): Promise<LargeTexts<CleanFacts>> =>
  processInThread<CleanFacts>(texts, null, signal)

async function processInThread<F extends CleanFacts>(
  texts: readonly SentText[],
  rules: TextsJob['rules'],
  signal: AbortSignal,
): Promise<LargeTexts<F>> {
  if (texts.length === 0) return new LargeTexts<F>()
  const job: TextsJob = { texts, rules }
  const bounds = { heapMb: THREAD_MB, timeoutMs: THREAD_MS, limitError: textsTooLarge, signal }
  const outcomes = await threads.add(() => runInThread<Outcome<F>[]>(SOURCE, job, bounds))
  return new LargeTexts(texts, outcomes)
}
