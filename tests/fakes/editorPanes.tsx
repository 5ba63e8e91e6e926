import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { EditorPanes } from '#renderer/features/codeEditor/panes.ts'
import type {
  CodePaneProps,
  DiffPaneProps,
  MergePaneProps,
  ValuePaneProps,
} from '#renderer/features/codeEditor/types.ts'

/** Text areas in place of Monaco, for a DOM without layout. Attached to the texts like the real pane. */
function CodePane({ texts, active, name, onEdit, handle }: CodePaneProps) {
  const live = useRef(new Map<string, string>())
  const area = useRef<HTMLTextAreaElement>(null)
  const [, redraw] = useState(0)
  const edited = useEffectEvent(onEdit)

  useEffect(() => {
    const held = live.current
    const detach = texts.attach({
      read: (key) => held.get(key),
      write: (key, text) => {
        if (!held.has(key) || held.get(key) === text) return
        held.set(key, text)
        edited(key)
        redraw((n) => n + 1)
      },
      close: (key) => held.delete(key),
    })
    return () => {
      detach()
      held.clear()
    }
  }, [texts])

  const type = (text: string): void => {
    live.current.set(active, text)
    onEdit(active)
    redraw((n) => n + 1)
  }
  useImperativeHandle(handle, () => ({
    insert(text) {
      const at = area.current?.selectionStart ?? 0
      const now = live.current.get(active) ?? texts.read(active)
      type(now.slice(0, at) + text + now.slice(at))
    },
    focus: () => area.current?.focus(),
  }))
  const value = live.current.get(active) ?? texts.read(active)
  return <textarea ref={area} aria-label={`编辑 ${name}`} value={value} onChange={(e) => type(e.target.value)} />
}

function DiffPane({ left, leftTitle, right, rightTitle, onEdit }: DiffPaneProps) {
  return (
    <>
      <textarea aria-label={leftTitle} readOnly value={left} />
      <textarea
        key={rightTitle}
        aria-label={rightTitle}
        readOnly={!onEdit}
        defaultValue={right}
        onChange={(event) => onEdit?.(event.target.value)}
      />
    </>
  )
}

function MergePane({ versions, result, resultTitle, onEdit, handle }: MergePaneProps) {
  const [text, setText] = useState(result)
  const line = useRef(1)
  const write = (next: string): void => {
    setText(next)
    onEdit(next)
  }
  useImperativeHandle(handle, () => ({ line: () => line.current, reveal: (to) => (line.current = to), write }))
  return (
    <>
      {versions.map((version) => (
        <textarea key={version.title} aria-label={version.title} readOnly value={version.text} />
      ))}
      <textarea aria-label={resultTitle} value={text} onChange={(event) => write(event.target.value)} />
    </>
  )
}

function ValuePane({ value, onChange, onBlur, label, readOnly, handle }: ValuePaneProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(handle, () => ({ focus: () => area.current?.focus() }))
  return (
    <textarea
      ref={area}
      aria-label={label}
      readOnly={readOnly}
      value={value}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export const textAreaPanes: EditorPanes = { CodePane, DiffPane, MergePane, ValuePane }
