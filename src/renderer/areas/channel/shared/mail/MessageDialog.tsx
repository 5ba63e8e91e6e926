import { Button } from '@fluentui/react-components'
import { ArrowForwardRegular, ArrowReplyRegular } from '@fluentui/react-icons'
import { useEffect, useRef } from 'react'
import type { MailDetail } from '#shared/contract/siteMail.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { HtmlContent } from '#renderer/features/entry/HtmlContent.tsx'
import { FileLink } from '#renderer/features/media/FileLink.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { createForward, type PublishValues, createReply } from './publishValues.ts'

interface Props {
  id: number
  /** The message is in the inbox, so opening it marks it as read (C·§2). */
  received?: boolean
  onPublish?: (from: PublishValues) => void
  onClose: () => void
}

/** Shows a message: title, optional file, text and reading time (C·§2). */
export function MessageDialog({ id, received = false, onPublish, onClose }: Props) {
  const { data, error, refetch } = useRead('siteMail.detail', { id }, { quiet: true })
  useMarkAsRead(received ? id : 0)
  const publish = (from: PublishValues): void => {
    onClose()
    onPublish?.(from)
  }
  return (
    <PanelDialog
      title={data?.title ?? '查看消息'}
      size="medium"
      onClose={onClose}
      footer={
        <>
          {data && received && onPublish && data.file !== '' && (
            <Button icon={<ArrowForwardRegular />} onClick={() => publish(createForward(data))}>
              转发文件
            </Button>
          )}
          {data && received && onPublish && data.type === 'mail' && data.senderName !== '' && (
            <Button icon={<ArrowReplyRegular />} onClick={() => publish(createReply(data))}>
              回复
            </Button>
          )}
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data && <Message mail={data} received={received} />}
    </PanelDialog>
  )
}

function Message({ mail, received }: { mail: MailDetail; received: boolean }) {
  return (
    <>
      <Facts
        facts={[
          { name: '发件人', value: mail.sender },
          { name: '时间', value: mail.createDate },
          ...(received ? [{ name: '阅读时间', value: mail.readDate || '未读' }] : []),
        ]}
      />
      <FileLink accessPath={mail.file} />
      <HtmlContent html={mail.content} />
    </>
  )
}

/** Marks the message as read, once; 0: does nothing. */
function useMarkAsRead(id: number): void {
  const { mutate } = useWrite('siteMail.read', { success: false, quiet: true })
  const markedId = useRef(0)
  useEffect(() => {
    if (id === 0 || markedId.current === id) return
    markedId.current = id
    mutate({ id })
  }, [id, mutate])
}
