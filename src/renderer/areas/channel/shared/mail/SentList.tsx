import { Badge } from '@fluentui/react-components'
import { ArrowUndoRegular, EyeRegular, PeopleListRegular, SendRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import {
  MAIL_PAGE_SIZE,
  type MailReceipt,
  type MailType,
  type SentMail,
  SITE_MAIL_FEATURE,
} from '#shared/contract/siteMail.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FileLink } from '#renderer/features/media/FileLink.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { MessageDialog } from './MessageDialog.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import { MAIL_TYPE_LABELS } from './mailTypeLabels.ts'

const RECEIPT_STATES: Readonly<
  Record<MailReceipt['state'], { title: string; color: 'success' | 'warning' | 'informative' }>
> = {
  read: { title: '已读', color: 'success' },
  unread: { title: '未读', color: 'warning' },
  recalled: { title: '已撤回', color: 'informative' },
}

const COLUMNS: readonly TableColumn<MailReceipt>[] = [
  {
    key: 'name',
    title: '收件人',
    render: ({ trueName, userName }) => (trueName ? `${trueName}（${userName}）` : userName),
  },
  {
    key: 'state',
    title: '状态',
    width: '100px',
    render: ({ state }) => (
      <Badge appearance="tint" color={RECEIPT_STATES[state].color}>
        {RECEIPT_STATES[state].title}
      </Badge>
    ),
  },
  { key: 'date', title: '时间', width: '180px', render: ({ date }) => date },
]

/** Shows the sender who has read the message, and when. */
function ReceiptsDialog({ mail, onClose }: { mail: SentMail; onClose: () => void }) {
  const list = useLocalList({})
  const read = useRead('siteMail.receipts', { ...list.input, id: mail.id }, { quiet: true, keepPrevious: true })
  return (
    <PanelDialog title={`阅读情况：${mail.title}`} size="medium" onClose={onClose}>
      <ListBody label="阅读情况" list={list} read={read} columns={COLUMNS} rowKey={(row) => row.userName} />
    </PanelDialog>
  )
}

/** Sent messages (C·§2), with read receipts and recall from recipients who have not read them. */
export function SentList({ type }: { type: MailType }) {
  const hasReceipts = useServerFeature(SITE_MAIL_FEATURE)
  const [opened, setOpened] = useState<{ what: 'message' | 'receipts'; row: SentMail } | null>(null)
  useTabOpen('SentList', opened, setOpened)
  const list = useListState({ size: MAIL_PAGE_SIZE, name: 'sent' })
  const read = useRead('siteMail.sent', { ...list.input, type }, { quiet: true, keepPrevious: true, onFocus: true })
  const confirm = useConfirm()
  const { mutateAsync: recall } = useWrite('siteMail.recall')
  const columns = useMemo((): TableColumn<SentMail>[] => {
    const confirmRecall = async ({ id, title }: SentMail): Promise<void> => {
      if (
        await confirm({
          title: `撤回“${title}”`,
          text: '未读的收件人将无法查看，已读的不受影响。撤回后无法恢复。',
          confirmText: '撤回',
          danger: true,
        })
      )
        await recall({ id }).catch(() => undefined)
    }
    return [
      { key: 'id', title: 'ID', width: '72px', render: ({ id }) => String(id) },
      { key: 'title', title: '标题', minWidth: 160, render: ({ title }) => title },
      ...(type === 'document'
        ? [
            {
              key: 'file',
              title: '文件',
              width: '18%',
              render: (row: SentMail) => <FileLink accessPath={row.file} />,
            },
          ]
        : []),
      { key: 'to', title: '收件人', width: '18%', minWidth: 120, render: ({ recipientNames }) => recipientNames },
      { key: 'read', title: '阅读情况', width: '168px', render: (row) => <ReadCount row={row} /> },
      { key: 'time', title: '时间', width: '160px', render: ({ createDate }) => createDate },
      {
        key: 'actions',
        title: '操作',
        width: '112px',
        align: 'end',
        pin: 'end',
        render: (row) => (
          <RowActions
            row={row.title}
            actions={[
              { title: '查看', icon: EyeRegular, run: () => setOpened({ what: 'message', row }) },
              ...(hasReceipts
                ? [
                    { title: '阅读情况', icon: PeopleListRegular, run: () => setOpened({ what: 'receipts', row }) },
                    {
                      title: '撤回',
                      icon: ArrowUndoRegular,
                      refusal: row.recipients > row.read + row.recalled ? null : '所有收件人均已阅读或已撤回',
                      run: () => void confirmRecall(row),
                    },
                  ]
                : []),
            ]}
          />
        ),
      },
    ]
  }, [type, hasReceipts, confirm, recall])
  const { noneSent } = MAIL_TYPE_LABELS[type]
  return (
    <>
      <ListBody
        label="发件箱"
        list={list}
        read={read}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.title}
        {...(type === 'mail' ? { search: '搜索标题' } : {})}
        empty={<EmptyState icon={SendRegular} title={noneSent} />}
        onOpen={(row) => setOpened({ what: 'message', row })}
      />
      {opened?.what === 'message' && <MessageDialog id={opened.row.id} onClose={() => setOpened(null)} />}
      {opened?.what === 'receipts' && <ReceiptsDialog mail={opened.row} onClose={() => setOpened(null)} />}
    </>
  )
}

function ReadCount({ row: { recipients, read, recalled } }: { row: SentMail }) {
  return (
    <>
      <Badge appearance="tint" color={read === recipients ? 'success' : 'informative'}>
        {`${read}/${recipients} 已读`}
      </Badge>
      {recalled > 0 && (
        <Badge appearance="tint" color="warning">
          {`撤回 ${recalled}`}
        </Badge>
      )}
    </>
  )
}
