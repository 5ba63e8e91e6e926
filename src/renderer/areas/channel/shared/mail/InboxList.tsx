import { Badge, Dropdown, makeStyles, mergeClasses, Option, tokens } from '@fluentui/react-components'
import { ArrowForwardRegular, EyeRegular, MailInboxRegular, MailReadRegular } from '@fluentui/react-icons'
import { useEffect, useMemo, useRef, useState } from 'react'
import { MAIL_PAGE_SIZE, MAIL_RELOAD_DELAY_MS, type MailType, type ReceivedMail } from '#shared/contract/siteMail.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FileLink } from '#renderer/features/media/FileLink.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { MAIL_TYPE_LABELS } from './mailTypeLabels.ts'
import { MessageDialog } from './MessageDialog.tsx'
import { createForward, type PublishValues } from './publishValues.ts'

const useStyles = makeStyles({
  unread: { fontWeight: tokens.fontWeightSemibold },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  state: { minWidth: '120px' },
})

interface Props {
  type: MailType
  onPublish: (from: PublishValues) => void
}

/** Received mail or documents (C·§2). Documents have no search. */
export function InboxList({ type, onPublish }: Props) {
  const styles = useStyles()
  const [opened, setOpened] = useState<ReceivedMail | null>(null)
  useTabOpen('InboxList', opened, setOpened)
  const list = useListState({
    size: MAIL_PAGE_SIZE,
    filters: { isRead: undefined as number | undefined },
    name: 'inbox',
  })
  const { isRead } = list.filters
  const read = useRead('siteMail.inbox', { ...list.input, type }, { quiet: true, keepPrevious: true, onFocus: true })
  const { markAll, busy } = useMarkRead()
  const columns = useMemo((): TableColumn<ReceivedMail>[] => {
    const forward = ({ id }: ReceivedMail): void =>
      void call('siteMail.detail', { id }).then(({ data }) => onPublish(createForward(data)), showError)
    return [
      { key: 'id', title: 'ID', width: '72px', render: ({ id }) => String(id) },
      { key: 'title', title: '标题', minWidth: 180, render: (row) => <Title row={row} /> },
      ...(type === 'document'
        ? [
            {
              key: 'file',
              title: '文件',
              width: '22%',
              render: (row: ReceivedMail) => <FileLink accessPath={row.file} />,
            },
          ]
        : []),
      { key: 'sender', title: '发件人', width: '120px', render: ({ sender }) => sender },
      { key: 'time', title: '时间', width: '160px', render: ({ createDate }) => createDate },
      {
        key: 'state',
        title: '状态',
        width: '80px',
        render: (row) => (
          <Badge appearance="tint" color={row.isRead ? 'informative' : 'warning'}>
            {row.isRead ? '已读' : '未读'}
          </Badge>
        ),
      },
      {
        key: 'actions',
        title: '操作',
        width: '92px',
        align: 'end',
        pin: 'end',
        render: (row) => (
          <RowActions
            row={row.title}
            actions={[
              { title: '查看', icon: EyeRegular, run: () => setOpened(row) },
              ...(type === 'document'
                ? [{ title: '转发文件', icon: ArrowForwardRegular, run: () => forward(row) }]
                : []),
            ]}
          />
        ),
      },
    ]
  }, [type, onPublish])
  const { none, noneText } = MAIL_TYPE_LABELS[type]
  return (
    <>
      <ListBody
        label="收件箱"
        list={list}
        read={read}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.title}
        {...(type === 'mail' ? { search: '搜索标题或发件人' } : {})}
        filters={
          <Dropdown
            className={styles.state}
            aria-label="状态"
            value={isRead === undefined ? '全部状态' : isRead ? '已读' : '未读'}
            selectedOptions={[String(isRead ?? '')]}
            onOptionSelect={(_event, { optionValue }) =>
              list.setFilter('isRead', optionValue ? Number(optionValue) : undefined)
            }
          >
            <Option value="">全部状态</Option>
            <Option value="0">未读</Option>
            <Option value="1">已读</Option>
          </Dropdown>
        }
        batch={(keys: readonly number[], clear) => (
          <BatchButton
            keys={keys}
            title="设为已读"
            icon={MailReadRegular}
            busy={busy}
            onRun={(ids) => void markAll(ids).then(clear)}
          />
        )}
        empty={<EmptyState icon={MailInboxRegular} title={none} text={noneText} />}
        onOpen={setOpened}
      />
      {opened && <MessageDialog id={opened.id} received onPublish={onPublish} onClose={() => setOpened(null)} />}
    </>
  )
}

function Title({ row: { title, isRead } }: { row: ReceivedMail }) {
  const styles = useStyles()
  return (
    <span className={mergeClasses(styles.title, !isRead && styles.unread)} title={title}>
      {title}
    </span>
  )
}

/** Marks rows as read with one call for each row; the list reloads a second later (C·§4). */
function useMarkRead() {
  const toast = useToast()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const reloadTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(reloadTimer.current), [])
  const { mutateAsync } = useWrite('siteMail.markRead', { success: false })
  const markAll = async (ids: readonly number[]): Promise<void> => {
    setBusy(true)
    try {
      for (const id of ids) await mutateAsync({ id })
      toast.success('设置成功')
    } catch {
      // useWrite has shown the error; the reload below shows which rows were marked.
    } finally {
      setBusy(false)
      reloadTimer.current = setTimeout(() => refresh('siteMail.inbox'), MAIL_RELOAD_DELAY_MS)
    }
  }
  return { markAll, busy }
}
