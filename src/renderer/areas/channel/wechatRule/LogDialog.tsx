import { Badge } from '@fluentui/react-components'
import { ArrowRepeatAllRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import type { WechatLog, WechatRule } from '#shared/contract/wechat.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

const LOG_STATES: Readonly<Record<WechatLog['state'], { title: string; color: 'success' | 'danger' | 'warning' }>> = {
  done: { title: '成功', color: 'success' },
  failed: { title: '失败', color: 'danger' },
  doubtful: { title: '结果不明', color: 'warning' },
}

/** The result of each article, with its reason. */
export function LogDialog({ rule, onClose }: { rule: WechatRule; onClose: () => void }) {
  const list = useLocalList({})
  const read = useRead('wechatLog.page', { ...list.input, ruleId: rule.id }, { quiet: true, keepPrevious: true })
  const confirm = useConfirm()
  const { mutateAsync: retry } = useWrite('wechatLog.retry')
  const columns = useMemo((): TableColumn<WechatLog>[] => {
    const confirmRetry = async ({ id, title }: WechatLog): Promise<void> => {
      if (
        await confirm({
          title: `重试“${title}”`,
          text: '请先在公众号的草稿箱中核对，确认没有该文章后再重试。下次执行规则时将重新推送。',
          confirmText: '重试',
        })
      )
        await retry({ id }).catch(() => undefined)
    }
    return [
      { key: 'title', title: '文章', width: '30%', render: ({ title }) => title },
      {
        key: 'state',
        title: '结果',
        width: '92px',
        render: ({ state }) => (
          <Badge appearance="tint" color={LOG_STATES[state].color}>
            {LOG_STATES[state].title}
          </Badge>
        ),
      },
      { key: 'reason', title: '原因', render: ({ reason }) => <span title={reason}>{reason || '—'}</span> },
      { key: 'time', title: '时间', width: '164px', render: ({ createDate }) => createDate },
      {
        key: 'actions',
        title: '操作',
        width: '64px',
        align: 'end',
        pin: 'end',
        render: (row) => (
          <RowActions
            row={row.title}
            actions={
              row.state === 'doubtful'
                ? [{ title: '重试', icon: ArrowRepeatAllRegular, run: () => void confirmRetry(row) }]
                : []
            }
          />
        ),
      },
    ]
  }, [confirm, retry])
  return (
    <PanelDialog title={`日志：${rule.title}`} size="large" onClose={onClose}>
      <ListBody
        label="日志"
        list={list}
        read={read}
        columns={columns}
        rowKey={(row) => row.id}
        search="搜索标题"
        empty={<EmptyState title="还没有处理记录" />}
      />
    </PanelDialog>
  )
}
