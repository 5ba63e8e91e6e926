import { Button, makeStyles, Text, Title2, tokens } from '@fluentui/react-components'
import { ArrowLeftRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Connection } from '#shared/contract/host.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { FrontDoor } from '#renderer/ui/layout/FrontDoor.tsx'
import { ConnectionDialog } from './ConnectionDialog.tsx'
import { ConnectionList } from './ConnectionList.tsx'
import { StartChoices } from './StartChoices.tsx'
import { useUseConnection } from './useUseConnection.ts'

const useStyles = makeStyles({
  heading: { display: 'grid', gap: tokens.spacingVerticalXS },
  title: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
  // Its icon stands in line with the heading.
  back: { justifySelf: 'start', minWidth: 0, marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalM})` },
})

const NEW: Connection = { id: '', name: '', kind: 'remote', baseUrl: '', pathMap: {}, certificate: '' }

/** Chooses the server: the built-in one, or any of the kept connections. */
export function Connect() {
  const styles = useStyles()
  const navigate = useNavigate()
  const session = useSession()
  const { data } = useRead('connections.list', {})
  const { use, using } = useUseConnection()
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
        <Text className={styles.muted}>第一次使用可以直接用内置服务器，之后随时可以切换。</Text>
      </div>
      <StartChoices using={using} onBuiltin={() => use('builtin')} onRemote={() => setEdited(NEW)} />
      <ConnectionList
        connections={remotes}
        current={session?.connection?.id ?? ''}
        using={using}
        onUse={use}
        onEdit={setEdited}
      />
      {edited && <ConnectionDialog connection={edited} onClose={() => setEdited(null)} />}
    </FrontDoor>
  )
}
