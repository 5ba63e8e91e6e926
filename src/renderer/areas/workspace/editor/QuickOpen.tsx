import { Dialog, DialogSurface, Input, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { kindOf } from '#renderer/features/fileEditor/fileKinds.ts'
import { arrowKeys } from '#renderer/ui/focus/arrowKeys.ts'
import { useFocusReturn } from '#renderer/ui/focus/focus.ts'

const useStyles = makeStyles({
  surface: {
    alignSelf: 'start',
    marginTop: '12vh',
    width: '640px',
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
    gap: tokens.spacingHorizontalS,
    height: '34px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  first: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  icon: { fontSize: '18px', lineHeight: 0, color: tokens.colorNeutralForeground3, flexShrink: 0 },
  folder: { color: tokens.colorNeutralForeground3, minWidth: 0, marginInlineStart: 'auto' },
  none: { padding: tokens.spacingHorizontalM, color: tokens.colorNeutralForeground3 },
})

const arrows = arrowKeys('vertical')

interface Props {
  id: string
  onOpen: (path: string) => void
  onClose: () => void
}

/** Ctrl/Cmd+P: opens a file by a part of its name. Enter takes the first; the arrow keys go to the others. */
export function QuickOpen({ id, onOpen, onClose }: Props) {
  const styles = useStyles()
  const focusPage = useFocusReturn()
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed)
  const { data } = useRead('localFiles.find', { id, text }, { quiet: true, keepPrevious: true })
  const paths = data?.paths ?? []
  const go = (path: string | undefined): void => {
    if (path === undefined) return
    focusPage()
    onClose()
    onOpen(path)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(paths[0])
  }
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface} aria-label="按名称打开文件">
        <div ref={arrows}>
          <Input
            className={styles.input}
            size="large"
            type="search"
            autoFocus
            aria-label="文件名"
            placeholder="输入文件名的一部分"
            maxLength={200}
            contentBefore={<SearchRegular />}
            value={typed}
            onChange={(_event, change) => setTyped(change.value)}
            onKeyDown={onKeyDown}
          />
          <ul className={styles.list} aria-label="文件">
            {paths.map((path, i) => (
              <FileOption key={path} path={path} first={i === 0} onChoose={() => go(path)} />
            ))}
          </ul>
        </div>
        {data && paths.length === 0 && (
          <Text block className={styles.none}>
            {data.of === 0 ? '这个工作区里还没有文件' : `没有名称里有“${text.trim()}”的文件`}
          </Text>
        )}
      </DialogSurface>
    </Dialog>
  )
}

function FileOption({ path, first, onChoose }: { path: string; first: boolean; onChoose: () => void }) {
  const styles = useStyles()
  const cut = path.lastIndexOf('/')
  const name = path.slice(cut + 1)
  const { icon: Icon } = kindOf({ name, folder: false })
  return (
    <li>
      <button
        type="button"
        className={mergeClasses(styles.option, first && styles.first)}
        title={path}
        aria-label={path}
        onClick={onChoose}
      >
        <span className={styles.icon}>
          <Icon aria-hidden />
        </span>
        <Text wrap={false}>{name}</Text>
        <Text size={200} className={styles.folder} truncate wrap={false}>
          {path.slice(0, Math.max(cut, 0))}
        </Text>
      </button>
    </li>
  )
}
