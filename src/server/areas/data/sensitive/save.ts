import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { foldWord } from '#shared/domain/sensitiveWords.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireClassId } from './classes.ts'
import type { SensitiveRow } from './present.ts'

/** Finds a word. AppError `not-found`. */
export async function requireWord({ db }: CallContext, id: number): Promise<SensitiveRow> {
  const row = await db.selectFrom('sensitive_word').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('敏感词不存在，可能已被删除，请刷新', id)
  return row
}

/** Column values that a save writes. */
export function toRow(ctx: CallContext, words: { sensitiveWord: string; propWord: string }) {
  const { sensitiveWord, propWord } = words
  const [updatedBy, updateTime] = [ctx.requireSignedIn().username, ctx.clock.now().getTime()]
  return { sensitiveWord, propWord, folded: foldWord(sensitiveWord), updatedBy, updateTime }
}

/** Adds a word, or saves one whose version is unchanged. @throws AppError `conflict` for a word that exists already */
export async function saveWord(ctx: CallContext, form: ParsedOf<'sensitive.save'>): Promise<SensitiveRow> {
  const { id, version } = form
  const { updatedBy: _by, updateTime, ...words } = toRow(ctx, form)
  await requireNew(ctx, words.folded, id)
  return saveVersioned(ctx, 'sensitive_word', {
    id,
    version,
    row: { ...words, ...(form.classId !== undefined && { classId: await requireClassId(ctx, form.classId) }) },
    insertOnly: { createTime: updateTime },
    find: requireWord,
    nameOf: ({ sensitiveWord }) => `敏感词“${sensitiveWord}”`,
    // Another call added the word at the same time.
    duplicateError: () => wordExists(form.sensitiveWord),
  })
}

async function requireNew({ db }: CallContext, folded: string, id: number): Promise<void> {
  const same = db.selectFrom('sensitive_word').select('sensitiveWord').where('folded', '=', folded)
  const row = await same.where('id', '!=', id).executeTakeFirst()
  if (row) throw wordExists(row.sensitiveWord)
}

const wordExists = (word: string): AppError =>
  new AppError('conflict', `敏感词“${word}”已存在，请换一个或编辑已有的敏感词`)

/** Deletes words, all or none. AppError `not-found` names missing ones. */
export async function removeWords({ db }: CallContext, list: readonly number[]): Promise<void> {
  const ids = [...new Set(list)]
  const rows = await db.deleteFrom('sensitive_word').where('id', 'in', ids).returning('id').execute()
  const there = new Set(rows.map(({ id }) => id))
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length > 0) throw missingRecords({ kind: '敏感词', ids: gone })
}
