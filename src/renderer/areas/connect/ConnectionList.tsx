import { Badge, Button, makeStyles, Spinner, Subtitle2, Text, tokens, Tooltip } from '@fluentui/react-components'
import { DeleteRegular, EditRegular } from '@fluentui/react-icons'
import type { Connection } from '#shared/contract/host.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  texts: { display: 'grid', flex: '1 1 auto', minWidth: 0 },
  badge: { flexShrink: 0 },
  name: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  url: { color: tokens.colorNeutralForeground3, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

interface Props {
  connections: readonly Connection[]
  /** Ids of the connections that the administrator's policy sets. */
  managed: readonly string[]
  /** Id of the connection in use. */
  current: string
  openingId: string | null
  onUse: (id: string) => void
  onEdit: (connection: Connection) => void
}

/** The saved connections to other servers. */
export function ConnectionList({ connections, managed, current, openingId, onUse, onEdit }: Props) {
  const styles = useStyles()
  const confirm = useConfirm()
  const remove = useWrite('connections.remove', { success: '删除成功' })
  if (connections.length === 0) return null

  const ask = async ({ id, name }: Connection): Promise<void> => {
    const text = `将从本机删除该连接及其登录状态，服务器上的数据不受影响。`
    if (await confirm({ title: `删除连接“${name}”`, text, confirmText: '删除', danger: true })) remove.mutate({ id })
  }

  return (
    <section className={styles.root} aria-label="已保存的连接">
      <Subtitle2 as="h2">已保存的连接</Subtitle2>
      <ul className={styles.list}>
        {connections.map((connection) => (
          <li key={connection.id} className={styles.item}>
            <div className={styles.texts}>
              <span className={styles.name}>
                <Text weight="semibold">{connection.name}</Text>
                {connection.id === current && (
                  <Badge className={styles.badge} appearance="tint">
                    当前
                  </Badge>
                )}
              </span>
              <Text size={200} className={styles.url} title={connection.baseUrl}>
                {connection.baseUrl}
              </Text>
            </div>
            <Button
              disabled={openingId !== null}
              icon={openingId === connection.id ? <Spinner size="tiny" aria-hidden /> : undefined}
              aria-label={`使用 ${connection.name}`}
              onClick={() => onUse(connection.id)}
            >
              使用
            </Button>
            {managed.includes(connection.id) ? (
              <Badge className={styles.badge} appearance="outline">
                由管理员设置
              </Badge>
            ) : (
              <>
                <Tooltip content={`编辑 ${connection.name}`} relationship="label">
                  <Button appearance="subtle" icon={<EditRegular />} onClick={() => onEdit(connection)} />
                </Tooltip>
                <Tooltip content={`删除 ${connection.name}`} relationship="label">
                  <Button appearance="subtle" icon={<DeleteRegular />} onClick={() => void ask(connection)} />
                </Tooltip>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
