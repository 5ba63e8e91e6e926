import { LinkRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isAppLink, pageOfLink } from '#shared/domain/appLink.ts'
import type { SessionStatus } from '#shared/contract/host.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'
import { NamePicker } from '#renderer/ui/search/NamePicker.tsx'
import { useNameMatch } from '#renderer/ui/search/nameMatch.ts'
import { LINKS } from '#renderer/features/links/text.ts'
import { screens } from '../screens.ts'
import { isLinkAddress } from '../session/OpenLink.tsx'
import { useOpen } from '../tabs/useOpen.ts'
import { beginnings, COMMANDS, type Command, commandsOf, matching, nameOf } from './commands.ts'
import { recentCommands, rememberCommand } from './recentCommands.ts'
import { useActions } from './useActions.ts'
import { foundBefore, useFound } from './useFound.ts'

interface Props {
  groups: readonly NavGroup[]
  session: SessionStatus
  /** Whose recently used commands stand first. */
  account: string
  onClose: () => void
}

/** A site may have thousands of columns; more are found by typing. */
const DRAWN = 100

const linkCommand = (link: string): Command => ({
  name: 'link',
  title: LINKS.open,
  path: pageOfLink(link),
  icon: LinkRegular,
  group: COMMANDS,
})

/**
 * Ctrl/Cmd+K: goes to a screen, a column, a setting, an entry, a template, a person or a file of a workspace by a part of the
 * name or its pinyin initials, or does a command. What was used last stands first.
 */
export function Palette({ groups, session, account, onClose }: Props) {
  const open = useOpen()
  const siteId = useCurrentSite()
  const [typed, setTyped] = useState('')
  const match = useNameMatch(true)
  const actions = useActions()
  const [recent] = useState(() => recentCommands(account))
  const commands = useMemo(
    () => [
      ...commandsOf(groups, screens, session),
      ...recent.flatMap(foundBefore),
      ...actions,
      ...beginnings(groups, screens, session, siteId),
    ],
    [groups, actions, session, siteId, recent],
  )
  const known = useMemo(
    () =>
      matching(
        commands,
        typed,
        match,
        recent.map(({ name }) => name),
      ),
    [commands, typed, match, recent],
  )
  const { commands: others, more } = useFound(typed)
  const navigate = useNavigate()
  const drawn = isAppLink(typed.trim()) ? [linkCommand(typed.trim())] : known.slice(0, DRAWN)
  const shown = new Set(drawn.map(nameOf))
  const found = [...drawn, ...others.filter((other) => !shown.has(nameOf(other)))]

  const go = (command: Command): void => {
    const { kind, title, group, path } = command
    if (!isLinkAddress(path))
      rememberCommand(account, { name: nameOf(command), ...(kind && { kind, title, group, path }) })
    if (command.run) command.run()
    else if (isLinkAddress(path)) void navigate(path)
    else open(path, command.ask)
  }

  return (
    <NamePicker
      title="搜索功能"
      field="搜索功能"
      placeholder="功能、内容、模板、文件或人员的名称，或拼音首字母"
      listName="功能"
      typed={typed}
      onType={setTyped}
      items={found.map((command) => ({ ...command, key: nameOf(command), note: command.group }))}
      more={more ? '内容只列出最新的一部分，输入更多的字可以缩小范围' : ''}
      none={`没有名称包含“${typed.trim()}”的功能或内容`}
      onChoose={go}
      onClose={onClose}
    />
  )
}
