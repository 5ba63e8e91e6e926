import { useRead } from '#renderer/data/useRead.ts'
import { HtmlContent } from '#renderer/features/entry/HtmlContent.tsx'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { Cover } from '#renderer/ui/viewers/Cover.tsx'

/** Shows a message: title, optional image, text, group, recipients and time (C·§2). */
export function InboxDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useRead('inbox.findById', { id }, { quiet: true })
  return (
    <DetailDrawer title="查看" onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data && (
        <>
          <Facts facts={[{ name: '标题', value: data.title }]} />
          {data.photo !== '' && <Cover accessPath={data.photo} name="图片" />}
          <HtmlContent html={data.content} />
          <Facts
            facts={[
              { name: '收件组', value: data.receiveGroup || '—' },
              { name: '收件人', value: data.receiverNames || data.receiver || '—' },
              { name: '发送时间', value: data.postTime },
              { name: '发布人', value: data.createBy || '—' },
            ]}
          />
        </>
      )}
    </DetailDrawer>
  )
}
