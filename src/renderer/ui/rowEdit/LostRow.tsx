import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { NEW_ID } from './rowTree.ts'
import type { RowDraft } from './useRowEdit.ts'

/** Has the row in which this is typed no place in the tree any more? */
export const isLost = ({ id, parentId }: RowDraft, index: ReadonlyMap<number, unknown>): boolean =>
  id === NEW_ID ? parentId !== 0 && !index.has(parentId) : !index.has(id)

interface Props {
  /** What a row is called: 条目. */
  noun: string
  draft: RowDraft
  /** Goes on with what was typed as a new row. */
  onAdd: () => void
  onDrop: () => void
}

/** Somebody else has deleted the row that is being edited, or the one above a new one: what was typed is not lost. */
export function LostRow({ noun, draft, onAdd, onDrop }: Props) {
  const what = draft.id === NEW_ID ? `新${noun}的上级${noun}` : `正在编辑的${noun}`
  const typed = Object.values(draft.texts).filter(Boolean).join('，')
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        {what}已被删除。您输入的内容还没有保存：{typed}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onAdd}>
          作为新{noun}添加
        </Button>
        <Button size="small" onClick={onDrop}>
          放弃输入的内容
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}
