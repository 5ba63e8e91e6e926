import { Button } from '@fluentui/react-components'
import { SendRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type MailType, SITE_MAIL_FEATURE } from '#shared/contract/siteMail.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { DraftList } from './DraftList.tsx'
import { InboxList } from './InboxList.tsx'
import { MAIL_TYPE_LABELS } from './mailTypeLabels.ts'
import { MessageDialog } from './MessageDialog.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { NEW_MESSAGE, type PublishValues } from './publishValues.ts'
import { SentList } from './SentList.tsx'

/** Query parameter with the id of the message that a notice links to. */
const MESSAGE_PARAM = 'message'

/** Inbox, sent messages (C·§2) and drafts. */
export function MailScreen({ type }: { type: MailType }) {
  const hasDrafts = useServerFeature(SITE_MAIL_FEATURE)
  const tabs = [
    { id: 'inbox', title: '收件箱' },
    { id: 'sent', title: '发件箱' },
    ...(hasDrafts ? [{ id: 'drafts', title: '草稿' } as const] : []),
  ] as const
  const [tab, setTab] = useTabChoice<'inbox' | 'sent' | 'drafts'>(tabs)
  const [publishing, setPublishing] = useState<PublishValues | null>(null)
  useTabOpen('MailScreen', publishing, setPublishing)
  useAutoOpenFromUrl(() => setPublishing(NEW_MESSAGE))
  const [query, setQuery] = useSearchParams()
  const linkedId = Number(query.get(MESSAGE_PARAM) ?? 0)
  const clearLinkedId = (): void =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current)
        next.delete(MESSAGE_PARAM)
        return next
      },
      { replace: true },
    )
  const { title, publish } = MAIL_TYPE_LABELS[type]
  return (
    <Page>
      <PageHeader
        title={title}
        actions={
          <Button appearance="primary" icon={<SendRegular />} onClick={() => setPublishing(NEW_MESSAGE)}>
            {publish}
          </Button>
        }
      />
      <Tabs tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === 'inbox' && <InboxList type={type} onPublish={setPublishing} />}
        {tab === 'sent' && <SentList type={type} />}
        {tab === 'drafts' && <DraftList type={type} onPublish={setPublishing} />}
      </Tabs>
      {linkedId > 0 && <MessageDialog id={linkedId} received onPublish={setPublishing} onClose={clearLinkedId} />}
      {publishing && <PublishDialog type={type} from={publishing} onClose={() => setPublishing(null)} />}
    </Page>
  )
}
