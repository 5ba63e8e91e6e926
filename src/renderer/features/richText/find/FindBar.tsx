import { Button, Checkbox, Input, makeStyles, Text, tokens } from '@fluentui/react-components'
import { ArrowDownRegular, ArrowUpRegular, DismissRegular } from '@fluentui/react-icons'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { selectedText, endSearch, findState, replaceAll, replaceOne, search, step } from './finder.ts'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
  },
  input: { width: '160px', minWidth: 0 },
  count: { minWidth: '64px', color: tokens.colorNeutralForeground3 },
})

interface Props {
  editor: Editor
  disabled: boolean
  /** Changes with each request to search: the input gets the focus and the selected text. */
  findRequest: number
  onClose: () => void
}

/**
 * Finds and replaces text. Enter goes forward, Shift+Enter back; Escape closes it and leaves the current hit selected.
 */
export function FindBar({ editor, disabled, findRequest, onClose }: Props) {
  const styles = useStyles()
  const toast = useToast()
  const [query, setQuery] = useState(() => selectedText(editor))
  const input = useRef<HTMLInputElement>(null)
  const [caseSensitive, setCaseSensitive] = useState(false)
  const [text, setText] = useState('')
  const { total, current } = useEditorState({
    editor,
    selector: ({ editor }) => findState(editor),
  })
  useEffect(() => {
    search(editor, query, caseSensitive)
  }, [editor, query, caseSensitive])
  useEffect(
    () => () => {
      if (!editor.isDestroyed) endSearch(editor)
    },
    [editor],
  )
  const startFromSelection = useEffectEvent(() => {
    const chosen = selectedText(editor)
    if (chosen && input.current !== document.activeElement) setQuery(chosen)
    input.current?.focus()
    input.current?.select()
  })
  useEffect(() => {
    startFromSelection()
  }, [findRequest])
  const close = (): void => {
    editor.commands.focus()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method composes, these keys belong to it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    // Otherwise Enter would submit the form around the editor.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'text') {
      event.preventDefault()
      if (event.target.name !== 'replacement') step(editor, event.shiftKey ? -1 : 1)
      else if (!disabled) replaceOne(editor, text)
    }
  }
  const hasNoHits = total === 0
  return (
    <div className={styles.root} role="search" aria-label="查找和替换" onKeyDown={onKeyDown}>
      <Input
        className={styles.input}
        size="small"
        placeholder="查找"
        aria-label="查找"
        ref={input}
        value={query}
        onChange={(_event, data) => setQuery(data.value)}
      />
      <Text size={200} className={styles.count} role="status">
        {query === '' ? '' : hasNoHits ? '没有找到' : `${current < 0 ? '–' : current + 1} / ${total}`}
      </Text>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowUpRegular />}
        aria-label="上一个"
        disabled={hasNoHits}
        onClick={() => step(editor, -1)}
      />
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowDownRegular />}
        aria-label="下一个"
        disabled={hasNoHits}
        onClick={() => step(editor, 1)}
      />
      <Checkbox
        label="区分大小写"
        checked={caseSensitive}
        onChange={(_event, data) => setCaseSensitive(data.checked === true)}
      />
      <Input
        className={styles.input}
        size="small"
        name="replacement"
        placeholder="替换为"
        aria-label="替换为"
        value={text}
        onChange={(_event, data) => setText(data.value)}
      />
      <Button size="small" disabled={disabled || hasNoHits} onClick={() => replaceOne(editor, text)}>
        替换
      </Button>
      <Button
        size="small"
        disabled={disabled || hasNoHits}
        onClick={() => toast.success(`已替换 ${replaceAll(editor, text)} 处`)}
      >
        全部替换
      </Button>
      <Button size="small" appearance="subtle" icon={<DismissRegular />} aria-label="关闭查找" onClick={close} />
    </div>
  )
}
