import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useEffect, useEffectEvent } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import {
  type AppLink,
  BUILTIN_SERVER,
  LINK_PATH,
  fromPageAddress,
  parseAppLink,
  sameServer,
} from '#shared/domain/appLink.ts'
import type { Connection, SessionStatus } from '#shared/contract/host.ts'
import { canUseSite } from '#shared/domain/permissions.ts'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { LoadingState } from '#renderer/ui/feedback/States.tsx'
import { FrontDoor } from '#renderer/ui/layout/FrontDoor.tsx'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { screenAt } from '../screens.ts'
import { HOME, signInAddress } from './guard.ts'

/** Whether the path is one on which the page receives a link from outside. */
export const isLinkAddress = (pathname: string): boolean => pathname.startsWith(`${LINK_PATH}/`)

interface Props {
  /** Address with query. */
  here: string
  session: SessionStatus
}

/**
 * Opens a link from outside: goes to its screen, asks before it switches to another server, or says why it can't be
 * opened.
 */
export function OpenLink({ here, session }: Props) {
  const { data } = useRead('connections.list', {}, { quiet: true })
  const link = parseAppLink(fromPageAddress(here))
  if ('problem' in link) return <LinkError text={link.problem} />
  const screen = screenAt(link.href.split('?')[0] ?? '')
  if (!screen || (screen.frame ?? 'shell') !== 'shell')
    return <LinkError text="链接指向的页面不存在，可能需要更新程序" />
  if (!data) return <LoadingState />
  const target = findTarget(link, data.connections, session.connection)
  if (target === null && link.server !== '')
    return (
      <LinkError
        text={`链接属于服务器 ${link.server}，该服务器不在已保存的连接中，因此未打开。如果信任该服务器，请先在“连接”中添加，再打开链接。`}
      />
    )
  if (target && target.id !== session.connection?.id) return <OtherServer target={target} session={session} />
  // The sign-in page returns to this address.
  if (session.state !== 'signed-in') return <Navigate to={signInAddress(here, session.state === 'expired')} replace />
  return <LinkRedirect link={link} session={session} />
}

/** The known connection that the link belongs to, or null. */
function findTarget(
  { server }: AppLink,
  connections: readonly Connection[],
  current: Connection | null,
): Connection | null {
  if (server === '') return current
  if (server === BUILTIN_SERVER) return connections.find(({ kind }) => kind === 'builtin') ?? null
  const fits = ({ baseUrl }: Connection): boolean => sameServer(baseUrl, server)
  return current && fits(current) ? current : (connections.find(fits) ?? null)
}

function LinkRedirect({ link: { href, siteId }, session }: { link: AppLink; session: SessionStatus }) {
  const navigate = useNavigate()
  const chooseSite = useChooseSite()
  const current = useCurrentSite()
  const follow = useEffectEvent(() => {
    if (siteId > 0 && siteId !== current && canUseSite(session, siteId)) chooseSite(siteId)
    void navigate(href, { replace: true })
  })
  useEffect(() => {
    follow()
  }, [href])
  return <LoadingState />
}

const useStyles = makeStyles({
  text: { overflowWrap: 'anywhere', lineHeight: tokens.lineHeightBase400 },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS },
})

const describeTarget = (name: string, address: string, current: string): string =>
  `链接属于“${name}”（${address}）。${current ? `当前使用的是“${current}”。` : ''}切换后使用该服务器的账号，未登录时需要先登录。`

function OtherServer({ target, session }: { target: Connection; session: SessionStatus }) {
  const styles = useStyles()
  const navigate = useNavigate()
  const confirmDiscard = useConfirmDiscard('切换连接', '切换')
  const use = useSessionAction('connections.use')
  const change = async (): Promise<void> => {
    if (await confirmDiscard(unsavedWork.titles())) use.mutate({ id: target.id })
  }
  return (
    <FrontDoor width={420}>
      <Text as="h1" weight="semibold" size={600}>
        链接属于另一个服务器
      </Text>
      <Text className={styles.text}>{describeTarget(target.name, target.baseUrl, session.connection?.name ?? '')}</Text>
      <div className={styles.buttons}>
        <Button appearance="primary" disabledFocusable={use.isPending} onClick={() => void change()}>
          切换并打开
        </Button>
        <Button onClick={() => void navigate(HOME, { replace: true })}>不打开</Button>
      </div>
    </FrontDoor>
  )
}

function LinkError({ text }: { text: string }) {
  const styles = useStyles()
  const navigate = useNavigate()
  return (
    <FrontDoor width={420}>
      <Text as="h1" weight="semibold" size={600}>
        无法打开链接
      </Text>
      <Text className={styles.text} role="alert">
        {text}
      </Text>
      <div className={styles.buttons}>
        <Button appearance="primary" onClick={() => void navigate(HOME, { replace: true })}>
          返回首页
        </Button>
      </div>
    </FrontDoor>
  )
}
