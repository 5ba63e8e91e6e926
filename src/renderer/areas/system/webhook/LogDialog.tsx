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
import { eventName, HOOK, STATES } from './text.ts'

const nameOf = ({ id, event }: WebhookDelivery): string => `${eventName(event)}（${id}）`

/** What the receiver was told and what it answered. */
export function LogDialog({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const [shown, setShown] = useState<WebhookDelivery | null>(null)
  const list = useLocalList({})
  const read = useRead('webhook.deliveries', { ...list.input, webhookId: hook.id }, { quiet: true, keepPrevious: true })
  const { mutateAsync: retry } = useWrite('webhook.retry')
  const columns = useMemo(
    (): TableColumn<WebhookDelivery>[] => [
      { key: 'time', title: HOOK.time, width: '164px', render: ({ createDate }) => createDate },
      { key: 'event', title: HOOK.event, width: '120px', render: ({ event }) => eventName(event) },
      {
        key: 'state',
        title: HOOK.state,
        width: '84px',
        render: ({ state }) => <StateBadges badges={[STATES[state]]} />,
      },
      { key: 'status', title: HOOK.status, width: '64px', align: 'end', render: ({ status }) => status || '—' },
      { key: 'attempts', title: HOOK.attempts, width: '64px', align: 'end', render: ({ attempts }) => attempts },
      { key: 'reason', title: HOOK.reason, render: ({ reason }) => reason },
      { key: 'next', title: HOOK.next, width: '164px', render: ({ nextDate }) => nextDate || '—' },
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
              { title: HOOK.detail, icon: TextDescriptionRegular, run: () => setShown(row) },
              {
                title: HOOK.retry,
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
      title={HOOK.logOf(hook.name)}
      size="large"
      onClose={onClose}
      titleActions={<Button onClick={() => void read.refetch()}>刷新</Button>}
    >
      <ListBody
        label={HOOK.log}
        list={list}
        read={read}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={nameOf}
        onOpen={setShown}
        search={HOOK.searchLog}
        empty={<EmptyState title={HOOK.emptyLog} />}
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
  const came = [status > 0 && `${HOOK.status} ${status}`, `${HOOK.duration} ${durationMs} ms`]
    .filter(Boolean)
    .join('，')
  const parts = [
    [HOOK.request, JSON.stringify(JSON.parse(row.request), null, 2)],
    [`${HOOK.answer}（${came}）`, row.answer || HOOK.noAnswer],
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
