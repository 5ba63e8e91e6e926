import { Button, makeStyles, mergeClasses, Spinner, Text, tokens } from '@fluentui/react-components'
import {
  CheckmarkCircleRegular,
  CircleHintRegular,
  DocumentBulletListRegular,
  ErrorCircleRegular,
} from '@fluentui/react-icons'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0 },
  box: {
    flex: '1 1 auto',
    minHeight: '120px',
    overflow: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  row: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(120px, 1fr) minmax(0, 2fr) max-content',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '40px',
    paddingInline: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    contentVisibility: 'auto',
    containIntrinsicHeight: '40px',
  },
  icon: { fontSize: '20px', lineHeight: 0, color: tokens.colorNeutralForeground3 },
  done: { color: tokens.colorPaletteGreenForeground1 },
  failed: { color: tokens.colorPaletteRedForeground1 },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  text: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  wrong: { color: tokens.colorPaletteRedForeground1 },
})

export type TargetState = 'none' | 'waiting' | 'saving' | 'done' | 'failed'

export interface TargetRow {
  id: number
  title: string
  state: TargetState
  text: string
  /** Saves over what somebody else saved meanwhile. */
  onOverwrite?: () => void
}

const ICONS = {
  none: DocumentBulletListRegular,
  waiting: CircleHintRegular,
  done: CheckmarkCircleRegular,
  failed: ErrorCircleRegular,
}

/** The ticked columns, each with how it stands. */
export function TargetList({ label, rows }: { label: string; rows: readonly TargetRow[] }) {
  const styles = useStyles()
  return (
    // It scrolls, so the keyboard must reach it.
    <div className={styles.box} role="region" aria-label={label} tabIndex={0}>
      <ul className={styles.list}>
        {rows.map(({ id, title, state, text, onOverwrite }) => {
          const Icon = state === 'saving' ? null : ICONS[state]
          return (
            <li key={id} className={styles.row}>
              <span
                className={mergeClasses(
                  styles.icon,
                  state === 'done' && styles.done,
                  state === 'failed' && styles.failed,
                )}
              >
                {Icon ? <Icon /> : <Spinner size="extra-tiny" />}
              </span>
              <Text className={styles.title} title={title}>
                {title}
              </Text>
              <Text className={mergeClasses(styles.text, state === 'failed' && styles.wrong)}>{text}</Text>
              {onOverwrite && (
                <Button size="small" aria-label={`覆盖 ${title}`} onClick={onOverwrite}>
                  覆盖
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
