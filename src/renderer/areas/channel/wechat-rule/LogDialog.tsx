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
import { LOG_STATES, RULE } from './text.ts'

/** What became of each article, with the reasons. */
export function LogDialog({ rule, onClose }: { rule: WechatRule; onClose: () => void }) {
  const list = useLocalList({})
  const read = useRead('wechatLog.page', { ...list.input, ruleId: rule.id }, { quiet: true, keepPrevious: true })
  const confirm = useConfirm()
  const { mutateAsync: retry } = useWrite('wechatLog.retry')
  const columns = useMemo((): TableColumn<WechatLog>[] => {
    const again = async ({ id, title }: WechatLog): Promise<void> => {
      if (await confirm({ title: RULE.retryTitle(title), text: RULE.retryText }))
        await retry({ id }).catch(() => undefined)
    }
    return [
      { key: 'title', title: RULE.article, width: '30%', render: ({ title }) => title },
      {
        key: 'state',
        title: RULE.state,
        width: '92px',
        render: ({ state }) => (
          <Badge appearance="tint" color={LOG_STATES[state].color}>
            {LOG_STATES[state].title}
          </Badge>
        ),
      },
      { key: 'reason', title: RULE.reason, render: ({ reason }) => <span title={reason}>{reason || RULE.none}</span> },
      { key: 'time', title: RULE.time, width: '164px', render: ({ createDate }) => createDate },
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
                ? [{ title: RULE.retry, icon: ArrowRepeatAllRegular, run: () => void again(row) }]
                : []
            }
          />
        ),
      },
    ]
  }, [confirm, retry])
  return (
    <PanelDialog title={RULE.logOf(rule.title)} size="large" onClose={onClose}>
      <ListBody
        label={RULE.log}
        list={list}
        read={read}
        columns={columns}
        rowKey={(row) => row.id}
        search={RULE.search}
        empty={<EmptyState title={RULE.emptyLog} />}
      />
    </PanelDialog>
  )
}
