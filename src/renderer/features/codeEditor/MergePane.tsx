import { makeStyles, tokens, useUncontrolledFocus } from '@fluentui/react-components'
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { must } from '#shared/util/assertNever.ts'
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

/** The common version, the local and the server's side by side, and below them the result, which can be edited. */
export function MergePane({ name, fontSize, versions, result, resultTitle, onEdit, handle }: MergePaneProps) {
  const styles = useStyles()
  const pane = useEditorStyles()
  const root = useRef<HTMLDivElement>(null)
  const made = useRef<editor.IStandaloneCodeEditor>(null)
  const edited = useEffectEvent((text: string) => onEdit(text))
  const begun = useEffectEvent(() => ({ versions, result }))
  useQuietEscape(root)
  const keys = useUncontrolledFocus()
  useEffect(() => {
    const places = must(root.current, 'the place is drawn').querySelectorAll<HTMLElement>('[data-pane]')
    const start = begun()
    const language = languageOf(name)
    const create = (index: number, text: string, title: string, readOnly: boolean) => {
      const model = editor.createModel(text, language)
      const place = must(places[index], 'a place for each text')
      return editor.create(place, { ...OPTIONS, model, fontSize, readOnly, ariaLabel: title, lineNumbersMinChars: 3 })
    }
    const shown = start.versions.map(({ title, text }, index) => create(index, text, title, true))
    const base = start.versions.findIndex(({ role }) => role === 'base')
    paintChanges(start.versions, base, shown, styles)
    scrollTogether(shown)
    const last = create(shown.length, start.result, resultTitle, false)
    made.current = last
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
      made.current = null
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
      line: () => made.current?.getPosition()?.lineNumber ?? 1,
      reveal(line) {
        made.current?.setPosition({ lineNumber: line, column: 1 })
        made.current?.revealLineInCenter(line)
        made.current?.focus()
      },
      write(text) {
        const model = made.current?.getModel()
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
type Painted = { range: Range; options: { isWholeLine: true; className: string } }
interface Range {
  startLineNumber: number
  startColumn: number
  endLineNumber: number
  endColumn: number
}

const whole = ({ from, to }: LineRange, className: string): Painted => ({
  range: { startLineNumber: from, startColumn: 1, endLineNumber: to, endColumn: 1 },
  options: { isWholeLine: true, className },
})

/** In each version what it changed, in the common one what was changed by anybody. */
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
    panes[at]?.createDecorationsCollection(changed.own.map((range) => whole(range, styles[role])))
  }
  panes[base]?.createDecorationsCollection(old.map((range) => whole(range, styles.old)))
}

function conflictDecorations(text: string, styles: Styles): Painted[] {
  return conflictBlocks(text).flatMap(({ start, base, middle, end }) => {
    const part = (from: number, to: number, className: string): Painted[] =>
      from <= to ? [whole({ from, to }, className)] : []
    return [
      ...[start, base ?? start, middle, end].map((line) => whole({ from: line, to: line }, styles.mark)),
      ...part(start + 1, (base ?? middle) - 1, styles.local),
      ...(base === null ? [] : part(base + 1, middle - 1, styles.old)),
      ...part(middle + 1, end - 1, styles.remote),
    ]
  })
}

/** One scrolls, the others follow. */
function scrollTogether(panes: readonly editor.IStandaloneCodeEditor[]): void {
  for (const pane of panes) {
    pane.onDidScrollChange(({ scrollTop, scrollTopChanged }) => {
      if (!scrollTopChanged) return
      for (const other of panes) if (other !== pane && other.getScrollTop() !== scrollTop) other.setScrollTop(scrollTop)
    })
  }
}
