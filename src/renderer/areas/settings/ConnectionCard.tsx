import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components'
import { PlugConnectedRegular } from '@fluentui/react-icons'
import { useNavigate } from 'react-router-dom'
import { useSession } from '#renderer/data/useSession.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { LOGIN } from '#renderer/features/session/text.ts'

/** Which server this is, and the way to another. */
export function ConnectionCard() {
  const navigate = useNavigate()
  const session = useSession()
  if (!session?.connection) return null
  const { connection, remembered, username } = session
  return (
    <Card
      title="连接"
      actions={
        <Button icon={<PlugConnectedRegular />} onClick={() => void navigate('/connect')}>
          管理连接
        </Button>
      }
    >
      <Facts
        facts={[
          { name: '名称', value: connection.name },
          { name: '地址', value: connection.baseUrl, copy: true },
          { name: '账号', value: username },
        ]}
      />
      {!remembered && (
        <MessageBar layout="multiline">
          <MessageBarBody>{LOGIN.noKeychain}</MessageBarBody>
        </MessageBar>
      )}
    </Card>
  )
}
