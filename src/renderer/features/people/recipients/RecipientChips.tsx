import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { DismissRegular, ErrorCircleRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useState } from 'react'

const focusRing = { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' }
const bare = { border: 'none', backgroundColor: 'transparent', color: 'inherit', font: 'inherit', margin: '0' }

const useStyles = makeStyles({
  // No box of its own: the chips and the input wrap together like words.
  list: { display: 'contents', listStyleType: 'none' },
  chip: {
    display: 'inline-flex',
    alignItems: 'stretch',
    boxSizing: 'border-box',
    maxWidth: '280px',
    minWidth: 0,
    height: '24px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  wrong: {
    color: tokens.colorPaletteRedForeground1,
    backgroundColor: tokens.colorStatusDangerBackground1,
    border: `1px solid ${tokens.colorStatusDangerBorder1}`,
  },
  entry: {
    ...bare,
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minWidth: 0,
    paddingInline: `${tokens.spacingHorizontalSNudge} ${tokens.spacingHorizontalXXS}`,
    borderRadius: tokens.borderRadiusMedium,
    ':focus': focusRing,
  },
  cross: {
    ...bare,
    display: 'inline-flex',
    alignItems: 'center',
    flexShrink: 0,
    paddingInline: tokens.spacingHorizontalXS,
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorNeutralBackground3Hover },
    ':disabled': { cursor: 'not-allowed' },
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  icon: { display: 'inline-flex', flexShrink: 0 },
})

/** Of a longer list only the last chips are rendered, the others on demand. */
const MAX_CHIPS = 200

interface Props {
  label: string
  value: readonly string[]
  fits: (entry: string) => boolean
  disabled: boolean
  onRemove: (index: number) => void
  /** Double-click, Enter or F2. */
  onEdit: (index: number) => void
}

/** The chips of a recipient input. They are no tab stops; arrow left in the input leads to them. */
export function RecipientChips({ label, value, fits, disabled, onRemove, onEdit }: Props) {
  const styles = useStyles()
  const [all, setAll] = useState(false)
  const hidden = all ? 0 : Math.max(0, value.length - MAX_CHIPS)
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove(index)
    else if (event.key === 'F2' || event.key === 'Enter') onEdit(index)
    else return
    event.preventDefault()
  }
  return (
    <ul className={styles.list} aria-label={`已输入的${label}`}>
      {hidden > 0 && (
        <li>
          <Button size="small" disabled={disabled} onClick={() => setAll(true)}>
            {`展开前面 ${hidden} 个`}
          </Button>
        </li>
      )}
      {value.slice(hidden).map((entry, at) => {
        const index = hidden + at
        const isValid = fits(entry)
        return (
          <li key={entry} className={mergeClasses(styles.chip, !isValid && styles.wrong)}>
            <button
              type="button"
              tabIndex={-1}
              data-chip
              disabled={disabled}
              className={styles.entry}
              title={entry}
              aria-label={isValid ? entry : `${entry}（格式有误）`}
              onKeyDown={(event) => onKeyDown(event, index)}
              onDoubleClick={() => onEdit(index)}
            >
              {!isValid && (
                <span className={styles.icon}>
                  <ErrorCircleRegular />
                </span>
              )}
              <span className={styles.text}>{entry}</span>
            </button>
            <button
              type="button"
              tabIndex={-1}
              disabled={disabled}
              className={styles.cross}
              aria-label={`移除 ${entry}`}
              onClick={() => onRemove(index)}
            >
              <DismissRegular />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
