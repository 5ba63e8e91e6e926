import { makeStyles, Tag, Text, tokens } from '@fluentui/react-components'
import type { MediaChoice } from './useMediaChoice.ts'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    maxHeight: '72px',
    overflowY: 'auto',
    flexShrink: 0,
  },
  tag: { maxWidth: '220px' },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** What is chosen so far, wherever it came from, in its order. */
export function ChosenTray({ choice, many, max }: { choice: MediaChoice; many: boolean; max: number }) {
  const styles = useStyles()
  const { chosen, drop } = choice
  return (
    <div className={styles.root} role="group" aria-label="已选择">
      <Text className={styles.muted}>
        已选 {chosen.length} 项{many && Number.isFinite(max) && `，最多 ${max} 项`}
      </Text>
      {chosen.map(({ src, name }, at) => (
        <Tag
          key={src}
          className={styles.tag}
          size="small"
          dismissible
          title={name}
          primaryText={{ className: styles.text }}
          aria-label={`移除 ${name}`}
          onClick={() => drop(src)}
        >
          {many ? `${at + 1}. ${name}` : name}
        </Tag>
      ))}
    </div>
  )
}
