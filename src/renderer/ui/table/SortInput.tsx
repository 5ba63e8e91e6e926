import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useImmediateSave } from './useImmediateSave.ts'

const MAX = 999_999_999
const RULE = `排序应为 0 到 ${MAX} 的整数`
/** A short form for the row; the input's description and tooltip have the whole text. */
const BRIEF_RULE = `请填 0–${MAX}`
const BRIEF_NOT_SAVED = '未保存，按回车重试'
const NOT_SAVED = '保存失败，按回车键重试，按 Esc 键恢复原值'

const useStyles = makeStyles({
  root: {
    width: '100%',
    maxWidth: '104px',
    minWidth: '56px',
    height: '28px',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalS,
    font: 'inherit',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottom: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1Hover}` },
    ':focus': { outline: `2px solid ${tokens.colorCompoundBrandStroke}`, outlineOffset: '-1px' },
    ':disabled': {
      color: tokens.colorNeutralForegroundDisabled,
      backgroundColor: tokens.colorTransparentBackground,
      border: `1px solid ${tokens.colorNeutralStrokeDisabled}`,
      cursor: 'not-allowed',
    },
  },
  wrong: { border: `1px solid ${tokens.colorPaletteRedBorder2}` },
  cell: { display: 'flex', flexDirection: 'column', alignItems: 'start', width: '100%', minWidth: 0 },
  // Sized so that both lines fit into a table row.
  compact: { height: '24px' },
  reason: {
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    color: tokens.colorPaletteRedForeground1,
  },
  busy: { cursor: 'progress', color: tokens.colorNeutralForeground3 },
})

interface SortInputProps {
  value: number
  /** Names the input and its row, such as 排序 新闻中心. */
  label: string
  disabled?: boolean
  /** Saves; the write itself shows its errors. */
  save: (sort: number) => Promise<unknown>
}

/** Parses a typed number; null when it violates the rule. */
function sortOf(text: string): number | null {
  const trimmed = text.trim()
  if (!/^\d{1,12}$/.test(trimmed)) return null
  const number = Number(trimmed)
  return number <= MAX ? number : null
}

/**
 * The sort value in a table row: saved on Enter and on blur when changed, reverted with Escape. A value that can't be
 * saved stays, marked.
 */
export function SortInput({ value, label, disabled = false, save }: SortInputProps) {
  const styles = useStyles()
  const saving = useImmediateSave(value, save)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? String(saving.value)
  const number = sortOf(text)
  const problem = number === null ? RULE : saving.failed ? NOT_SAVED : undefined
  const reasonId = useId()

  const sent = useRef<number>(null)
  const hasPending = useRef(false)
  const revert = (): void => {
    setTyped(null)
    saving.forgetFailure()
  }
  const commit = async (): Promise<void> => {
    if (typed === null || number === null) return
    // Typed during a save: it is sent afterwards.
    if (saving.busy) return void (hasPending.current = number !== sent.current)
    if (number === saving.value) return revert()
    sent.current = number
    if (await saving.run(number)) setTyped((now) => (now === typed ? null : now))
  }
  const commitPending = useEffectEvent(() => void commit())
  useEffect(() => {
    if (saving.busy || !hasPending.current) return
    hasPending.current = false
    commitPending()
  }, [saving.busy])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void commit()
    else if (event.key === 'Escape' && typed !== null) {
      // Otherwise the key would also close the dialog around the table.
      event.stopPropagation()
      revert()
    }
  }

  return (
    <span className={styles.cell}>
      <input
        className={mergeClasses(
          styles.root,
          saving.busy && styles.busy,
          problem && styles.wrong,
          problem && styles.compact,
        )}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-busy={saving.busy || undefined}
        title={problem}
        aria-describedby={problem ? reasonId : undefined}
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
        data-unsaved={typed === null ? undefined : true}
        value={text}
        onChange={(event) => {
          setTyped(event.target.value)
          saving.forgetFailure()
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void commit()}
      />
      {problem && (
        <span id={reasonId} className={styles.reason} role="alert" aria-label={problem} title={problem}>
          {number === null ? BRIEF_RULE : BRIEF_NOT_SAVED}
        </span>
      )}
    </span>
  )
}
