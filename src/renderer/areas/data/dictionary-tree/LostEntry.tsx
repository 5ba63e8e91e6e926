import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import type { Draft } from './useEntryEdit.ts'
import { NEW_ID, type Placed } from './tree.ts'

/** Has the row in which this is typed no place in the tree any more? */
export const isLost = ({ id, parentId }: Draft, index: ReadonlyMap<number, Placed>): boolean =>
  id === NEW_ID ? parentId !== 0 && !index.has(parentId) : !index.has(id)

interface Props {
  draft: Draft
  /** Goes on with what was typed as a new entry. */
  onAdd: () => void
  onDrop: () => void
}

/** Somebody else has deleted the entry that is being edited, or the one above a new one: what was typed is not lost. */
export function LostEntry({ draft, onAdd, onDrop }: Props) {
  const what = draft.id === NEW_ID ? '新条目的上级条目' : '正在编辑的条目'
  const typed = [draft.title, draft.subTitle].filter(Boolean).join('，')
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        {what}已被删除。您输入的内容还没有保存：{typed}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onAdd}>
          作为新条目添加
        </Button>
        <Button size="small" onClick={onDrop}>
          放弃输入的内容
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
