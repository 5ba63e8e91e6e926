import { useRead } from '#renderer/data/useRead.ts'
import { HtmlContent } from '#renderer/features/entry/HtmlContent.tsx'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { Cover } from '#renderer/ui/viewers/Cover.tsx'
import { INBOX } from './text.ts'

/** C·§2: title, the image if there is one, text, group, recipients and time of a message. */
export function InboxDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useRead('inbox.findById', { id }, { quiet: true })
  return (
    <DetailDrawer title={INBOX.view} onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data && (
        <>
          <Facts facts={[{ name: INBOX.name, value: data.title }]} />
          {data.photo !== '' && <Cover accessPath={data.photo} name={INBOX.photo} />}
          <HtmlContent html={data.content} />
          <Facts
            facts={[
              { name: INBOX.group, value: data.receiveGroup || INBOX.none },
              { name: INBOX.receiver, value: data.receiverNames || data.receiver || INBOX.none },
              { name: INBOX.postTime, value: data.postTime },
              { name: INBOX.sender, value: data.createBy || INBOX.none },
            ]}
          />
        </>
      )}
    </DetailDrawer>
  )
}
