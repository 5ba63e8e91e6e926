import { makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components'
import { type Ref, Suspense } from 'react'
import { usePanes } from '#renderer/features/codeEditor/panes.ts'
import type { CodeHandle, CodeLanguage } from '#renderer/features/codeEditor/types.ts'

/** px (A·§9). */
const FONT_SIZE = 16

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    display: 'flex',
    minWidth: 0,
    minHeight: '160px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    ':focus-within': { outline: `2px solid ${tokens.colorBrandStroke1}` },
  },
  invalid: { border: `1px solid ${tokens.colorStatusDangerBorder2}` },
  disabled: { opacity: 0.7 },
  waiting: { flexGrow: 1, backgroundColor: tokens.colorNeutralBackground3 },
})

export interface CodeInputProps {
  /** Name for screen readers. */
  label: string
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  language?: CodeLanguage
  /** CSS height. */
  height?: string
  /** Read-only. */
  disabled?: boolean
  invalid?: boolean
  /** Gets the focus once it is loaded. */
  autoFocus?: boolean
  handle?: Ref<Pick<CodeHandle, 'focus'>>
}

/** Edits code: always dark, 16 px (A·§2, A·§9). Tab indents; Escape and then Tab leaves it. Loaded on first use. */
export function CodeInput(props: CodeInputProps) {
  const { label, value, onChange, onBlur, language = 'html', height = '360px', autoFocus, handle } = props
  const { disabled = false, invalid = false } = props
  const styles = useStyles()
  const { ValuePane } = usePanes()
  const look = mergeClasses(styles.root, invalid && styles.invalid, disabled && styles.disabled)
  return (
    <div className={look} style={{ height }}>
      <Suspense fallback={<Spinner className={styles.waiting} size="small" label="正在加载编辑器…" />}>
        <ValuePane
          {...{ label, value, onChange, language }}
          onBlur={onBlur ?? (() => {})}
          fontSize={FONT_SIZE}
          readOnly={disabled}
          autoFocus={autoFocus}
          {...(handle ? { handle } : {})}
        />
      </Suspense>
    </div>
  )
}
