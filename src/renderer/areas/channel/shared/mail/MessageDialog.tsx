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
import { forwardOf, type Publishing, replyTo } from './publishing.ts'
import { MAIL } from './text.ts'

interface Props {
  id: number
  /** It is in the inbox: opening it counts as reading (C·§2). */
  received?: boolean
  onPublish?: (from: Publishing) => void
  onClose: () => void
}

/** C·§2: title, the file if there is one, the text and when it was read. */
export function MessageDialog({ id, received = false, onPublish, onClose }: Props) {
  const { data, error, refetch } = useRead('siteMail.detail', { id }, { quiet: true })
  useReading(received ? id : 0)
  const publish = (from: Publishing): void => {
    onClose()
    onPublish?.(from)
  }
  return (
    <PanelDialog
      title={data?.title ?? MAIL.viewTitle}
      size="medium"
      onClose={onClose}
      footer={
        <>
          {data && received && onPublish && data.file !== '' && (
            <Button icon={<ArrowForwardRegular />} onClick={() => publish(forwardOf(data))}>
              {MAIL.forward}
            </Button>
          )}
          {data && received && onPublish && data.type === 'mail' && data.senderName !== '' && (
            <Button icon={<ArrowReplyRegular />} onClick={() => publish(replyTo(data))}>
              {MAIL.reply}
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
          { name: MAIL.sender, value: mail.sender },
          { name: MAIL.time, value: mail.createDate },
          ...(received ? [{ name: MAIL.readTime, value: mail.readDate || MAIL.notRead }] : []),
        ]}
      />
      <FileLink accessPath={mail.file} />
      <HtmlContent html={mail.content} />
    </>
  )
}

/** Says once that it was opened. */
function useReading(id: number): void {
  const { mutate } = useWrite('siteMail.read', { success: false, quiet: true })
  const said = useRef(0)
  useEffect(() => {
    if (id === 0 || said.current === id) return
    said.current = id
    mutate({ id })
  }, [id, mutate])
}
