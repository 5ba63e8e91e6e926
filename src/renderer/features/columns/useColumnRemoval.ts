import { useCallback } from 'react'
import type { Column } from '#shared/contract/column.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { call } from '#renderer/data/client.ts'
import { toAppError, showError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useAlert, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { countBelow } from './columnTreeItems.ts'

/** What a screen calls its columns. */
type Noun = '栏目' | '频道'

/** A·§8 */
const QUESTION = '确认删除？ 操作不可撤销！'
const RESTORE_NOTE = '30 天内可由超级管理员在“回收站”整体还原，之后彻底删除。'

const nameOf = (noun: Noun, columns: readonly Column[]): string => {
  const [only, ...others] = columns
  const below = countBelow(columns)
  const what = only && others.length === 0 ? `${noun}“${only.title}”` : ` ${columns.length} 个${noun}`
  return `删除${what}${below > 0 ? `及其 ${below} 个下级${noun}` : ''}`
}

type Plan = OutputOf<'column.removalPlan'>

/**
 * Reads the server's plan of what would be deleted and why it would refuse; null from a server without plans, which
 * refuses only at the deletion.
 */
async function readPlan(columns: readonly Column[]): Promise<Plan | 'gone' | null> {
  try {
    return (
      await call(
        'column.removalPlan',
        columns.map(({ id }) => ({ id })),
      )
    ).data
  } catch (error) {
    const failure = toAppError(error)
    if (failure.details.fact?.kind !== 'missing') return null
    showError(failure)
    return 'gone'
  }
}

/** A·§8's question, with a list of what is deleted along with the columns. */
function questionOf(noun: Noun, plan: Plan | null): string {
  if (!plan || plan.below + plan.content === 0) return QUESTION
  const named = plan.holders.slice(0, 3).map(({ title, content }) => `“${title}”${content} 篇`)
  const breakdown = plan.holders.length > 1 ? `（${named.join('、')}${plan.holders.length > 3 ? '等' : ''}）` : ''
  const parts = [
    ...(plan.below > 0 ? [`${plan.below} 个下级${noun}`] : []),
    ...(plan.content > 0 ? [`${plan.content} 篇内容${breakdown}`] : []),
  ]
  return `${QUESTION}\n\n同时删除：${parts.join('，')}。${RESTORE_NOTE}`
}

/**
 * Deletes columns with everything below them, all or none, after a dialog shows what will be deleted or why it can't be.
 * The returned function resolves with whether they are deleted.
 * @param reload (stable) reads the tree again when a column was already gone
 */
export function useColumnRemoval(noun: Noun, reload: () => void): (columns: readonly Column[]) => Promise<boolean> {
  const confirm = useConfirm()
  const alert = useAlert()
  const { mutateAsync: remove } = useWrite('column.deleteByIdList')
  return useCallback(
    async (columns) => {
      const plan = await readPlan(columns)
      if (plan === 'gone') {
        reload()
        return false
      }
      const title = nameOf(noun, columns)
      if (plan && plan.refusals.length > 0) {
        await alert({ title: `无法${title}`, text: plan.refusals.join('\n'), confirmText: '知道了' })
        return false
      }
      if (!(await confirm({ title, text: questionOf(noun, plan), danger: true }))) return false
      try {
        await remove(columns.map(({ id }) => ({ id })))
        return true
      } catch (error) {
        // useWrite has shown the error.
        if (toAppError(error).code === 'not-found') reload()
        return false
      }
    },
    [noun, reload, confirm, alert, remove],
  )
}
