import { Button, makeStyles, MessageBar, MessageBarBody, Subtitle2, tokens } from '@fluentui/react-components'
import { ArrowRepeatAllRegular, TextDescriptionRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { Webhook, WebhookDelivery } from '#shared/contract/webhook.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { eventName } from './eventNames.ts'

const nameOf = ({ id, event }: WebhookDelivery): string => `${eventName(event)}（${id}）`

const STATES: Record<WebhookDelivery['state'], { title: string; color: 'success' | 'warning' | 'danger' | 'brand' }> = {
  waiting: { title: '等待', color: 'warning' },
  sending: { title: '发送中', color: 'brand' },
  done: { title: '成功', color: 'success' },
  failed: { title: '失败', color: 'danger' },
}

/** The deliveries of a webhook, with requests and responses. */
export function LogDialog({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const [shown, setShown] = useState<WebhookDelivery | null>(null)
  const list = useLocalList({})
  const read = useRead('webhook.deliveries', { ...list.input, webhookId: hook.id }, { quiet: true, keepPrevious: true })
  const { mutateAsync: retry } = useWrite('webhook.retry')
  const columns = useMemo(
    (): TableColumn<WebhookDelivery>[] => [
      { key: 'time', title: '时间', width: '164px', render: ({ createDate }) => createDate },
      { key: 'event', title: '事件', width: '120px', render: ({ event }) => eventName(event) },
      {
        key: 'state',
        title: '状态',
        width: '84px',
        render: ({ state }) => <StateBadges badges={[STATES[state]]} />,
      },
      { key: 'status', title: '响应', width: '64px', align: 'end', render: ({ status }) => status || '—' },
      { key: 'attempts', title: '次数', width: '64px', align: 'end', render: ({ attempts }) => attempts },
      { key: 'reason', title: '说明', render: ({ reason }) => reason },
      { key: 'next', title: '下次重试', width: '164px', render: ({ nextDate }) => nextDate || '—' },
      {
        key: 'actions',
        title: '操作',
        width: '92px',
        align: 'end',
        pin: 'end',
        render: (row) => (
          <RowActions
            row={nameOf(row)}
            actions={[
              { title: '详情', icon: TextDescriptionRegular, run: () => setShown(row) },
              {
                title: '重试',
                icon: ArrowRepeatAllRegular,
                run: () => void retry({ id: row.id }).catch(() => undefined),
              },
            ]}
          />
        ),
      },
    ],
    [retry],
  )
  return (
    <PanelDialog
      title={`Webhook“${hook.name}”的日志`}
      size="large"
      onClose={onClose}
      titleActions={<Button onClick={() => void read.refetch()}>刷新</Button>}
    >
      <ListBody
        label="日志"
        list={list}
        read={read}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={nameOf}
        onOpen={setShown}
        search="搜索事件、内容或原因"
        empty={<EmptyState title="还没有发送记录" />}
      />
      {shown && <DetailDialog row={shown} onClose={() => setShown(null)} />}
    </PanelDialog>
  )
}

const useStyles = makeStyles({
  part: { display: 'grid', gap: tokens.spacingVerticalS, minWidth: 0 },
  title: { margin: 0 },
  code: {
    padding: tokens.spacingHorizontalM,
    maxHeight: '260px',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
})

function DetailDialog({ row, onClose }: { row: WebhookDelivery; onClose: () => void }) {
  const styles = useStyles()
  const { status, reason, durationMs } = row
  const responseFacts = [status > 0 && `状态码 ${status}`, `用时 ${durationMs} ms`].filter(Boolean).join('，')
  const parts = [
    ['请求', JSON.stringify(JSON.parse(row.request), null, 2)],
    [`响应（${responseFacts}）`, row.answer || '（没有响应内容）'],
  ] as const
  return (
    <PanelDialog title={nameOf(row)} size="small" onClose={onClose}>
      {reason && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{reason}</MessageBarBody>
        </MessageBar>
      )}
      {parts.map(([title, text]) => (
        <section key={title} className={styles.part}>
          <Subtitle2 as="h3" className={styles.title}>
            {title}
          </Subtitle2>
          <div className={styles.code} role="region" aria-label={title} tabIndex={0}>
            {text}
          </div>
        </section>
      ))}
    </PanelDialog>
  )
}
