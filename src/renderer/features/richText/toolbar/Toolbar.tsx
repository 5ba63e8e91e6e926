import { makeStyles, tokens } from '@fluentui/react-components'
import {
  CodeRegular,
  CommentAddRegular,
  FullScreenMaximizeRegular,
  FullScreenMinimizeRegular,
  SearchRegular,
} from '@fluentui/react-icons'
import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import { InsertTools } from './InsertTools.tsx'
import { LineTools } from './LineTools.tsx'
import { TextTools } from './TextTools.tsx'
import { Tool } from './Tool.tsx'
import { useTools } from './useTools.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** A ref callback that makes a toolbar a single tab stop; arrow keys (wrapping), Home and End move inside it. */
function makeSingleTabStop(toolbar: HTMLElement | null): (() => void) | undefined {
  if (!toolbar) return undefined
  const items = (): HTMLElement[] => [...toolbar.querySelectorAll<HTMLElement>('button')]
  const choose = (chosen: HTMLElement | undefined): void => {
    for (const item of items()) item.tabIndex = item === chosen ? 0 : -1
  }
  const onFocus = ({ target }: FocusEvent): void => {
    const item = items().find((each) => each === target)
    if (item) choose(item)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items()
    const at = all.findIndex((item) => item === event.target)
    const step = STEPS[event.key]
    const next = step ? (at + step + all.length) % all.length : { Home: 0, End: all.length - 1 }[event.key]
    if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    all[next]?.focus()
  }
  choose(items()[0])
  toolbar.addEventListener('focusin', onFocus)
  // Captured before Fluent's menus, which would open with the arrow down; here Enter and space open them.
  toolbar.addEventListener('keydown', onKeyDown, true)
  return () => {
    toolbar.removeEventListener('focusin', onFocus)
    toolbar.removeEventListener('keydown', onKeyDown, true)
  }
}

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    position: 'sticky',
    top: 0,
    zIndex: 2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    flexShrink: 0,
  },
  actions: {
    display: 'flex',
    gap: tokens.spacingHorizontalS,
    padding: tokens.spacingHorizontalXS,
    flexShrink: 0,
  },
  root: {
    flexGrow: 1,
    minWidth: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px',
    padding: tokens.spacingHorizontalXS,
  },
  line: { width: '1px', height: '20px', backgroundColor: tokens.colorNeutralStroke2, margin: '0 4px' },
  end: { marginInlineStart: 'auto', display: 'flex', gap: '2px' },
})

interface Props {
  editor: Editor
  disabled: boolean
  /** Whether the source is shown instead of the text. */
  source: boolean
  full: boolean
  finding: boolean
  siteId: number
  /** Whether pictures are being uploaded: the source view can't show their placeholders. */
  busy: boolean
  onSource: () => void
  onFull: () => void
  onFind: () => void
  /** Starts a note about the selected words; null where notes can't be added. */
  onNote: (() => void) | null
  /** Buttons of the form, after the tools. */
  actions: ReactNode
}

/** The toolbar. A single tab stop; arrow keys move inside it. It wraps when narrow. */
export function Toolbar(props: Props) {
  const { editor, disabled, source, full, finding, siteId, busy, onSource, onFull, onFind, onNote, actions } = props
  const styles = useStyles()
  const group = { editor, at: useTools(editor), disabled: disabled || source }
  return (
    <div className={styles.bar}>
      <div className={styles.root} role="toolbar" aria-label="编辑工具" ref={makeSingleTabStop}>
        <TextTools {...group} />
        <span className={styles.line} />
        <LineTools {...group} />
        <span className={styles.line} />
        <InsertTools {...group} siteId={siteId} />
        <span className={styles.end}>
          {onNote && <Tool label="批注选中的文字" icon={<CommentAddRegular />} disabled={source} onClick={onNote} />}
          <Tool
            label="查找和替换"
            keys="Ctrl+F"
            icon={<SearchRegular />}
            pressed={finding}
            disabled={source}
            onClick={onFind}
          />
          <Tool
            label={busy ? '源码（图片上传完成后可用）' : '源码'}
            icon={<CodeRegular />}
            pressed={source}
            disabled={busy}
            onClick={onSource}
          />
          <Tool
            label={full ? '退出全屏' : '全屏'}
            icon={full ? <FullScreenMinimizeRegular /> : <FullScreenMaximizeRegular />}
            pressed={full}
            onClick={onFull}
          />
        </span>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
