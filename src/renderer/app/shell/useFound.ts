import {
  DocumentTextRegular,
  type FluentIcon,
  FolderRegular,
  FolderSyncRegular,
  PersonRegular,
} from '@fluentui/react-icons'
import { useEffect, useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import type { Command } from './commands.ts'
import type { Remembered } from './recentCommands.ts'

/** ms without a key stroke before the server is asked. */
const PAUSE_MS = 150

/** What is found outside of the window. */
type FoundKind = NonNullable<Remembered['kind']>
const KINDS: Readonly<Record<FoundKind, { title: string; icon: FluentIcon }>> = {
  entry: { title: '内容', icon: DocumentTextRegular },
  template: { title: '模板', icon: FolderRegular },
  person: { title: '账号', icon: PersonRegular },
  file: { title: '本地文件', icon: FolderSyncRegular },
}
const NONE: readonly Command[] = []

function commandOf(kind: FoundKind, title: string, note: string, path: string, id?: number): Command {
  const name = id === undefined ? `${kind} ${path} ${title}` : `${kind} ${id}`
  const group = `${KINDS[kind].title} · ${note}`
  return { name, kind, path, title: title || '（没有标题）', icon: KINDS[kind].icon, group }
}

/** What was found and chosen before, as a command again. */
export function foundBefore({ name, kind, title, group, path }: Remembered): readonly Command[] {
  if (!kind || title === undefined || group === undefined || path === undefined) return NONE
  return [{ name, kind, path, title, icon: KINDS[kind].icon, group }]
}

/**
 * Entries, templates and people that the server finds, and files of the workspaces on this computer. A server that knows no
 * such search finds nothing. `more`: of the entries the newest alone are among them.
 */
export function useFound(typed: string): { commands: readonly Command[]; more: boolean } {
  const text = typed.trim().slice(0, 100)
  const [key, setKey] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKey(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const asks = { quiet: true, keepPrevious: true, enabled: key !== '' }
  const { data: found } = useRead('search.find', { key }, asks)
  const { data: files } = useRead('localFiles.findAll', { text: key }, asks)
  if (text === '' || key === '') return { commands: NONE, more: false }
  const ofServer = (found?.found ?? []).map(({ kind, title, note, path, id }) => commandOf(kind, title, note, path, id))
  const ofDisk = (files ?? []).map(({ id, workspace, path }) => {
    const [name = path, folder] = [path.split('/').at(-1), path.split('/').slice(0, -1).join('/')]
    const editor = `/workspace/editor/${id}?${new URLSearchParams({ file: path })}`
    return commandOf('file', name, folder ? `${workspace} / ${folder}` : workspace, editor)
  })
  return { commands: [...ofServer, ...ofDisk], more: found?.more ?? false }
}
