import { DocumentTextRegular, type FluentIcon, FolderRegular, PersonRegular } from '@fluentui/react-icons'
import { useEffect, useState } from 'react'
import type { Found } from '#shared/contract/search.ts'
import { useRead } from '#renderer/data/useRead.ts'
import type { Command } from './commands.ts'

/** ms without a key stroke before the server is asked. */
const PAUSE_MS = 150

const KINDS: Readonly<Record<Found['kind'], { title: string; icon: FluentIcon }>> = {
  entry: { title: '内容', icon: DocumentTextRegular },
  template: { title: '模板', icon: FolderRegular },
  person: { title: '账号', icon: PersonRegular },
}
const NONE: readonly Command[] = []

/** Entries, templates and people that the server finds. A server that knows no such search finds nothing. */
export function useFound(typed: string): readonly Command[] {
  const text = typed.trim().slice(0, 100)
  const [key, setKey] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKey(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useRead('search.find', { key }, { quiet: true, keepPrevious: true, enabled: key !== '' })
  if (text === '' || key === '' || !data) return NONE
  return data.map(({ kind, title, note, path }, at) => ({
    name: `${kind} ${at} ${path}`,
    path,
    title: title || '（没有标题）',
    icon: KINDS[kind].icon,
    group: `${KINDS[kind].title} · ${note}`,
  }))
}
