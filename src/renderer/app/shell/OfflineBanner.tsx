import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useState } from 'react'
import { useHostReach } from '#renderer/data/hostReach.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { HOST_TEXTS } from '#renderer/data/hostTexts.ts'

/** Says that the host or the server can't be reached; when the server is back, what is shown is asked for again. */
export function OfflineBanner() {
  const [message, setMessage] = useState<string | null>(null)
  const refresh = useRefresh()
  const reach = useHostReach()
  useHostEvent('connectivity.changed', ({ online, message: text }) => {
    if (online && message !== null) refresh()
    setMessage(online ? null : text)
  })
  if (reach !== 'ok')
    return (
      <MessageBar intent="error" shape="square" layout="multiline">
        <MessageBarBody>{HOST_TEXTS[reach] + HOST_TEXTS.stays}</MessageBarBody>
      </MessageBar>
    )
  if (message === null) return null
  return (
    <MessageBar intent="warning" shape="square">
      <MessageBarBody>{message || '连接不上服务器，可以继续编辑本地文件，恢复后会自动同步。'}</MessageBarBody>
    </MessageBar>
  )
}
