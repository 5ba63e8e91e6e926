import { useMemo } from 'react'
import type { Column } from '#shared/contract/column.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { columnRefusal } from '#shared/domain/columnAccess.ts'
import { call } from '#renderer/data/client.ts'
import { asAppError, showError } from '#renderer/data/errors.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useAlert, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { COLUMN } from '#renderer/areas/column/text.ts'
import type { ColumnActions } from './actions.ts'
import type { Opened } from './ColumnDialogs.tsx'
import { countBelow } from './filterTree.ts'

const nameOf = (columns: readonly Column[]): string => {
  const [only, ...others] = columns
  const below = countBelow(columns)
  const what = only && others.length === 0 ? `栏目“${only.title}”` : ` ${columns.length} 个栏目`
  return `删除${what}${below > 0 ? `及其 ${below} 个下级栏目` : ''}`
}

type Plan = OutputOf<'column.removalPlan'>

/** What the server would take and refuse; null when it can't say (another vendor's): then the deletion itself tells. */
async function planOf(columns: readonly Column[]): Promise<Plan | 'gone' | null> {
  try {
    return (
      await call(
        'column.removalPlan',
        columns.map(({ id }) => ({ id })),
      )
    ).data
  } catch (error) {
    const failure = asAppError(error)
    if (failure.code !== 'not-found' || !failure.details?.facts?.gone) return null
    showError(failure)
    return 'gone'
  }
}

/** A·§8's question, and before it what goes along with the columns. */
function questionOf(plan: Plan | null): string {
  if (!plan || plan.below + plan.content === 0) return COLUMN.deleteQuestion
  const named = plan.holders.slice(0, 3).map(({ title, content }) => `“${title}”${content} 篇`)
  const among = plan.holders.length > 1 ? `（${named.join('、')}${plan.holders.length > 3 ? '等' : ''}）` : ''
  const parts = [
    ...(plan.below > 0 ? [`${plan.below} 个下级栏目`] : []),
    ...(plan.content > 0 ? [`${plan.content} 篇内容${among}`] : []),
  ]
  return `${COLUMN.deleteQuestion}\n\n一起删除：${parts.join('，')}。${COLUMN.deleteKept}`
}

interface Actions {
  row: ColumnActions
  /** Asks, and deletes all or none; true when they are gone. */
  removeAll: (columns: readonly Column[]) => Promise<boolean>
}

/** All of it has to stay the same between renderings. */
interface List {
  open: (opened: Opened) => void
  /** The column with all below it: a search may hide some from its row. */
  whole: (column: Column) => Column
  /** Reads the tree again: a column that it shows was not there any more. */
  reload: () => void
}

/** What the list does with its columns. The same object as long as the session stays, so that rows need no new drawing. */
export function useColumnActions({ open, whole, reload }: List): Actions {
  const who = useSession()
  const confirm = useConfirm()
  const alert = useAlert()
  const toast = useToast()
  const { mutateAsync: remove } = useWrite('column.deleteByIdList')
  const { mutateAsync: sort } = useWrite('column.updateSort')
  const { mutateAsync: turn } = useWrite('column.updateSwitch')

  return useMemo(() => {
    const refusal: ColumnActions['refusal'] = (column, action) =>
      who ? columnRefusal(who, column, action) : '请先登录'
    const there = <T>(saved: Promise<T>): Promise<T> =>
      saved.catch((error: unknown) => {
        if (asAppError(error).code === 'not-found') reload()
        throw error
      })
    const removeAll: Actions['removeAll'] = async (columns) => {
      const plan = await planOf(columns)
      if (plan === 'gone') {
        reload()
        return false
      }
      if (plan && plan.refusals.length > 0) {
        await alert({ title: `不能${nameOf(columns)}`, text: plan.refusals.join('\n'), confirmText: '知道了' })
        return false
      }
      const agreed = await confirm({ title: nameOf(columns), text: questionOf(plan), danger: true })
      if (!agreed) return false
      // A refusal has been said by the shared layer.
      return there(remove(columns.map(({ id }) => ({ id })))).then(
        () => true,
        () => false,
      )
    }
    /** Keys and double-clicks reach what the row's button would refuse. */
    const allowed = (column: Column, action: 'edit' | 'remove', run: () => void): void => {
      const reason = refusal(column, action) ?? (action === 'remove' && column.siteId === 0 ? COLUMN.systemSite : null)
      if (reason) toast.warning(reason)
      else run()
    }
    const row: ColumnActions = {
      refusal,
      addBelow: (parent) => open({ dialog: 'add', siteId: parent.siteId, parentId: parent.id }),
      edit: (column) => allowed(column, 'edit', () => open({ dialog: 'edit', column })),
      remove: (column) => allowed(column, 'remove', () => void removeAll([whole(column)])),
      switches: (column) => open({ dialog: 'switches', column }),
      copy: (column) => open({ dialog: 'copy', column }),
      fields: (column) => open({ dialog: 'fields', columns: [column] }),
      sort: ({ id }, value) => there(sort({ id, sort: value })),
      turn: ({ id }, menuSwitchEnum, value) => there(turn({ id, menuSwitchEnum, value })),
    }
    return { row, removeAll }
  }, [who, confirm, alert, toast, remove, sort, turn, open, whole, reload])
}
