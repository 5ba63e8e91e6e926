import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CheckmarkRegular } from '@fluentui/react-icons'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXXL,
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  step: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    font: 'inherit',
    color: tokens.colorNeutralForeground3,
  },
  done: { color: tokens.colorNeutralForeground1, cursor: 'pointer' },
  current: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  number: {
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '24px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    fontWeight: tokens.fontWeightSemibold,
  },
  reached: {
    border: `1px solid ${tokens.colorBrandBackground}`,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
  },
})

interface Props {
  titles: readonly string[]
  /** Index of the current step. */
  at: number
  /** Returns to a finished step. */
  onGo: (step: number) => void
}

/** The steps of a wizard and the current one. */
export function StepList({ titles, at, onGo }: Props) {
  const styles = useStyles()
  return (
    <ol className={styles.list} aria-label="步骤">
      {titles.map((title, step) => {
        const done = step < at
        const look = mergeClasses(styles.step, done && styles.done, step === at && styles.current)
        return (
          <li key={title} aria-current={step === at ? 'step' : undefined}>
            <button type="button" className={look} disabled={!done} onClick={() => onGo(step)}>
              <span className={mergeClasses(styles.number, step <= at && styles.reached)}>
                {done ? <CheckmarkRegular aria-label="已完成" /> : step + 1}
              </span>
              {title}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
