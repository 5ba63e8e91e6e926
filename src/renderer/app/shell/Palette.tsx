import {
  DocumentTextRegular,
  type FluentIcon,
  FolderRegular,
  FolderSyncRegular,
  GlobeRegular,
  LinkRegular,
  PersonRegular,
  PrintRegular,
  WeatherSunnyRegular,
} from '@fluentui/react-icons'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isAppLink, toPageAddress } from '#shared/domain/appLink.ts'
import type { SessionStatus } from '#shared/contract/host.ts'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'
import { NamePicker } from '#renderer/ui/search/NamePicker.tsx'
import { useNameMatch } from '#renderer/ui/search/nameMatch.ts'
import { screens } from '../screens.ts'
import { isLinkAddress } from '../session/OpenLink.tsx'
import { useOpen } from '../tabs/useOpen.ts'
import {
  actionCommandsOf,
  type Command,
  COMMAND_GROUP,
  COMMAND_GROUP as GROUP,
  commandsOf,
  matchCommands,
  commandNameOf,
} from './commands.ts'
import { recentCommands, rememberCommand, type RecentCommand } from './recentCommands.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { THEMES } from '#renderer/ui/layout/themes.ts'

/** Debounce before the server is searched, ms. */
const DEBOUNCE_MS = 150

/** Kinds of results that the server or a workspace returns. */
type ResultKind = NonNullable<RecentCommand['kind']>
const KINDS: Readonly<Record<ResultKind, { title: string; icon: FluentIcon }>> = {
  entry: { title: '内容', icon: DocumentTextRegular },
  template: { title: '模板', icon: FolderRegular },
  person: { title: '账号', icon: PersonRegular },
  file: { title: '本地文件', icon: FolderSyncRegular },
}
const NONE: readonly Command[] = []

function commandOf(kind: ResultKind, title: string, note: string, path: string, id?: number): Command {
  const name = id === undefined ? `${kind} ${path} ${title}` : `${kind} ${id}`
  const group = `${KINDS[kind].title} · ${note}`
  return { name, kind, path, title: title || '（无标题）', icon: KINDS[kind].icon, group }
}

/** Turns a remembered search result into a command. */
function toRecentCommands({ name, kind, title, group, path }: RecentCommand): readonly Command[] {
  if (!kind || title === undefined || group === undefined || path === undefined) return NONE
  return [{ name, kind, path, title, icon: KINDS[kind].icon, group }]
}

/**
 * Entries, templates and people that the server finds, and files of the local workspaces. A server without this search
 * finds nothing. `more`: only the newest of the matching entries are listed.
 */
function useSearchResults(typed: string): { commands: readonly Command[]; more: boolean } {
  const text = typed.trim().slice(0, 100)
  const [key, setKey] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKey(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const options = { quiet: true, keepPrevious: true, enabled: key !== '' }
  const { data: found } = useRead('search.find', { key }, options)
  const { data: files } = useRead('localFiles.findAll', { text: key }, options)
  if (text === '' || key === '') return { commands: NONE, more: false }
  const ofServer = (found?.found ?? []).map(({ kind, title, note, path, id }) => commandOf(kind, title, note, path, id))
  const ofDisk = (files ?? []).map(({ id, workspace, path }) => {
    const [name = path, folder] = [path.split('/').at(-1), path.split('/').slice(0, -1).join('/')]
    const editor = `/workspace/editor/${id}?${new URLSearchParams({ file: path })}`
    return commandOf('file', name, folder ? `${workspace} / ${folder}` : workspace, editor)
  })
  return { commands: [...ofServer, ...ofDisk], more: found?.more ?? false }
}

/** Duration of a dialog's closing animation, ms. */
const CLOSE_ANIMATION_MS = 400

/** Commands that the palette runs itself: switch the site, switch the theme, print. */
function useInstantCommands(): readonly Command[] {
  const { items } = useSiteItems()
  const current = useCurrentSite()
  const chooseSite = useChooseSite()
  const { mutate } = useWrite('settings.set', { success: false })
  return useMemo(() => {
    const sites = items
      .filter(({ id }) => id !== current)
      .map(({ id, title }): Command => {
        const name = `切换站点：${title}`
        return {
          name: `site ${id}`,
          path: '',
          title: name,
          icon: GlobeRegular,
          group: GROUP,
          run: () => chooseSite(id),
        }
      })
    const looks = THEMES.map(({ value, title }): Command => {
      const run = (): void => mutate({ theme: value })
      return { name: `theme ${value}`, path: '', title: `外观：${title}`, icon: WeatherSunnyRegular, group: GROUP, run }
    })
    // Waits until the palette has closed, which would otherwise be printed.
    const run = (): void => void setTimeout(() => window.print(), CLOSE_ANIMATION_MS)
    const print: Command = { name: 'print', path: '', title: '打印…', icon: PrintRegular, group: GROUP, run }
    return [...sites, ...looks, print]
  }, [items, current, chooseSite, mutate])
}

interface Props {
  groups: readonly NavGroup[]
  session: SessionStatus
  /** Owner of the recently used commands, which are listed first. */
  account: string
  onClose: () => void
}

/** Limit of listed commands: a site may have thousands of columns. Typing narrows the list. */
const MAX_LISTED = 100

const linkCommand = (link: string): Command => ({
  name: 'link',
  title: '打开链接',
  path: toPageAddress(link),
  icon: LinkRegular,
  group: COMMAND_GROUP,
})

/**
 * Ctrl/Cmd+K: finds screens, columns, settings, entries, templates, people, workspace files and commands by a part of the name
 * or its pinyin initials. Recently used commands come first.
 */
export function Palette({ groups, session, account, onClose }: Props) {
  const open = useOpen()
  const siteId = useCurrentSite()
  const [typed, setTyped] = useState('')
  const match = useNameMatch(true)
  const actions = useInstantCommands()
  const [recent] = useState(() => recentCommands(account))
  const commands = useMemo(
    () => [
      ...commandsOf(groups, screens, session),
      ...recent.flatMap(toRecentCommands),
      ...actions,
      ...actionCommandsOf(groups, screens, session, siteId),
    ],
    [groups, actions, session, siteId, recent],
  )
  const matches = useMemo(
    () =>
      matchCommands(
        commands,
        typed,
        match,
        recent.map(({ name }) => name),
      ),
    [commands, typed, match, recent],
  )
  const { commands: others, more } = useSearchResults(typed)
  const navigate = useNavigate()
  const listed = isAppLink(typed.trim()) ? [linkCommand(typed.trim())] : matches.slice(0, MAX_LISTED)
  const listedNames = new Set(listed.map(commandNameOf))
  const found = [...listed, ...others.filter((other) => !listedNames.has(commandNameOf(other)))]

  const go = (command: Command): void => {
    const { kind, title, group, path } = command
    if (!isLinkAddress(path))
      rememberCommand(account, { name: commandNameOf(command), ...(kind && { kind, title, group, path }) })
    if (command.run) command.run()
    else if (isLinkAddress(path)) void navigate(path)
    else open(path, command.params)
  }

  return (
    <NamePicker
      title="搜索功能、内容、文件、人员"
      field="搜索功能、内容、文件、人员"
      placeholder="功能、内容、模板、文件或人员的名称，或拼音首字母"
      listName="功能"
      typed={typed}
      onType={setTyped}
      items={found.map((command) => ({ ...command, key: commandNameOf(command), note: command.group }))}
      more={more ? '仅列出最新的部分内容，输入更多文字可缩小范围' : ''}
      none={`没有名称包含“${typed.trim()}”的功能或内容`}
      onChoose={go}
      onClose={onClose}
    />
  )
}
