import { useCallback } from 'react'
import type { ContentEntry } from '#shared/contract/content.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { missingIds } from '#renderer/data/missingIds.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import type { RowKey } from '#renderer/ui/table/types.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { announceEntries } from '#renderer/areas/content/shared/publicState/announced.ts'
import { titleOf } from './columns.tsx'
import type { ListColumn } from './listColumn.ts'
import { useSensitiveQuestion } from '#renderer/areas/content/shared/entry/sensitive/useSensitiveQuestion.ts'

/** Selected entries; `titles` has only the entries of the current page. */
export interface ChosenEntries {
  ids: readonly number[]
  titles: readonly string[]
}
export const toChosenEntry = (column: ListColumn, entry: ContentEntry): ChosenEntries => ({
  ids: [entry.id],
  titles: [titleOf(column, entry)],
})
/** Selected entries; `rows` are the entries of the current page. */
export const toChosenEntries = (
  column: ListColumn,
  rows: readonly ContentEntry[],
  ids: readonly number[],
): ChosenEntries => ({
  ids,
  titles: rows.filter((row) => ids.includes(row.id)).map((row) => titleOf(column, row)),
})

/** The selection without the given ids. */
export const removeKeys = (keys: ReadonlySet<RowKey>, ids: readonly number[]): ReadonlySet<RowKey> =>
  new Set([...keys].filter((key) => !ids.some((id) => id === key)))

/** Describes an action on one or several entries. */
export const describeChosen = (what: string, titles: readonly string[]): string =>
  titles.length === 1 ? `${what}“${titles[0]}”` : `${what} ${titles.length} 篇内容`

const subject = (what: string, { ids, titles }: ChosenEntries): string =>
  describeChosen(what, titles.length === ids.length ? titles : ids.map((id) => `编号 ${id}`))

const deleteQuestion = (chosen: ChosenEntries, text: string) =>
  ({ title: subject('删除', chosen), text, confirmText: '删除', danger: true }) as const

const unpublishQuestion = (chosen: ChosenEntries) =>
  ({
    title: subject('取消发布', chosen),
    text: '取消发布数据？',
    confirmText: '取消发布',
    cancelText: '返回',
  }) as const

/**
 * Actions on entries without a form, each with its confirmation (B·§5). `done` runs after a response with code 200. Errors
 * are shown, and outdated lists are reloaded.
 * @param onMissing called with the ids of entries that no longer exist
 */
export function useEntryActions(classId: number, onMissing: (ids: readonly number[]) => void) {
  const confirm = useConfirm()
  const refresh = useRefresh()
  const sensitive = useSensitiveQuestion()
  const { mutateAsync: remove, isPending: removing } = useWrite('content.deleteByIdList')
  const { mutateAsync: publish, isPending: publishing } = useWrite('content.publish', { quiet: true })
  const { mutateAsync: unpublish, isPending: unpublishing } = useWrite('content.unpublish')
  const { mutateAsync: restore, isPending: restoring } = useWrite('content.restore', { quiet: true })
  const { mutateAsync: clean, isPending: cleaning } = useWrite('content.cleanRecycle')
  const { mutateAsync: option, isPending: setting } = useWrite('content.option')
  const { mutateAsync: updateSort } = useWrite('content.updateSort')

  // useWrite has shown the error and, after `not-found`, reads the list again.
  const handleError = (error: unknown): void => {
    onMissing(missingIds(error))
    if (toAppError(error).code === 'conflict') refresh('content.page', 'content.draftPage', 'content.recyclePage')
  }
  const announce = (chosen: ChosenEntries, done: () => void) => (): void => {
    announceEntries({ classId, ids: chosen.ids, title: chosen.titles[0] ?? '' })
    done()
  }
  const toIdInput = (chosen: ChosenEntries) => ({ classId, idList: [...chosen.ids] })

  const sort = useCallback(
    (entry: ContentEntry, value: number) => updateSort({ classId, id: entry.id, sort: value }),
    [classId, updateSort],
  )
  return {
    busy: removing || publishing || unpublishing || restoring || cleaning || setting,
    sensitive,
    /** Moves a row to the recycle bin (B·§5: short question). */
    async remove(chosen: ChosenEntries, done: () => void) {
      if (!(await confirm(deleteQuestion(chosen, '确认删除？')))) return
      await remove({ ...toIdInput(chosen), final: false }).then(runOnSuccess(announce(chosen, done)), handleError)
    },
    /** Deletes the selected rows (B·§5: long question); `final` deletes them permanently from a bin. */
    async removeMany(chosen: ChosenEntries, done: () => void, final = false) {
      if (!(await confirm(deleteQuestion(chosen, '确认删除？ 操作不可撤销！')))) return
      await remove({ ...toIdInput(chosen), final }).then(
        runOnSuccess(final ? done : announce(chosen, done)),
        handleError,
      )
    },
    async publish(chosen: ChosenEntries, done: () => void) {
      if (!(await confirm({ title: subject('发布', chosen), text: '确认发布数据？' }))) return
      await sensitive.attempt((acceptSensitive) =>
        publish({ ...toIdInput(chosen), acceptSensitive }).then(
          runOnSuccess(announce(chosen, done)),
          (error: unknown) => {
            handleError(error)
            throw error
          },
        ),
      )
    },
    async unpublish(chosen: ChosenEntries, done: () => void) {
      if (!(await confirm(unpublishQuestion(chosen)))) return
      await unpublish(toIdInput(chosen)).then(runOnSuccess(announce(chosen, done)), handleError)
    },
    async restore(chosen: ChosenEntries, done: () => void) {
      if (!(await confirm({ title: subject('还原', chosen), text: '确认还原？' }))) return
      await sensitive.attempt(
        (acceptSensitive) =>
          restore({ ...toIdInput(chosen), acceptSensitive }).then(runOnSuccess(done), (error: unknown) => {
            handleError(error)
            throw error
          }),
        'restore',
      )
    },
    async clean(done: () => void) {
      if (!(await confirm({ title: '清空回收站', text: '确认清空数据？', confirmText: '清空', danger: true }))) return
      await clean({ classId }).then(runOnSuccess(done), handleError)
    },
    async option(chosen: ChosenEntries, optionType: number, done: () => void) {
      await option({ ...toIdInput(chosen), optionType }).then(runOnSuccess(done), handleError)
    },
    sort,
  }
}

/** Calls `done` unless the server refused. */
const runOnSuccess =
  (done: () => void) =>
  ({ code }: { code: number }): void => {
    if (code === SUCCESS) done()
  }

export type EntryActions = ReturnType<typeof useEntryActions>
