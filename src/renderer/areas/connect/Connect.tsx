import { Button, Link, makeStyles, Text, Title2, tokens } from '@fluentui/react-components'
import { ArrowLeftRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Connection, SessionStatus } from '#shared/contract/host.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { FrontDoor } from '#renderer/ui/layout/FrontDoor.tsx'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { lazyComponent } from '#renderer/ui/lazy/lazyComponent.tsx'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { ConnectionList } from './ConnectionList.tsx'
import { StartChoices } from './StartChoices.tsx'

const useStyles = makeStyles({
  heading: { display: 'grid', gap: tokens.spacingVerticalXS },
  title: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
  links: { display: 'flex', gap: tokens.spacingHorizontalL },
  // The negative margin aligns the button's icon with the heading.
  back: { justifySelf: 'start', minWidth: 0, marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalM})` },
})

// Loaded lazily: its path map needs every operation of the contract, the first screen needs none.
const ConnectionDialog = lazyComponent(async () => (await import('./ConnectionDialog.tsx')).ConnectionDialog)

const NEW_CONNECTION: Connection = { id: '', name: '', kind: 'remote', baseUrl: '', pathMap: {}, certificate: '' }

/** Chooses the server: the built-in server or a saved connection. */
export function Connect() {
  const styles = useStyles()
  const navigate = useNavigate()
  const session = useSession()
  const { data } = useRead('connections.list', {})
  const { use, using } = useSwitchConnection()
  const [edited, setEdited] = useState<Connection | null>(null)
  const remotes = data?.connections.filter((connection) => connection.kind === 'remote') ?? []

  return (
    <FrontDoor width={520}>
      {session?.state === 'signed-in' && (
        <Button
          className={styles.back}
          appearance="subtle"
          icon={<ArrowLeftRegular />}
          onClick={() => void navigate('/')}
        >
          返回
        </Button>
      )}
      <div className={styles.heading}>
        <Title2 as="h1" className={styles.title}>
          选择服务器
        </Title2>
        <Text className={styles.muted}>首次使用可直接选择内置服务器，之后可随时切换。</Text>
      </div>
      <StartChoices
        openingId={using}
        allowsBuiltin={data?.managed?.builtin ?? true}
        allowsRemote={!data?.managed?.locked}
        onBuiltin={() => use('builtin')}
        onRemote={() => setEdited(NEW_CONNECTION)}
      />
      <ConnectionList
        connections={remotes}
        managed={data?.managed?.ids ?? []}
        current={session?.connection?.id ?? ''}
        openingId={using}
        onUse={use}
        onEdit={setEdited}
      />
      <div className={styles.links}>
        <Link onClick={() => void navigate('/network')}>网络诊断</Link>
        <Link onClick={() => void navigate('/diagnostics')}>日志与诊断</Link>
      </div>
      {edited && <ConnectionDialog connection={edited} onClose={() => setEdited(null)} />}
    </FrontDoor>
  )
}

/** Switches to a connection and opens its pages, or its sign-in page when nobody is signed in there. */
function useSwitchConnection(): { use: (id: string) => void; using: string | null } {
  const navigate = useNavigate()
  const confirmDiscard = useConfirmDiscard('切换连接', '切换')
  const action = useSessionAction('connections.use', {
    onSuccess: ({ data }) => void navigate(nextPath(data), { replace: true }),
  })

  const use = async (id: string): Promise<void> => {
    if (await confirmDiscard(unsavedWork.titles())) action.mutate({ id })
  }
  return { use: (id) => void use(id), using: action.isPending ? action.variables.id : null }
}

/** The built-in server signs in automatically, unless it requires the code of a second factor. */
function nextPath({ state, connection }: SessionStatus): string {
  if (state === 'signed-in') return '/'
  return connection?.kind === 'builtin' ? '/auto-login' : '/login'
}
