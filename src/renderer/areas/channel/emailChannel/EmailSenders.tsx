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

const describeRemoval = (waiting: number): string =>
  waiting === 0
    ? DELETE_QUESTION
    : `还有 ${waiting} 封邮件等待通过该邮箱发送，删除后这些邮件将暂停，不再发送。${DELETE_QUESTION}`

/** The e-mail accounts from which a site sends (C·§2 Email). */
export function EmailSenders() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('emailChannel.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveRows('emailChannel.deleteByIdList', list)
  return (
    <EditableSiteRecords
      words={{
        title: '发件邮箱',
        add: '新增',
        search: '搜索发件人名称或账号',
        emptyTitle: '该站点还没有发件邮箱',
        emptyText: '点击“新增”填写邮箱账号，验证通过后即可用于发送邮件。',
      }}
      icon={MailSettingsRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={nameOf}
      remove={(row) => remove([row.id], `删除发件邮箱“${nameOf(row)}”`, describeRemoval(row.waiting))}
      renderDialog={(channel, site) => <SenderDialog channel={channel} {...site} />}
    />
  )
}
