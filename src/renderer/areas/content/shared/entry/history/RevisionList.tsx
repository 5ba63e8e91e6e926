import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import type { ContentRevision } from '#shared/contract/content.ts'
import { REASONS } from '#renderer/areas/content/shared/entry/text.ts'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalXXS, margin: 0, padding: 0, listStyle: 'none' },
  row: { width: '100%', justifyContent: 'start', textAlign: 'start', fontWeight: tokens.fontWeightRegular },
  inner: { display: 'grid', minWidth: 0 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  muted: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  rows: readonly ContentRevision[]
  chosen: number
  /** The first row is what the entry is now. */
  newest: boolean
  onChoose: (id: number) => void
}

/** Who saved what and when. */
export function RevisionList({ rows, chosen, newest, onChoose }: Props) {
  const styles = useStyles()
  return (
    <ul className={styles.list} aria-label="历史版本列表">
      {rows.map(({ id, version, createTime, author, reason, isStatus }, at) => (
        <li key={id}>
          <Button
            className={styles.row}
            appearance={id === chosen ? 'secondary' : 'subtle'}
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
          >
            <span className={styles.inner}>
              <span className={styles.head}>
                <Text weight="semibold">第 {version} 版</Text>
                <Badge appearance="tint" color={isStatus ? 'success' : 'informative'}>
                  {isStatus ? '已发布' : '草稿'}
                </Badge>
                {newest && at === 0 && <Badge appearance="outline">当前</Badge>}
              </span>
              <Text size={200}>{createTime}</Text>
              <Text size={200} className={styles.muted}>
                {author || '（未知）'} · {REASONS[reason] ?? reason}
              </Text>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
