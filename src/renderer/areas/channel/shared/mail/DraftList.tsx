import { DraftsRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import { MAIL_PAGE_SIZE, type MailType, type SentMail } from '#shared/contract/siteMail.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { type EditRemove, editRemoveColumn, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { createFromDraft, type PublishValues } from './publishValues.ts'

interface Props {
  type: MailType
  onPublish: (from: PublishValues) => void
}

const titleOf = ({ title }: SentMail): string => title || '（无标题）'

/** Messages that are written but not sent. */
export function DraftList({ type, onPublish }: Props) {
  const list = useListState({ size: MAIL_PAGE_SIZE, name: 'drafts' })
  const read = useRead('siteMail.drafts', { ...list.input, type }, { quiet: true, keepPrevious: true })
  const confirm = useConfirm()
  const { mutateAsync } = useWrite('siteMail.removeDraft')
  const actions = useMemo<EditRemove<SentMail>>(
    () => ({
      edit: ({ id }) =>
        void call('siteMail.detail', { id }).then(({ data }) => onPublish(createFromDraft(data)), showError),
      remove: (row) =>
        void confirm({
          title: `删除草稿“${titleOf(row)}”`,
          text: '确认删除？',
          confirmText: '删除',
          danger: true,
        }).then((yes) => (yes ? mutateAsync({ id: row.id }).catch(() => undefined) : undefined)),
    }),
    [confirm, mutateAsync, onPublish],
  )
  const columns = useMemo(
    () => [
      { key: 'title', title: '标题', minWidth: 180, render: titleOf },
      { key: 'to', title: '收件人', width: '30%', render: (row: SentMail) => row.recipientNames },
      { key: 'time', title: '时间', width: '160px', render: (row: SentMail) => row.createDate },
      editRemoveColumn(actions, titleOf),
    ],
    [actions],
  )
  return (
    <ListBody
      label="草稿"
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={titleOf}
      {...(type === 'mail' ? { search: '搜索标题' } : {})}
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
      empty={
        <EmptyState
          icon={DraftsRegular}
          title="还没有草稿"
          text="发布时点击“保存到草稿”，未发送的内容会保存在“草稿”中。"
        />
      }
    />
  )
}
