import { ArrowClockwiseRegular, ClipboardTaskListLtrRegular, DeleteRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import { COPY_LOG_PAGE, type CopyLog, crossSiteCopyOperations } from '#shared/contract/crossSiteCopy.ts'
import { mayCall } from '#shared/domain/callAccess.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { COLUMNS, nameOf } from './columns.tsx'

/** The results of cross-site copies (B·§2); failed copies can be retried. */
export function CopyLogs() {
  const list = useListState({ size: COPY_LOG_PAGE })
  const read = useRead('copyLog.page', list.input, { quiet: true, keepPrevious: true })
  const { mutate: retry, isPending } = useWrite('copyLog.retry')
  const remove = useRemoveRows('copyLog.deleteByIdList', list)
  const who = useAuthority()
  const canRemove = mayCall(crossSiteCopyOperations['copyLog.deleteByIdList'].access, who) === 'yes'
  const columns = useMemo(
    (): TableColumn<CopyLog>[] => [
      ...COLUMNS,
      {
        key: 'actions',
        title: '操作',
        width: '96px',
        pin: 'end',
        render: (row) => (
          <RowActions
            row={nameOf(row)}
            actions={[
              row.status === 1
                ? null
                : {
                    title: '重试',
                    icon: ArrowClockwiseRegular,
                    refusal: isPending ? '正在重试' : null,
                    run: () => retry({ id: row.id }),
                  },
              canRemove
                ? {
                    title: '删除',
                    icon: DeleteRegular,
                    run: () => void remove([row.id], `删除“${nameOf(row)}”的复制日志`),
                  }
                : null,
            ]}
          />
        ),
      },
    ],
    [retry, isPending, remove, canRemove],
  )
  return (
    <ListScreen
      title="复制日志"
      text="每篇内容复制到每个目标栏目各记录一行。失败的记录会说明原因，处理后可重试。"
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={nameOf}
      search="搜索标题、站点或栏目"
      batch={
        canRemove
          ? (keys: readonly number[]) => (
              <BatchButton
                keys={keys}
                title="删除"
                onRun={(ids: readonly number[]) => void remove(ids, `删除 ${ids.length} 条复制日志`)}
              />
            )
          : undefined
      }
      onRowKey={(row, { key }) =>
        canRemove && key === 'Delete' && void remove([row.id], `删除“${nameOf(row)}”的复制日志`)
      }
      empty={
        <EmptyState
          icon={ClipboardTaskListLtrRegular}
          title="还没有复制记录"
          text="通过“跨站复制”或规则复制内容后，结果会显示在“复制日志”中。"
        />
      }
    />
  )
}
