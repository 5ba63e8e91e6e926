import { Dialog, DialogSurface, Input, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { screens } from '../screens.ts'
import { useOpen } from '../tabs/useOpen.ts'
import { arrowKeys } from '#renderer/ui/focus/arrowKeys.ts'
import { useFocusReturn } from '#renderer/ui/focus/focus.ts'
import { useNameMatch } from '#renderer/ui/search/nameMatch.ts'
import { type Command, commandsOf, matching, nameOf } from './commands.ts'
import { recentCommands, rememberCommand } from './recentCommands.ts'
import { useActions } from './useActions.ts'
import { useFound } from './useFound.ts'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'

const useStyles = makeStyles({
  surface: {
    alignSelf: 'start',
    marginTop: '12vh',
    width: '560px',
    maxWidth: 'calc(100vw - 48px)',
    padding: tokens.spacingHorizontalM,
  },
  input: { width: '100%' },
  list: {
    listStyle: 'none',
    margin: `${tokens.spacingVerticalS} 0 0`,
    padding: 0,
    maxHeight: '50vh',
    overflowY: 'auto',
  },
  option: {
    display: 'flex',
    width: '100%',
    border: 'none',
    font: 'inherit',
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    height: '40px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  first: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  icon: { fontSize: '20px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  title: { flexShrink: 0, maxWidth: '60%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  group: {
    marginInlineStart: 'auto',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
  },
  none: { padding: tokens.spacingHorizontalM, color: tokens.colorNeutralForeground3 },
})

const arrows = arrowKeys('vertical')
interface Props {
  groups: readonly NavGroup[]
  /** Whose recently used commands stand first. */
  account: string
  onClose: () => void
}

/** A site may have thousands of columns; more are found by typing. */
const DRAWN = 100

/** Ctrl/Cmd+K: goes to a screen, a column, an entry, a template or a person by a part of the name, or does a command. Enter takes the first; the arrow keys go to the others. */
export function Palette({ groups, account, onClose }: Props) {
  const styles = useStyles()
  const open = useOpen()
  const focusPage = useFocusReturn()
  const [typed, setTyped] = useState('')
  const match = useNameMatch(true)
  const actions = useActions()
  const [recent] = useState(() => recentCommands(account))
  const commands = useMemo(() => [...commandsOf(groups, screens), ...actions], [groups, actions])
  const known = useMemo(() => matching(commands, typed, match, recent), [commands, typed, match, recent])
  const others = useFound(typed)
  const found = [...known.slice(0, DRAWN), ...others]

  const go = (command: Command | undefined): void => {
    if (!command) return
    focusPage()
    onClose()
    if (!others.includes(command)) rememberCommand(account, nameOf(command))
    if (command.run) command.run()
    else open(command.path)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(found[0])
  }

  return (
    <Dialog open onOpenChange={(_event, { open: stays }) => !stays && onClose()}>
      <DialogSurface className={styles.surface} aria-label="搜索功能">
        <div ref={arrows}>
          <Input
            className={styles.input}
            size="large"
            type="search"
            autoFocus
            aria-label="搜索功能"
            placeholder="输入功能、栏目、内容、模板或人员的名称"
            contentBefore={<SearchRegular />}
            value={typed}
            onChange={(_event, data) => setTyped(data.value)}
            onKeyDown={onKeyDown}
          />
          <ul className={styles.list} aria-label="功能">
            {found.map((command, index) => (
              <li key={nameOf(command)}>
                <button
                  type="button"
                  className={mergeClasses(styles.option, index === 0 && styles.first)}
                  onClick={() => go(command)}
                >
                  <span className={styles.icon}>
                    <command.icon />
                  </span>
                  <Text className={styles.title}>{command.title}</Text>
                  <Text className={styles.group} title={command.group}>
                    {command.group}
                  </Text>
                </button>
              </li>
            ))}
          </ul>
        </div>
        {found.length === 0 && (
          <Text block className={styles.none}>
            没有名称包含“{typed.trim()}”的功能或内容
          </Text>
        )}
      </DialogSurface>
    </Dialog>
  )
}
