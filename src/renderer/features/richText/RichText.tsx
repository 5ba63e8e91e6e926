import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { EditorContent } from '@tiptap/react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { CodeInput } from '../codeEditor/CodeInput.tsx'
import { useContentStyles } from './contentStyles.ts'
import { LossBar } from './LossBar.tsx'
import { FindBar } from './find/FindBar.tsx'
import { Finder } from './find/finder.ts'
import { imageNode } from './insert.ts'
import { AutoLink } from './links/autoLink.ts'
import { schemaExtensions } from './schema/schema.ts'
import { cleanPasted } from './paste/clean.ts'
import { rtfPictures } from './paste/rtf.ts'
import { EditorActions } from './editorActions.ts'
import { Toolbar } from './toolbar/Toolbar.tsx'
import type { RichTextProps } from './types.ts'
import { NoteMarks } from './noteMarks.ts'
import { useTextNotes } from './useTextNotes.ts'
import { onPending } from './uploads/pending.ts'
import { insertUploadedAddresses, useEditorImages } from './uploads/useEditorImages.ts'
import { useRichText } from './useRichText.ts'
import { useMarkedWords } from './words/useMarkedWords.ts'
import { WordMarks } from './words/wordMarks.ts'
import { UncheckedCode } from './views/codeView.ts'
import { mediaWithViews } from './views/nodes.ts'
import type { Editor } from '@tiptap/core'
import { countWords } from './count.ts'

interface FullScreen {
  full: boolean
  setFull: (full: boolean) => void
  /** Handles the focus leaving the editor for another element. */
  onFocusGone: (to: EventTarget | null) => void
}

/**
 * Full screen of an editor. The focus moves into it, and back when it ends, so that nothing is typed into a covered
 * field.
 * @param focusVisible focuses the visible editor
 */
function useFullScreen(root: RefObject<HTMLElement | null>, focusVisible: () => void): FullScreen {
  const [full, setFull] = useState(false)
  const before = useRef<HTMLElement>(null)
  const enter = useEffectEvent(() => {
    const { activeElement: at } = document
    const isOutside = at instanceof HTMLElement && at !== document.body && !root.current?.contains(at)
    before.current = isOutside ? at : null
    focusVisible()
  })
  const leave = useEffectEvent(() => {
    if (!root.current) return
    if (before.current?.isConnected) before.current.focus()
    else focusVisible()
  })
  useEffect(() => {
    if (!full) return undefined
    enter()
    // After a click beside the text the body has the focus, so the editor doesn't get the key.
    const onEscape = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape' && event.target === document.body) setFull(false)
    }
    document.addEventListener('keydown', onEscape)
    return () => {
      document.removeEventListener('keydown', onEscape)
      leave()
    }
  }, [full])

  const onFocusGone = (to: EventTarget | null): void => {
    if (!full || !(to instanceof HTMLElement)) return
    const dialog = root.current?.closest('[role=dialog], [role=alertdialog], main')
    if (!dialog?.contains(to)) return
    // The form has focused another of its fields, such as an invalid one: it must become visible.
    before.current = to
    setFull(false)
  }
  return { full, setFull, onFocusGone }
}

/** Delay of the count after the last change. */
const COUNT_DELAY_MS = 250

const useStatusLineStyles = makeStyles({
  root: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    padding: `2px ${tokens.spacingHorizontalM}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    flexShrink: 0,
  },
})

const countText = (editor: Editor): { words: number; signs: number } => {
  const text = editor.state.doc.textBetween(0, editor.state.doc.content.size, '\n', '\n')
  return { words: countWords(text), signs: [...text.replace(/\n/g, '')].length }
}

/** 字数, and the number of characters with spaces. */
function StatusLine({ editor }: { editor: Editor }) {
  const styles = useStatusLineStyles()
  const [count, setCount] = useState(() => countText(editor))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const countSoon = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => !editor.isDestroyed && setCount(countText(editor)), COUNT_DELAY_MS)
    }
    const onTransaction = ({ transaction }: { transaction: { docChanged: boolean } }): void => {
      if (transaction.docChanged) countSoon()
    }
    editor.on('transaction', onTransaction)
    return () => {
      clearTimeout(timer)
      editor.off('transaction', onTransaction)
    }
  }, [editor])
  return (
    <div className={styles.root}>
      <Text size={200}>字数 {count.words}</Text>
      <Text size={200}>字符 {count.signs}</Text>
    </div>
  )
}

const useStyles = makeStyles({
  root: {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    // `clip` and not `hidden`: the sticky toolbar must stick to whatever scrolls around the editor.
    overflow: 'clip',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    ':focus-within': { outline: `2px solid ${tokens.colorBrandStroke1}` },
  },
  invalid: { border: `1px solid ${tokens.colorStatusDangerBorder2}` },
  disabled: { opacity: 0.8 },
  full: { position: 'fixed', inset: 0, zIndex: 1_000_000, maxHeight: 'none', borderRadius: 0, overflow: 'hidden' },
  source: { flexGrow: 1, minHeight: 0, display: 'flex', '& > *': { flexGrow: 1 } },
})

const extensions = [...schemaExtensions(mediaWithViews), Finder, AutoLink, WordMarks, NoteMarks, UncheckedCode]

/** Handlers of pasted and dropped content, which upload its pictures. */
function useInsertFiles(images: ReturnType<typeof useEditorImages>) {
  const toast = useToast()
  return {
    onPasteHtml: (html: string, rtf: string): string => {
      const { send, sendWeb } = images
      const { html: clean, notes } = cleanPasted(html, { local: () => rtfPictures(rtf), send, sendWeb })
      for (const note of notes) toast.info(note)
      return clean
    },
    onFiles: (files: readonly File[], editor: Editor, at: number | null): void => {
      const nodes = images.send(files).map((number) => imageNode('', '', number))
      const { from, to } = editor.state.selection
      editor
        .chain()
        .focus()
        .insertContentAt(at ?? { from, to }, nodes)
        .run()
    },
    onOtherFiles: (files: readonly File[]): void =>
      toast.warning(
        `正文只能直接插入图片，未插入：${files.map(({ name }) => name).join('、')}。视频请用工具栏的“视频”插入`,
      ),
  }
}

/** The rich text editor. Loaded on first use through RichTextInput. */
export function RichText(props: RichTextProps) {
  const { label, value, disabled = false, invalid = false, minHeight = 320, maxHeight, siteId = 0 } = props
  const styles = useStyles()
  const content = useContentStyles()
  const root = useRef<HTMLDivElement>(null)
  const [source, setSource] = useState(false)
  const [finding, setFinding] = useState(false)
  const [findRequest, setFindRequest] = useState(0)

  const images = useEditorImages(siteId)
  const text = useRichText({
    root,
    value,
    label,
    disabled,
    extensions,
    onChange: props.onChange,
    beforeSerialize: insertUploadedAddresses,
    ...useInsertFiles(images),
  })
  const { editor, flush } = text
  const notifyBusy = useEffectEvent((busy: boolean) => props.onBusy?.(busy))
  useEffect(() => {
    notifyBusy(images.busy)
  }, [images.busy])
  useEffect(() => onPending(() => insertUploadedAddresses(editor)), [editor])
  const code = useRef<{ focus(): void }>(null)
  /** Focuses the visible view: the text or its source. */
  const focusVisible = (): void => (source ? code.current?.focus() : editor.view.focus())
  const { full, setFull, onFocusGone } = useFullScreen(root, focusVisible)
  const actions = useContext(EditorActions)
  useImperativeHandle(props.handle, () => ({ focus: focusVisible }))
  const wasSource = useRef(source)
  const focusText = useEffectEvent(() => editor.view.focus())
  useEffect(() => {
    // Back in the text view the editor gets the focus; the source view takes it itself once it has loaded.
    if (wasSource.current && !source) focusText()
    wasSource.current = source
  }, [source])

  const toggleSource = (): void => {
    flush()
    if (source) text.show()
    setSource(!source)
  }
  useMarkedWords(editor, source, toggleSource)
  const addNote = useTextNotes(editor, source, toggleSource)
  const onFocusLeave = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && root.current?.contains(event.relatedTarget)) return
    flush()
    props.onBlur?.()
    onFocusGone(event.relatedTarget)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // React also bubbles keys from the editor's menus and dialogs; those, and keys of an input method, are ignored.
    const isInside = event.target instanceof Node && root.current?.contains(event.target)
    if (!isInside || event.nativeEvent.isComposing) return
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f' && !source) {
      event.preventDefault()
      setFinding(true)
      setFindRequest(findRequest + 1)
    }
    if (event.key === 'Escape' && full) {
      event.stopPropagation()
      setFull(false)
    }
  }
  // A form that fills the window sets the height by --editor-height.
  const height = full
    ? {}
    : { minHeight: `max(${minHeight}px, var(--editor-height, 0px))`, ...(maxHeight ? { maxHeight } : {}) }
  return (
    <div
      ref={root}
      role="group"
      aria-label={`${label} 编辑器`}
      className={mergeClasses(styles.root, invalid && styles.invalid, disabled && styles.disabled, full && styles.full)}
      style={height}
      data-fills-window={full || undefined}
      onBlur={onFocusLeave}
      onKeyDown={onKeyDown}
    >
      <Toolbar
        {...{ editor, disabled, source, full, finding, siteId }}
        busy={images.busy}
        onSource={toggleSource}
        onFull={() => setFull(!full)}
        onFind={() => setFinding(!finding)}
        onNote={addNote}
        actions={full ? actions : null}
      />
      {finding && !source && <FindBar {...{ editor, disabled, findRequest }} onClose={() => setFinding(false)} />}
      {!source && (
        <LossBar losses={text.losses} disabled={disabled} onSource={toggleSource} onRemoveHidden={text.removeHidden} />
      )}
      {source && (
        <div className={styles.source}>
          <CodeInput
            label={`${label} 源码`}
            value={value}
            onChange={text.write}
            disabled={disabled}
            height="auto"
            autoFocus
            handle={code}
          />
        </div>
      )}
      <EditorContent
        editor={editor}
        className={mergeClasses(content.text, full && content.full, source && content.hidden)}
      />
      <StatusLine editor={editor} />
      {images.input}
    </div>
  )
}
