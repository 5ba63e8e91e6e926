import { ArrowUndoRegular, DeleteRegular, EditRegular, SendRegular } from '@fluentui/react-icons'
import type { ContentEntry } from '#shared/contract/content.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { type RowAction, RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { titleOf } from '../columns.tsx'
import { isAllowed, type ListContext } from '../listColumn.ts'

export type BinKind = 'recycle' | 'drafts'

interface BinCommands {
  restore: (entry: ContentEntry) => void
  publish: (entry: ContentEntry) => void
  edit: (entry: ContentEntry) => void
  remove: (entry: ContentEntry) => void
}

/** Restore, publish and edit need 1102, delete needs 1103 (B·§2); publishing also needs 1104 (contradictions.md 62, 63). */
function createBinActions(kind: BinKind, place: ListContext, entry: ContentEntry, commands: BinCommands): RowAction[] {
  const restore = { title: '还原', icon: ArrowUndoRegular, run: () => commands.restore(entry) }
  const drafts = [
    {
      title: '发布',
      icon: SendRegular,
      run: () => commands.publish(entry),
      refusal: contentRefusal(place.who, place.column, 'publish'),
    },
    { title: '编辑', icon: EditRegular, run: () => commands.edit(entry) },
  ]
  const remove = {
    title: kind === 'recycle' ? '彻底删除' : '删除',
    icon: DeleteRegular,
    run: () => commands.remove(entry),
  }
  const edits = kind === 'recycle' ? [restore] : drafts
  return [...(isAllowed(place, 'edit') ? edits : []), ...(isAllowed(place, 'remove') ? [remove] : [])]
}

/** Columns after the list fields: times and actions. */
export function createBinColumns(
  kind: BinKind,
  place: ListContext,
  commands: BinCommands,
): TableColumn<ContentEntry>[] {
  const actions: TableColumn<ContentEntry> = {
    key: 'actions',
    title: '操作',
    width: '124px',
    pin: 'end',
    render: (entry) => (
      <RowActions row={titleOf(place.column, entry)} actions={createBinActions(kind, place, entry, commands)} />
    ),
  }
  const times: TableColumn<ContentEntry>[] =
    kind === 'recycle'
      ? [
          { key: 'recycleTime', title: '删除时间', width: '168px', render: (entry) => entry.recycleTime ?? '' },
          {
            key: 'expireTime',
            title: '保留至',
            width: '112px',
            render: (entry) => entry.expireTime?.slice(0, 10) ?? '',
          },
        ]
      : [{ key: 'changedAt', title: '最后修改', width: '168px', render: (entry) => entry.changedAt }]
  return isAllowed(place, 'edit') || isAllowed(place, 'remove') ? [...times, actions] : times
}
