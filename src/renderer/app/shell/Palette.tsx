import { Dialog, DialogSurface, Input, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { screens } from '../screens.ts'
import { useFocusReturn } from '#renderer/kit/focus.ts'
import { type Command, commandsOf, matching } from './commands.ts'
import type { NavGroup } from '#renderer/kit/navigation.ts'

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
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    height: '40px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
  },
  current: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  icon: { fontSize: '20px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  group: { marginInlineStart: 'auto', color: tokens.colorNeutralForeground3 },
  none: { padding: tokens.spacingHorizontalM, color: tokens.colorNeutralForeground3 },
})

/** Ctrl/Cmd+K: goes to a screen by a part of its name. */
export function Palette({ groups, onClose }: { groups: readonly NavGroup[]; onClose: () => void }) {
  const styles = useStyles()
  const navigate = useNavigate()
  const listId = useId()
  useFocusReturn()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = matching(commandsOf(groups, screens), typed)
  const current = Math.min(at, found.length - 1)

  const go = (command: Command | undefined): void => {
    if (!command) return
    onClose()
    void navigate(command.path)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((current + step + found.length) % Math.max(found.length, 1))
    else if (event.key === 'Enter') go(found[current])
    else return
    event.preventDefault()
  }

  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface} aria-label="搜索功能">
        <Input
          className={styles.input}
          size="large"
          autoFocus
          role="combobox"
          aria-label="搜索功能"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found.length > 0 ? `${listId}-${current}` : undefined}
          placeholder="输入功能名称"
          contentBefore={<SearchRegular />}
          value={typed}
          onChange={(_event, data) => {
            setTyped(data.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <ul className={styles.list} id={listId} role="listbox" aria-label="功能">
          {found.map((command, i) => (
            <li
              key={command.path}
              id={`${listId}-${i}`}
              role="option"
              aria-selected={i === current}
              className={mergeClasses(styles.option, i === current && styles.current)}
              onClick={() => go(command)}
              onMouseMove={() => setAt(i)}
            >
              <span className={styles.icon}>
                <command.icon />
              </span>
              <Text>{command.title}</Text>
              <Text className={styles.group}>{command.group}</Text>
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <Text block className={styles.none}>
            没有名称包含“{typed.trim()}”的功能
          </Text>
        )}
      </DialogSurface>
    </Dialog>
  )
}
