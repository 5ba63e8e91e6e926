import { Button } from '@fluentui/react-components'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SessionStatus } from '#shared/contract/host.ts'
import type { parseMoveAddress } from '#shared/domain/pageMove.ts'
import { canUseSite } from '#shared/domain/permissions.ts'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { EmptyState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { HOME } from '../session/guard.ts'
import { receivePage } from './moveTabs.ts'
import { becomeMain, storeDetachedWindow } from './ownWindow.ts'

interface Props {
  moved: NonNullable<ReturnType<typeof parseMoveAddress>>
  session: SessionStatus
}

/** Shown in a window that receives a page from another window: fetches the page and goes to its address. */
export function ReceivedPage({ moved: { ticket, torn }, session }: Props) {
  const navigate = useNavigate()
  const chooseSite = useChooseSite()
  const current = useCurrentSite()
  const [problem, setProblem] = useState('')
  const requestedTicket = useRef('')
  const receive = useEffectEvent(async () => {
    try {
      const { href, siteId, from } = await receivePage(ticket)
      if (torn) storeDetachedWindow(from)
      if (siteId > 0 && siteId !== current && canUseSite(session, siteId)) chooseSite(siteId)
      await navigate(href, { replace: true })
    } catch (error) {
      setProblem(toAppError(error).message)
    }
  })
  useEffect(() => {
    // A ticket is valid once, but effects may run twice.
    if (requestedTicket.current === ticket) return
    requestedTicket.current = ticket
    void receive()
  }, [ticket])
  const goHome = (): void => {
    becomeMain()
    void navigate(HOME, { replace: true })
  }
  if (problem === '') return <LoadingState />
  return (
    <EmptyState
      title="无法打开页面"
      text={problem}
      action={
        <Button appearance="primary" onClick={goHome}>
          返回首页
        </Button>
      }
    />
  )
}
