import { makeStyles, tokens, useUncontrolledFocus } from '@fluentui/react-components'
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { requireValue } from '#shared/util/assertNever.ts'
import { changedLines, type LineRange } from './changedLines.ts'
import { conflictBlocks } from './conflictMarks.ts'
import { useEditorStyles } from './editorStyles.ts'
import { languageOf } from './language.ts'
import { editor, OPTIONS } from './monaco.ts'
import type { MergePaneProps } from './types.ts'
import { useQuietEscape } from './useQuietEscape.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0, height: '100%' },
  versions: { display: 'flex', gap: tokens.spacingHorizontalXS, flex: '1 1 45%', minHeight: 0 },
  version: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minWidth: 0, minHeight: 0 },
  result: { display: 'flex', flexDirection: 'column', flex: '1 1 55%', minHeight: 0 },
  title: {
    paddingBlock: tokens.spacingVerticalXXS,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    flexShrink: 0,
  },
  // On the editor's dark ground, whatever the program's theme is.
  local: { backgroundColor: '#2ea04326' },
  remote: { backgroundColor: '#388bfd1c' },
  old: { backgroundColor: '#f8514924' },
  mark: { backgroundColor: '#d299222b' },
})

/** The common, the local and the server's version side by side, and below them the editable result. */
export function MergePane({ name, fontSize, versions, result, resultTitle, onEdit, handle }: MergePaneProps) {
  const styles = useStyles()
  const pane = useEditorStyles()
  const root = useRef<HTMLDivElement>(null)
  const resultEditor = useRef<editor.IStandaloneCodeEditor>(null)
  const edited = useEffectEvent((text: string) => onEdit(text))
  const readInitial = useEffectEvent(() => ({ versions, result }))
  useQuietEscape(root)
  const keys = useUncontrolledFocus()
  useEffect(() => {
    const containers = requireValue(root.current, 'the container is drawn').querySelectorAll<HTMLElement>('[data-pane]')
    const start = readInitial()
    const language = languageOf(name)
    const create = (index: number, text: string, title: string, readOnly: boolean) => {
      const model = editor.createModel(text, language)
      const container = requireValue(containers[index], 'a container for each text')
      return editor.create(container, {
        ...OPTIONS,
        model,
        fontSize,
        readOnly,
        ariaLabel: title,
        lineNumbersMinChars: 3,
      })
    }
    const shown = start.versions.map(({ title, text }, index) => create(index, text, title, true))
    const base = start.versions.findIndex(({ role }) => role === 'base')
    paintChanges(start.versions, base, shown, styles)
    scrollTogether(shown)
    const last = create(shown.length, start.result, resultTitle, false)
    resultEditor.current = last
    const marks = last.createDecorationsCollection()
    const paint = (): void => void marks.set(conflictDecorations(last.getValue(), styles))
    paint()
    last.onDidChangeModelContent(() => {
      paint()
      edited(last.getValue())
    })
    const [first] = conflictBlocks(start.result)
    if (first) last.revealLineInCenter(first.start)
    return () => {
      resultEditor.current = null
      for (const each of [...shown, last]) {
        const model = each.getModel()
        each.dispose()
        model?.dispose()
      }
    }
  }, [name, fontSize, resultTitle, styles])
  useImperativeHandle(
    handle,
    () => ({
      line: () => resultEditor.current?.getPosition()?.lineNumber ?? 1,
      reveal(line) {
        resultEditor.current?.setPosition({ lineNumber: line, column: 1 })
        resultEditor.current?.revealLineInCenter(line)
        resultEditor.current?.focus()
      },
      write(text) {
        const model = resultEditor.current?.getModel()
        if (!model) return
        model.pushStackElement()
        model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null)
        model.pushStackElement()
      },
    }),
    [],
  )
  return (
    <div ref={root} className={styles.root} {...keys}>
      <div className={styles.versions}>
        {versions.map(({ title }) => (
          <div key={title} className={styles.version}>
            <span className={styles.title} title={title}>
              {title}
            </span>
            <div data-pane className={pane.pane} />
          </div>
        ))}
      </div>
      <div className={styles.result}>
        <span className={styles.title}>{resultTitle}</span>
        <div data-pane className={pane.pane} />
      </div>
    </div>
  )
}

type Styles = ReturnType<typeof useStyles>
type LineDecoration = { range: Range; options: { isWholeLine: true; className: string } }
interface Range {
  startLineNumber: number
  startColumn: number
  endLineNumber: number
  endColumn: number
}

const decorateLines = ({ from, to }: LineRange, className: string): LineDecoration => ({
  range: { startLineNumber: from, startColumn: 1, endLineNumber: to, endColumn: 1 },
  options: { isWholeLine: true, className },
})

/** Highlights the lines that each version changed, and in the common version all lines that were changed. */
function paintChanges(
  versions: MergePaneProps['versions'],
  base: number,
  panes: readonly editor.IStandaloneCodeEditor[],
  styles: Styles,
): void {
  const common = versions[base]
  if (!common) return
  const old: LineRange[] = []
  for (const [at, { role, text }] of versions.entries()) {
    if (role === 'base') continue
    const changed = changedLines(common.text, text)
    old.push(...changed.base)
    panes[at]?.createDecorationsCollection(changed.own.map((range) => decorateLines(range, styles[role])))
  }
  panes[base]?.createDecorationsCollection(old.map((range) => decorateLines(range, styles.old)))
}

function conflictDecorations(text: string, styles: Styles): LineDecoration[] {
  return conflictBlocks(text).flatMap(({ start, base, middle, end }) => {
    const part = (from: number, to: number, className: string): LineDecoration[] =>
      from <= to ? [decorateLines({ from, to }, className)] : []
    return [
      ...[start, base ?? start, middle, end].map((line) => decorateLines({ from: line, to: line }, styles.mark)),
      ...part(start + 1, (base ?? middle) - 1, styles.local),
      ...(base === null ? [] : part(base + 1, middle - 1, styles.old)),
      ...part(middle + 1, end - 1, styles.remote),
    ]
  })
}

/** Scrolls all panes together. */
function scrollTogether(panes: readonly editor.IStandaloneCodeEditor[]): void {
  for (const pane of panes) {
    pane.onDidScrollChange(({ scrollTop, scrollTopChanged }) => {
      if (!scrollTopChanged) return
      for (const other of panes) if (other !== pane && other.getScrollTop() !== scrollTop) other.setScrollTop(scrollTop)
    })
  }
}
