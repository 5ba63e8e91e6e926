import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { NEW_ID } from './rowTree.ts'
import type { RowDraft } from './useRowEdit.ts'

/** Whether the edited row, or the parent of a new one, is missing in the tree. */
export const isLost = ({ id, parentId }: RowDraft, index: ReadonlyMap<number, unknown>): boolean =>
  id === NEW_ID ? parentId !== 0 && !index.has(parentId) : !index.has(id)

interface Props {
  /** Noun for a row, such as 条目. */
  noun: string
  draft: RowDraft
  /** Continues with the typed text as a new row. */
  onAdd: () => void
  onDrop: () => void
}

/**
 * Shown when another person has deleted the edited row, or the parent of a new one: the typed text can still be saved.
 */
export function LostRow({ noun, draft, onAdd, onDrop }: Props) {
  const what = draft.id === NEW_ID ? `新${noun}的上级${noun}` : `正在编辑的${noun}`
  const typed = Object.values(draft.texts).filter(Boolean).join('，')
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        {what}已被删除。输入的内容尚未保存：{typed}
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
