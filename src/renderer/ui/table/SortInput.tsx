import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useImmediateSave } from './useImmediateSave.ts'

const MAX = 999_999_999
const RULE = `排序请填 0 到 ${MAX} 的整数`
/** As much of it as fits into the row; the whole one is the input's description and its tooltip. */
const BRIEF_RULE = `请填 0–${MAX}`
const BRIEF_NOT_SAVED = '未保存，按回车重试'
const NOT_SAVED = '没有保存成功，按回车键再试一次，按 Esc 键恢复原值'

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
  squeezed: { height: '24px' },
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
  /** Saves; the write itself says what went wrong. */
  save: (sort: number) => Promise<unknown>
}

/** The number that a typed text means; null when it breaks the rule. */
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
  const waits = useRef(false)
  const takeBack = (): void => {
    setTyped(null)
    saving.forgetFailure()
  }
  const commit = async (): Promise<void> => {
    if (typed === null || number === null) return
    // Typed while a save is on its way: it is sent after that.
    if (saving.busy) return void (waits.current = number !== sent.current)
    if (number === saving.value) return takeBack()
    sent.current = number
    if (await saving.run(number)) setTyped((now) => (now === typed ? null : now))
  }
  const goOn = useEffectEvent(() => void commit())
  useEffect(() => {
    if (saving.busy || !waits.current) return
    waits.current = false
    goOn()
  }, [saving.busy])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void commit()
    else if (event.key === 'Escape' && typed !== null) {
      // Otherwise the key would also close the dialog around the table.
      event.stopPropagation()
      takeBack()
    }
  }

  return (
    <span className={styles.cell}>
      <input
        className={mergeClasses(
          styles.root,
          saving.busy && styles.busy,
          problem && styles.wrong,
          problem && styles.squeezed,
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
