import { MailSettingsRegular } from '@fluentui/react-icons'
import type { EmailChannel } from '#shared/contract/emailChannel.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { DELETE_QUESTION, useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { COLUMNS } from './columns.tsx'
import { SenderDialog } from './SenderDialog.tsx'

const nameOf = ({ sendName, account }: EmailChannel): string => sendName || account

const removeTextText = (waiting: number): string =>
  waiting === 0 ? DELETE_QUESTION : `还有 ${waiting} 封邮件等待用它发送，删除后会暂停，不会再发送。${DELETE_QUESTION}`

/** The accounts that a site sends e-mail from (C·§2 Email). */
export function EmailSenders() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('emailChannel.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveRows('emailChannel.deleteByIdList', list)
  return (
    <EditableSiteRecords
      words={{
        title: '发件邮箱',
        add: '添加',
        search: '搜索发件人名称或账号',
        emptyTitle: '这个站点还没有发件邮箱',
        emptyText: '点“添加”填写一个邮箱账号，验证能登录后就可以用它发送邮件。',
      }}
      icon={MailSettingsRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={nameOf}
      remove={(row) => remove([row.id], `删除发件邮箱“${nameOf(row)}”`, removeTextText(row.waiting))}
      renderDialog={(channel, site) => <SenderDialog channel={channel} {...site} />}
    />
  )
}
