import { MailInboxRegular, SendRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SiteRecordsScreen } from '#renderer/features/sites/SiteRecordsScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { columnsOf, type InboxActions } from './columns.tsx'
import { InboxDialog } from './InboxDialog.tsx'
import { InboxDrawer } from './InboxDrawer.tsx'

/** Query parameter with the id of the message that a notice links to. */
const MESSAGE_PARAM = 'message'

/** The messages of a site (C·§2). */
export function SiteInbox() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const read = useRead('inbox.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const [query, setQuery] = useSearchParams()
  const linkedId = Number(query.get(MESSAGE_PARAM) ?? 0)
  const [openedId, setOpenedId] = useState(0)
  const [isPublishing, setIsPublishing] = useState(false)
  const remove = useRemoveRows('inbox.deleteByIdList', list)
  const actions = useMemo<InboxActions>(
    () => ({
      open: ({ id }) => setOpenedId(id),
      remove: ({ id, title }) => void remove([id], `删除消息“${title}”`),
    }),
    [remove],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  const close = (): void => {
    setOpenedId(0)
    setQuery(
      (current) => {
        const next = new URLSearchParams(current)
        next.delete(MESSAGE_PARAM)
        return next
      },
      { replace: true },
    )
  }
  return (
    <SiteRecordsScreen
      title="站点收件箱"
      list={list}
      read={read}
      columns={columns}
      rowLabel={(row) => row.title}
      search="搜索标题"
      add={{ title: '发布消息', icon: <SendRegular />, run: () => setIsPublishing(true) }}
      empty={{
        icon: MailInboxRegular,
        title: '该站点还没有消息',
        text: '点击“发布消息”，按用户组或姓名发送给后台用户。',
      }}
      onOpen={actions.open}
      onRowKey={(row, { key }) => key === 'Delete' && actions.remove(row)}
    >
      {(openedId > 0 || linkedId > 0) && <InboxDrawer id={openedId || linkedId} onClose={close} />}
      {isPublishing && <InboxDialog siteId={siteId} onClose={() => setIsPublishing(false)} />}
    </SiteRecordsScreen>
  )
}
